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
    #expect(CheckLayers.run(["--package-path", folder.path]) == 0)

    try write("Modules/Signals/Deep/Er.swift", "\n@preconcurrency import struct Foundation.Date")
    try write("Modules/Signals/Signals.docc/Listing.swift", "import Foundation")
    #expect(CheckLayers.run(["--package-path", folder.path]) == 1)
    let report = try CheckLayers.violations(packageIn: folder).map(\.description)
    #expect(
      report == [
        "Modules/Signals/Deep/Er.swift:2: error: Signals imports Foundation: only Bridges may, use the standard "
          + "library or the C library"
      ])
    let manifest = try Manifest(packageIn: folder)
    #expect(manifest.line(of: "Signals") == 15)
  }

  @Test("arguments that are not understood, and a folder without a package, are no verdict")
  func failures() {
    #expect(CheckLayers.run(["--fast"]) == 2)
    #expect(CheckLayers.run(["--package-path"]) == 2)
    #expect(CheckLayers.run(["--package-path", "/nowhere"]) == 2)
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
          {"name": "B", "type": "regular", "path": "Modules/B", "dependencies": []},
          {"name": "C", "type": "test", "dependencies": []}
        ]
      }
      """
    let manifest = try Manifest(dump: Data(json.utf8), text: "")
    #expect(manifest.targets.map(\.path) == ["Sources/A", "Modules/B", "Tests/C"])
    #expect(manifest.targets[0].dependencies == ["B", "C"])
    #expect(manifest.targets[0].products == ["Logging", "Other"])
    #expect(manifest.packages == ["swift-log", "local"])
  }
}
