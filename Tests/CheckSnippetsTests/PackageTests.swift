import Foundation
import ScriptSupport
import Testing
import ToolTesting

@testable import check_snippets

@Suite(.silently) struct PackageTests {
  @Test("a real package is checked and corrected in place")
  func realPackage() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-snippets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String, _ text: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func read(_ path: String) throws -> String {
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    let shown = "<!-- snippet: A/main.swift#a -->\n```swift\nf()\n```\n"
    let comment = "/// <!-- output: A -->\n/// ```\n/// ```\nfunc g() {}\n"
    try write("Package.swift", "")
    try write("Examples/A/main.swift", "// snippet: a\nf()\n// end snippet\n")
    try write("Examples/A/expected.txt", "1\n")
    for path in ["README.md", "CONTRIBUTING.md", "Modules/M/M.docc/Deep/M.md"] { try write(path, shown) }
    try write("Modules/M/notes.md", "```swift\n```")
    try write("Modules/M/M.swift", comment)
    let arguments = ["--package-path", folder.path]

    #expect(try SnippetCheck(packageIn: folder).violations.map(\.file) == ["Modules/M/M.swift"])
    #expect(CheckSnippets.run(arguments) == 1)
    #expect(try read("Modules/M/M.swift") == comment)
    #expect(CheckSnippets.run(arguments + ["--fix"]) == 0)
    #expect(try read("Modules/M/M.swift") == "/// <!-- output: A -->\n/// ```\n/// 1\n/// ```\nfunc g() {}\n")
    #expect(try read("README.md") == shown)
    #expect(CheckSnippets.run(arguments) == 0)

    try write("Examples/A/main.swift", "// snippet: a\ng()\n// end snippet\n")
    #expect(try SnippetCheck(packageIn: folder).violations.count == 3)
    try write("CONTRIBUTING.md", shown + "```swift\n```\n")
    #expect(CheckSnippets.run(arguments + ["--fix"]) == 1)
    #expect(try read("Modules/M/M.docc/Deep/M.md").contains("g()"))
  }

  @Test("arguments that are not understood, and a folder without a package, are no verdict")
  func failures() {
    #expect(CheckSnippets.run(["--fast"]) == 2)
    #expect(CheckSnippets.run(["--package-path", "/nowhere", "--fix"]) == 2)
  }
}
