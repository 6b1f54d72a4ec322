import Foundation
import ScriptSupport
import Specifications

/// Draws what the operators do.
///
///     swift run marbles [--check] [--output <folder>] [--only <operator>] [--package-path <folder>]
///
/// It runs every specification, and writes a picture of what happened, light and dark, into the documentation of the
/// module, together with a page that shows them all. With `--output` it writes the pictures, and each as text, into
/// that folder instead. With `--only` it takes those of one operator, and prints them as text as well. With `--check`
/// it writes nothing, and says which files are not what it would have written.
@main
enum DrawMarbles {
  @MainActor
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  @MainActor
  static func run(_ arguments: [String]) -> Int32 {
    Tool.run(arguments, flags: ["--check"], options: ["--output", "--only"]) { given in
      try MainActor.assumeIsolated { try draw(given) }
    }
  }

  @MainActor
  private static func draw(_ given: Tool.Arguments) throws -> [Violation] {
    let gallery = try Gallery()
    let only = given.options["--only"]
    let entries = gallery.entries.filter { only == nil || $0.specification.name == only }
    if let only, entries.isEmpty { throw Tool.Failure("there is no specification of \(only)") }
    if only != nil { Tool.say(entries.map(\.record.text).joined(separator: "\n")) }
    var failures = entries.compactMap(\.violation)

    if let output = given.options["--output"] {
      let folder = URL(filePath: output, directoryHint: .isDirectory)
      try write(Gallery.loose(entries), in: folder)
    } else if given.flags.contains("--check") {
      failures += try gallery.differences(in: given.folder)
    } else {
      let files = gallery.documentation.filter { file in
        only == nil || entries.contains { $0.pictures.keys.contains { file.key.hasSuffix("/\($0)") } }
      }
      if only == nil {
        for file in try gallery.superfluous(in: given.folder) {
          try FileManager.default.removeItem(at: given.folder.appending(path: file))
        }
      }
      try write(files, in: given.folder)
    }
    return failures
  }

  private static func write(_ files: Files, in folder: URL) throws {
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    Tool.say("wrote \(files.count) files")
  }
}
