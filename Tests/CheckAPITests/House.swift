import Foundation
import ScriptSupport

@testable import check_api

/// A package of three layers in a temporary folder, which is compiled, released, and then changed.
final class House: @unchecked Sendable {  // safe: each is used by one test, and the template is only copied
  let folder = URL.temporaryDirectory.appending(path: "check-api-tests-\(UUID().uuidString)")
  private var modules: URL { folder.appending(path: "modules") }

  private(set) var sources = [
    "Low": """
    /// Can be closed.
    public protocol Closing: Sendable {
      /// Closes.
      func close()
    }
    /// A door.
    public final class Door: Closing {
      /// Makes a door.
      public init() {}
      /// Closes.
      public func close() {}
      /// Opens.
      @discardableResult public func open(_ width: Int, by hand: Bool) -> Int { width }
      /// Calls later.
      @preconcurrency public func whenOpen(_ action: @escaping @Sendable () -> Void) {}
    }
    /// How a door is.
    public enum Position: Sendable {
      /// It is open.
      case open
    }
    /// Holds something.
    public struct Room<Content: Sendable>: Sendable {
      /// What it holds.
      public let content: Content
      /// Holds something.
      public init(_ content: Content) { self.content = content }
    }
    /// Counts.
    public func count(_ number: Int?) -> Int { number ?? 0 }
    """,
    "High": """
    public import Low
    /// Locks a door.
    public func lock(_ door: Door) {}
    /// Knocks.
    public func knock() {}
    """,
    "Whole": """
    @_exported public import Low
    @_exported public import High
    """,
  ]

  private var versions = ["Low": "0.9.0", "High": "0.9.0", "Whole": "0.9.0"]
  private var dates = ["Low": "2026-12-01", "High": "2026-12-01", "Whole": "2026-12-01"]

  static let layers = ["Low", "High", "Whole"]

  /// A package whose layers are all released, and nothing changed since.
  static func released() throws -> House { try House(copying: template.get().folder) }

  private static let template = Result { try House() }

  private init(copying released: URL) throws {
    try FileManager.default.copyItem(at: released, to: folder)
  }

  private init() throws {
    try compile()
    dates = dates.mapValues { _ in "unreleased" }
    try write()
    _ = try violations(["--update"])
    dates = dates.mapValues { _ in "2026-12-01" }
    try write()
    guard try violations(["--release"]).isEmpty else { throw Tool.Failure("the package was not released") }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Changes a source, and compiles.
  func change(_ old: String, to new: String, in layer: String = "Low") throws {
    guard let source = sources[layer], source.contains(old) else {
      throw Tool.Failure("there is no `\(old)` in \(layer)")
    }
    sources[layer] = source.replacing(old, with: new)
    try compile()
  }

  /// Sets the version of a layer in Package.swift, and names it in the changelog.
  func set(_ layer: String, _ version: String, _ date: String) throws {
    (versions[layer], dates[layer]) = (version, date)
    try write()
  }

  /// What is wrong, as it is printed.
  func violations(_ flags: Set<String> = []) throws -> [String] {
    try check(flags).violations
  }

  /// What each layer's change means, and what is said of it.
  func verdicts() throws -> [String: (effect: Effect, reasons: [String])] {
    let check = try check([]).check
    return Dictionary(uniqueKeysWithValues: Self.layers.map { ($0, check.verdict(on: $0)) })
  }

  private func check(_ flags: Set<String>) throws -> (check: APICheck, violations: [String]) {
    var check = try CheckAPI.check(packageIn: folder, modules: CompiledModules(in: modules))
    if !flags.isEmpty {
      try CheckAPI.write(check, flags: flags, to: folder)
      check = try CheckAPI.check(packageIn: folder, modules: CompiledModules(in: modules))
    }
    return (check, check.violations.sorted().map(\.description))
  }

  private func compile() throws {
    try write()
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    for layer in Self.layers {
      let (status, messages) = try Tool.outcome(of: [
        "swiftc", "-emit-module", "-module-name", layer, "-swift-version", "6", "-package-name", "house",
        "-enable-upcoming-feature",
        "InternalImportsByDefault", "-I", modules.path, "-o",
        modules.appending(path: "\(layer).swiftmodule").path,
        folder.appending(path: "Modules/\(layer)/\(layer).swift").path,
      ])
      guard status == 0 else { throw Tool.Failure(messages) }
    }
  }

  private func write() throws {
    var files = Self.layers.reduce(into: [:]) { $0["Modules/\($1)/\($1).swift"] = sources[$1] }
    let rows = Self.layers.enumerated().map { height, layer in
      #"  Layer(name: "\#(layer)", height: \#(height), version: "\#(versions[layer] ?? "")", dependencies: []),"#
    }
    files["Package.swift"] = "let layers: [Layer] = [\n\(rows.joined(separator: "\n"))\n]\n"
    files["CHANGELOG.md"] = Self.layers.map { "### \($0) \(versions[$0] ?? ""), \(dates[$0] ?? "")\n" }
      .joined(separator: "\n")
    files["Examples/Calls/main.swift"] = """
      import Whole
      Door().open(1, by: true)
      _ = count(nil)
      """
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }
}
