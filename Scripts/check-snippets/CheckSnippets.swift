import Foundation
import ScriptSupport

/// Proves that what the documentation shows is what the examples say, and that its links to files lead somewhere.
///
/// `swift run check-snippets [--package-path <folder>] [--fix] [--compile]`; with `--fix` it rewrites the blocks that
/// differ, and with `--compile` it builds the package, and compiles each block of an example as somebody would who copies it.
@main
enum CheckSnippets {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ arguments: [String]) -> Int32 {
    Tool.run(arguments, flags: ["--fix", "--compile"]) { folder, flags in
      var check = try SnippetCheck(packageIn: folder)
      if flags.contains("--fix") {
        for (file, text) in check.corrected.sorted(by: { $0.key < $1.key }) {
          try Data(text.utf8).write(to: folder.appending(path: file))
          Tool.say("rewrote \(file)")
        }
        check = try SnippetCheck(packageIn: folder)
      }
      Tool.say("\(check.agreeing) blocks agree with their examples, \(check.exempt) need none")
      let violations = check.violations + check.unusedRegions
      guard flags.contains("--compile"), violations.isEmpty else { return violations }
      return try Copy.violations(in: check.copies, against: CompiledModules(ofPackageIn: folder))
    }
  }
}

extension SnippetCheck {
  init(packageIn folder: URL) throws {
    var documents = try Files.read("Modules", in: folder) {
      $0.hasSuffix(".swift") || $0.hasSuffix(".md") && $0.contains(".docc/")
    }
    for file in ["README.md", "CONTRIBUTING.md"]
    where FileManager.default.fileExists(atPath: folder.appending(path: file).path) {
      documents[file] = try Files.read(file, in: folder)
    }
    let examples = try Files.read("Examples", in: folder) {
      $0.hasSuffix(".swift") || $0.hasSuffix("/expected.txt")
    }
    self.init(documents: documents, examples: examples) { path in
      FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }
  }
}
