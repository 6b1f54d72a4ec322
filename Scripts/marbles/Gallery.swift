import Foundation
import ScriptSupport
import Specifications

/// All specifications, run and drawn.
struct Gallery {
  struct Entry {
    /// The module of the operator.
    let module: String
    /// The name of its files.
    let name: String
    let specification: Specification
    let record: Record
    let difference: String?

    /// The pictures by the names of their files.
    var pictures: Files {
      let picture = Picture(of: record)
      return [Theme.light, .dark].reduce(into: [:]) { $0["\(name)\($1.suffix).svg"] = picture.svg($1) }
    }

    /// An operator that does not do what is specified has no picture that one could believe.
    var violation: Violation? {
      difference.map { difference in
        let file = "Tests/\(specification.place.fileID)"
        return Violation(file: file, line: specification.place.line, "\(specification.name): \(difference)")
      }
    }
  }

  let entries: [Entry]

  /// Runs everything.
  @MainActor
  init() throws {
    var entries: [Entry] = []
    for (module, specifications) in Specification.modules {
      for (name, specification) in Specification.named(specifications) {
        let (record, difference) = try specification.run()
        entries.append(
          Entry(
            module: module, name: name, specification: specification, record: record, difference: difference))
      }
    }
    self.entries = entries
  }

  /// Pictures and texts, for one folder.
  static func loose(_ entries: [Entry]) -> Files {
    entries.reduce(into: [:]) { files, entry in
      files.merge(entry.pictures) { $1 }
      files["\(entry.name).txt"] = entry.record.text
    }
  }

  // MARK: In the documentation

  /// The files of the documentation, by their paths in the package.
  var documentation: Files {
    var files: Files = [:]
    for (module, entries) in Dictionary(grouping: entries, by: \.module) {
      for (name, picture) in entries.flatMap(\.pictures) {
        files["\(Self.pictures(of: module))/\(name)"] = picture
      }
      files["\(Self.pictures(of: module))/\(module)InDiagrams.md"] = Self.page(module, entries)
    }
    return files
  }

  /// The page stands beside its pictures: so a reference is the same in the documentation and where plain Markdown is shown.
  private static func pictures(of module: String) -> String {
    "Modules/\(module)/\(module).docc/Diagrams"
  }

  /// Pictures of what is specified no more.
  func superfluous(in folder: URL) throws -> [String] {
    let wanted = documentation
    return try Set(entries.map(\.module)).sorted().flatMap { module in
      try Files.read(Self.pictures(of: module), in: folder) { _ in true }.keys.filter { wanted[$0] == nil }
        .sorted()
    }
  }

  /// The files that are not as they would be written.
  func differences(in folder: URL) throws -> [Violation] {
    let advice = "run `swift run marbles`"
    let stale = documentation.filter { path, text in (try? Files.read(path, in: folder)) != text }
    return try stale.map { Violation(file: $0.key, line: 1, "this is not what the operators do: \(advice)") }
      + superfluous(in: folder).map {
        Violation(file: $0, line: 1, "nothing is specified for this: \(advice)")
      }
  }

  private static func page(_ module: String, _ entries: [Entry]) -> String {
    var text = """
      # \(module) in Diagrams

      What was recorded when each was run.

      ## Overview

      Time goes from left to right. A marble is a value, a bar is the completion, a cross is an error. Events of one
      moment stand below each other. A line is strong while somebody listens: it begins at a dot where it begins later
      than the rest, and a ring is the disposal. What is pale would have been sent if somebody had listened.

      <!-- `swift run marbles` writes this page and its pictures. -->

      """
    var heading = ""
    for entry in entries {
      if entry.specification.name != heading {
        heading = entry.specification.name
        text += "\n### \(heading)\n"
      }
      let alternative = entry.record.expression.filter { !"[]\\`".contains($0) }
      text += "\n![\(alternative)](\(entry.name).svg)\n\n```text\n\(entry.record.text)```\n"
    }
    return text
  }
}
