import Foundation
import ScriptSupport
import Specifications
import Testing
import ToolTesting

@testable import marbles

@Suite(.silently) @MainActor struct GalleryTests {
  @Test("the documentation is written, checked, and written again")
  func documentation() throws {
    let folder = try temporaryPackage()
    defer { try? FileManager.default.removeItem(at: folder) }
    func run(_ flags: String...) -> (status: Int32, text: String) {
      Tool.captured { DrawMarbles.run(["--package-path", folder.path] + flags) }
    }
    let picture = "Modules/Operators/Operators.docc/Diagrams/map~dark.svg"
    let leftover = "Modules/Operators/Operators.docc/Diagrams/gone.svg"

    #expect(run("--check").status == 1)
    #expect(run() == (0, "wrote \(try Gallery().documentation.count) files"))
    #expect(run("--check") == (0, ""))
    let drawn = try Files.read(picture, in: folder)
    let page = try Files.read("Modules/Operators/Operators.docc/Diagrams/OperatorsInDiagrams.md", in: folder)
    #expect(page.contains("### map\n\n![map { $0 * 10 }](map.svg)\n\n```text\n--1--2--|\nmap { $0 * 10 }\n"))

    try Data("<svg/>".utf8).write(to: folder.appending(path: picture))
    try Data("<svg/>".utf8).write(to: folder.appending(path: leftover))
    let differences = try Gallery().differences(in: folder)
    #expect(Set(differences.map(\.file)) == [picture, leftover])
    let failures = differences.sorted().map(\.description).joined(separator: "\n")
    #expect(run("--check") == (1, failures))
    #expect(run().status == 0)
    #expect(try Files.read(picture, in: folder) == drawn)
    #expect(run("--check") == (0, ""))
  }

  @Test("one operator's pictures can be written elsewhere, with their text")
  func elsewhere() throws {
    let folder = try temporaryPackage()
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "pictures").path
    let arguments = ["--package-path", folder.path, "--output", output]
    let drawn = Tool.captured { DrawMarbles.run(arguments + ["--only", "mapToSignal"]) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: output).sorted() == [
        "mapToSignal.svg", "mapToSignal.txt", "mapToSignal~dark.svg",
      ])
    let text = """
      --1-----2---|
        -1-1-1!
              -2-2-2-2-|
      mapToSignal { n in -n-n-n-n-| }
      ---1-1-1-2-2-2-2-|

      """
    #expect(try Files.read("mapToSignal.txt", in: URL(filePath: output)) == text)
    #expect(drawn == (0, "\(text)\nwrote 3 files"))
  }

  @Test("what is not understood, and an operator that is not there, are refused")
  func refused() throws {
    let folder = try temporaryPackage()
    defer { try? FileManager.default.removeItem(at: folder) }
    let known = "the arguments are [--package-path <folder>], [--check], [--only <value>], [--output <value>]"
    for (arguments, text) in [
      (["--only", "mapp"], "error: there is no specification of mapp"),
      (["--outputs", "x"], "error: '--outputs' is not understood; \(known)"),
      (["--output"], "error: '--output' is not understood; \(known)"),
    ] {
      #expect(Tool.captured { DrawMarbles.run(["--package-path", folder.path] + arguments) } == (2, text))
    }
  }

  @Test("every specification does what it says, and has pictures of its own")
  func entries() throws {
    let gallery = try Gallery()
    #expect(gallery.entries.allSatisfy { $0.violation == nil })
    #expect(Set(gallery.entries.map(\.name)).count == Specification.all.count)
  }

  private func temporaryPackage() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "marbles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: "Package.swift"))
    return folder
  }
}
