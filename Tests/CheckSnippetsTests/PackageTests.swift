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
    func run(_ flags: String...) -> (status: Int32, text: String) {
      Tool.captured { CheckSnippets.run(["--package-path", folder.path] + flags) }
    }

    #expect(try SnippetCheck(packageIn: folder).violations.map(\.file) == ["Modules/M/M.swift"])
    #expect(run().status == 1)
    #expect(try read("Modules/M/M.swift") == comment)
    #expect(run("--fix") == (0, "rewrote Modules/M/M.swift\n4 blocks agree with their examples, 0 need none"))
    #expect(try read("Modules/M/M.swift") == "/// <!-- output: A -->\n/// ```\n/// 1\n/// ```\nfunc g() {}\n")
    #expect(try read("README.md") == shown)
    #expect(run() == (0, "4 blocks agree with their examples, 0 need none"))

    try write("Examples/A/main.swift", "// snippet: a\ng()\n// end snippet\n")
    #expect(try SnippetCheck(packageIn: folder).violations.count == 3)
    try write("CONTRIBUTING.md", shown + "```swift\n```\n")
    let fixed = run("--fix")
    #expect(fixed.status == 1)
    #expect(fixed.text.contains("\nCONTRIBUTING.md:5: error: "))
    #expect(try read("Modules/M/M.docc/Deep/M.md").contains("g()"))
  }

  @Test("a block that lacks a definition does not compile when it is copied, and says what is missing")
  func copiesCompile() throws {
    let modules = try CompiledModules.ofThisProgram()
    let copies = [
      Copy(file: "A.md", line: 3, text: ["print(Signal<Int, NoError>.single(1))"]),
      Copy(file: "A.md", line: 9, text: ["print(numbers)"]),
    ]
    #expect(
      try Copy.violations(in: copies, against: modules).map(\.description) == [
        "A.md:9: error: copied, this does not compile: cannot find 'numbers' in scope; "
          + "show before it what it needs, and name that: `, after Example/main.swift#region`"
      ])
  }

  @Test("arguments that are not understood, and a folder without a package, are no verdict")
  func failures() {
    let unknown = Tool.captured { CheckSnippets.run(["--fast"]) }
    let known = "the arguments are [--package-path <folder>], [--compile], [--fix]"
    #expect(unknown == (2, "error: '--fast' is not understood; \(known)"))
    let nowhere = Tool.captured { CheckSnippets.run(["--package-path", "/nowhere", "--fix"]) }
    #expect(nowhere == (2, "error: there is no Package.swift in /nowhere"))
  }
}
