import Foundation
import ScriptSupport
import Testing
import ToolTesting

@testable import check_api

@Suite(.silently) struct PlantedChangeTests {
  struct Plant: CustomTestStringConvertible, Sendable {
    let what: String
    let old: String
    let new: String
    /// What it means for the layer, for the one above, and for the whole.
    let effects: [Effect]
    /// A part of what is said of it.
    let reason: String

    init(_ what: String, _ old: String, _ new: String, _ effects: Effect..., reason: String) {
      (self.what, self.old, self.new, self.effects, self.reason) = (what, old, new, effects, reason)
    }

    var testDescription: String { what }
  }

  static let plants: [Plant] = [
    Plant("nothing", "/// Counts.", "/// Counts things.", .nothing, .nothing, .nothing, reason: ""),
    Plant(
      "a removal that shows above", "  /// Closes.\n  public func close() {}\n",
      "  public func close() {}\n  /// New.\n  public func slam() {}\n",
      .addition, .nothing, .addition, reason: "+ Door.slam() func slam()"),
    Plant(
      "a function is removed", "/// Counts.\npublic func count(_ number: Int?) -> Int { number ?? 0 }", "",
      .break, .nothing, .break,
      reason: "break: removed\n    - count(_:) func count(_ number: Int?) -> Int"),
    Plant(
      "a label is another", "by hand: Bool", "with hand: Bool", .break, .break, .break,
      reason: "break: changed\n    - Door.open(_:by:)"),
    Plant(
      "something is added", "/// Counts.", "/// More.\npublic func more() {}\n/// Counts.", .addition,
      .nothing, .addition,
      reason: "addition: added\n    + more() func more()"),
    Plant(
      "a parameter gets a default", "by hand: Bool", "by hand: Bool = true", .addition, .nothing, .addition,
      reason: "addition: whoever calls it goes on doing so"),
    Plant(
      "a parameter with a default is added", "by hand: Bool", "by hand: Bool, twice: Bool = false", .addition,
      .nothing, .addition,
      reason: "addition: whoever calls it goes on doing so"),
    Plant(
      "a parameter without a default is added", "by hand: Bool", "by hand: Bool, twice: Bool", .break, .break,
      .break,
      reason: "break: changed"),
    Plant(
      "a default is taken away, after it was there", "number: Int?", "number: Int", .break, .nothing, .break,
      reason: "break: changed"),
    Plant(
      "a type is another", "-> Int { width }", "-> Double { 0 }", .break, .break, .break,
      reason: "break: changed"),
    Plant(
      "a constraint is another", "Room<Content: Sendable>", "Room<Content: Sendable & Equatable>", .break,
      .nothing, .break,
      reason: "break: changed"),
    Plant(
      "a protocol demands more", "  func close()\n}",
      "  func close()\n  /// Opens.\n  func unlock()\n}\nextension Door { public func unlock() {} }",
      .break, .nothing, .break, reason: "break: a new requirement"),
    Plant(
      "a protocol demands more, and has it already", "  func close()\n}",
      "  func close()\n  /// Opens.\n  func unlock()\n}\nextension Closing {\n  /// Opens.\n  public func unlock() {}\n}",
      .addition, .nothing, .addition, reason: "addition: added"),
    Plant(
      "a conformance to Sendable is lost", "public enum Position: Sendable {",
      "public enum Position: Equatable {", .break, .nothing,
      .break, reason: "- Position conforms to Sendable"),
    Plant(
      "@preconcurrency is lost", "@preconcurrency ", "", .break, .break, .break, reason: "break: changed"),
    Plant(
      "a result has to be used", "@discardableResult ", "", .break, .break, .break, reason: "break: changed"),
    Plant(
      "a name is package", "public func count(", "package func count(", .break, .nothing, .break,
      reason: "break: removed\n    - count(_:)"),
    Plant(
      "a case is added", "case open", "case open\n  /// It is closed.\n  case closed", .break, .nothing,
      .break,
      reason: "break: a new case"),
    Plant(
      "an overload leaves old calls as they are", "/// Counts.",
      "/// Counts.\npublic func count(_ text: Substring) -> Int { 0 }\n/// Counts.",
      .addition, .nothing, .addition, reason: "addition: added"),
    Plant(
      "an overload makes an old call ambiguous", "/// Counts.",
      "/// Counts.\npublic func count(_ text: String?) -> Int { 0 }\n/// Counts.",
      .break, .nothing, .break, reason: "error: ambiguous use of 'count'"),
  ]

  @Test("a planted change is what it is", arguments: plants)
  func plant(_ plant: Plant) throws {
    let house = try House.released()
    try house.change(plant.old, to: plant.new)
    let verdicts = try house.verdicts()
    #expect(House.layers.map { verdicts[$0]?.effect } == plant.effects)
    let reasons = verdicts["Low"]?.reasons ?? []
    #expect(reasons.joined(separator: "\n").contains(plant.reason) || plant.reason.isEmpty, "\(reasons)")
    #expect(reasons.isEmpty == plant.reason.isEmpty)
  }
}

@Suite(.silently) struct CheckAPITests {
  @Test("a change passes with its snapshot, its version and its section, in every layer where it shows")
  func workflow() throws {
    let house = try House.released()
    #expect(try house.violations() == [])
    try house.change("by hand: Bool", to: "with hand: Bool")
    #expect(
      try house.violations() == [
        "Modules/Low/Low.api:1: error: 2 declarations are not as the snapshot says: run `swift run check-api --update`, and "
          + "read what it changes",
        "Package.swift:2: error: Low is 0.9.0, and what changed since 0.9.0 (break) demands 0.10.0",
        "Package.swift:3: error: High is 0.9.0, and what changed since 0.9.0 (break) demands 0.10.0",
        "Package.swift:4: error: Whole is 0.9.0, and what changed since 0.9.0 (break) demands 0.10.0",
      ])
    // A snapshot alone does not make it right, nor does a new version that the changelog does not know.
    #expect(try house.violations(["--update"]).count == 3)
    for layer in House.layers { try house.set(layer, "0.10.0", "2026-12-24") }
    #expect(
      try house.violations() == [
        "CHANGELOG.md:1: error: the newest section of Low is not `### Low 0.10.0, unreleased`",
        "CHANGELOG.md:3: error: the newest section of High is not `### High 0.10.0, unreleased`",
        "CHANGELOG.md:5: error: the newest section of Whole is not `### Whole 0.10.0, unreleased`",
      ])
    for layer in House.layers { try house.set(layer, "0.10.0", "unreleased") }
    #expect(try house.violations() == [])
    // A second change before the release demands nothing more.
    try house.change("/// Counts.", to: "/// More.\npublic func more() {}\n/// Counts.")
    #expect(try house.violations(["--update"]) == [])

    // What is not dated is not released, and what is released is not unreleased.
    #expect(throws: Violation.self) { try house.violations(["--release"]) }
    for layer in House.layers { try house.set(layer, "0.10.0", "2026-12-24") }
    #expect(try house.violations(["--release"]) == [])
    #expect(try house.verdicts().values.allSatisfy { $0.effect == .nothing })
    for layer in House.layers { try house.set(layer, "0.10.0", "unreleased") }
    #expect(try house.violations().count == 3)
    for layer in House.layers { try house.set(layer, "0.9.0", "2026-12-24") }
    #expect(try house.violations().count == 6)
  }

  @Test("after 1.0 a break demands a new first number, an addition a new second one")
  func afterOne() throws {
    let house = try House.released()
    for layer in House.layers { try house.set(layer, "1.0.0", "2026-12-24") }
    #expect(try house.violations(["--release"]) == [])
    try house.change("/// Counts.", to: "/// More.\npublic func more() {}\n/// Counts.")
    #expect(try house.violations().contains { $0.hasSuffix("demands 1.1.0") })
    try house.change("by hand: Bool", to: "with hand: Bool")
    #expect(try house.violations().contains { $0.hasSuffix("demands 2.0.0") })
  }

  @Test("what is public and has no documentation is named with its line")
  func undocumented() throws {
    let house = try House.released()
    try house.change("  /// Makes a door.\n", to: "")
    #expect(
      try house.violations() == [
        "Modules/Low/Low.swift:8: error: Door.init() is public and has no documentation"
      ])
  }

  @Test("an export that is gone is a break of the layer that had it")
  func lostExport() throws {
    let house = try House.released()
    try house.change("@_exported public import High", to: "public import High", in: "Whole")
    let verdicts = try house.verdicts()
    #expect(House.layers.map { verdicts[$0]?.effect } == [.nothing, .nothing, .break])
  }

  @Test("a version that is none, a snapshot that is none and a table without layers are named")
  func badInput() throws {
    #expect(throws: Violation.self) {
      try LayerTable(#"Layer(name: "Low", height: 0, version: "0.9", dependencies: [])"#)
    }
    #expect(throws: Tool.Failure.self) { try LayerTable("let layers: [Layer] = []") }
    for text in ["", "Low", "Low 1", "High 1.0.0\n", "Low 1.0.0\nnothing\n", "Low 1.0.0\n\n"] {
      #expect(throws: Violation.self) { try Snapshot(text, of: "Low", file: "Low.api") }
    }
    for text in ["1", "1.0", "1.0.0.0", "1.0.x", "", "1..0", "-1.0.0", "1.0.0-beta"] {
      #expect(Version(text) == nil)
    }
  }

  @Test("a snapshot says what was released, what is new and what is gone, and is read as it was written")
  func snapshot() throws {
    let (old, kept, new) = (
      Declaration(path: "a()", text: "func a()"), Declaration(path: "b()", text: "func b()"),
      Declaration(path: "-(_:_:)", text: "func - (left: Int, right: Int)")
    )
    let snapshot = Snapshot(version: Version(1, 2, 3), released: [old, kept], current: [new, kept])
    let text = "Low 1.2.3\n+ -(_:_:) func - (left: Int, right: Int)\n- a() func a()\nb() func b()\n"
    #expect(snapshot.text(for: "Low") == text)
    #expect(try Snapshot(text, of: "Low", file: "Low.api") == snapshot)
  }
}
