import Foundation
import ScriptSupport
import Testing
import ToolTesting

@testable import check_layers

@Suite(.silently) struct PackageTests {
  @Test("a real package is read with its targets, its lines and its files")
  func realPackage() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-layers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String, _ text: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let fixture = Fixture()
    let rows = fixture.rows.map { row in
      #"  Layer(name: "\#(row.name)", height: \#(row.height), dependencies: \#(row.dependencies)),"#
    }
    try write(
      "Package.swift",
      """
      // swift-tools-version: 6.2
      import PackageDescription

      struct Layer {
        let name: String
        let height: Int
        let dependencies: [String]
      }

      let layers: [Layer] = [
      \(rows.joined(separator: "\n"))
      ]

      let package = Package(
        name: "fixture",
        targets: layers.map {
          .target(
            name: $0.name, dependencies: $0.dependencies.map { .init(stringLiteral: $0) },
            path: "./Modules/\\($0.name)/")
        })
      """)
    for (file, source) in fixture.sources { try write(file, source) }
    let manifest = try Manifest(packageIn: folder)
    #expect(manifest.line(of: "Signals") == 15)
    let clean = Tool.captured { CheckLayers.run(["--package-path", folder.path]) }
    #expect(clean.status == 0)
    #expect(clean.text == manifest.picture)

    try write("Modules/Signals/Deep/Er.swift", "\n@preconcurrency import struct Foundation.Date")
    try write("Modules/Signals/Signals.docc/Listing.swift", "import Foundation")
    let broken = Tool.captured { CheckLayers.run(["--package-path", folder.path]) }
    #expect(broken.status == 1)
    #expect(
      broken.text == manifest.picture
        + "\nModules/Signals/Deep/Er.swift:2: error: Signals imports Foundation: only Bridges may, use the standard "
        + "library or the C library")
  }

  @Test("what SwiftPM compiles is read, through links as well, and what it leaves out is not")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-layers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("import Foundation".utf8).write(to: file)
    }
    func link(_ path: String, to other: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: path).path, withDestinationPath: other)
    }
    let compiled = ["A.swift", "Deep/B.swift", "de.lproj/C.swift"]
    let ignored = [
      ".Hidden.swift", ".hidden/D.swift", "Deep/.E.swift", "A.docc/F.swift", "A.docc/Deep/F.swift",
      "A.playground/G.swift", "A.xcassets/H.swift", "I.swift~", "Out/J.swift",
    ]
    for file in compiled + ignored { try write("Modules/Signals/\(file)") }
    try write("Elsewhere/Deep/K.swift")
    try write("Elsewhere/L.swift")
    try write("Tests/SignalsTests/M.swift")
    try write("Tests/Fixtures/N.swift")
    try link("Modules/Signals/Linked", to: "../../Elsewhere")
    try link("Modules/Signals/Deep/O.swift", to: "../../../Elsewhere/L.swift")
    try link("Modules/Promises", to: "../Elsewhere")
    // One leads nowhere, and one round in a circle.
    try link("Modules/Signals/P.swift", to: "gone.swift")
    try link("Modules/Signals/Deep/Up", to: "..")

    let manifest = Manifest(
      targets: [
        .init(name: "Signals", path: "Modules/Signals", dependencies: [], products: [], exclude: ["Out"]),
        .init(name: "SignalsTests", path: "Tests/SignalsTests", dependencies: [], products: []),
      ], packages: [], text: "")
    #expect(
      try CheckLayers.sources(of: manifest, in: folder).keys.sorted() == [
        "Modules/Promises/Deep/K.swift", "Modules/Promises/L.swift", "Modules/Signals/A.swift",
        "Modules/Signals/Deep/B.swift", "Modules/Signals/Deep/O.swift", "Modules/Signals/Linked/Deep/K.swift",
        "Modules/Signals/Linked/L.swift", "Modules/Signals/de.lproj/C.swift", "Tests/SignalsTests/M.swift",
      ])
  }

  @Test("arguments that are not understood, and a folder without a package, are no verdict")
  func failures() {
    let arguments = [["--fast"], ["--package-path"], ["--package-path", "/nowhere"]]
    let outcomes = arguments.map { arguments in Tool.captured { CheckLayers.run(arguments) } }
    #expect(outcomes.map(\.status) == [2, 2, 2])
    #expect(
      outcomes.map(\.text) == [
        "error: '--fast' is not understood; the arguments are [--package-path <folder>]",
        "error: '--package-path' is not understood; the arguments are [--package-path <folder>]",
        "error: there is no Package.swift in /nowhere",
      ])
  }

  @Test("a dump is read in all its spellings")
  func dump() throws {
    let json = """
      {
        "dependencies": [{"sourceControl": [{"identity": "swift-log"}]}, {"fileSystem": [{"identity": "local"}]}],
        "targets": [
          {"name": "A", "type": "regular", "dependencies": [
            {"byName": ["B", null]},
            {"target": ["C", {"platformNames": ["linux"]}]},
            {"product": ["Logging", "swift-log", null, null]},
            {"byName": ["Other", null]}
          ]},
          {"name": "B", "type": "regular", "path": "Modules/B", "exclude": ["B.api", "./Old/"], "dependencies": []},
          {"name": "C", "type": "test", "dependencies": []}
        ]
      }
      """
    let manifest = try Manifest(dump: Data(json.utf8), text: "")
    #expect(manifest.targets.map(\.path) == ["Sources/A", "Modules/B", "Tests/C"])
    #expect(manifest.targets[0].dependencies == ["B", "C"])
    #expect(manifest.targets[0].products == ["Logging", "Other"])
    #expect(manifest.targets[1].exclude == ["B.api", "Old"])
    #expect(manifest.packages == ["swift-log", "local"])
  }
}
