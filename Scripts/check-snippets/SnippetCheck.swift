import ScriptSupport

/// Compares the blocks of the documentation with the examples that they are taken from.
struct SnippetCheck {
  private let examples: Files
  private let regions: [String: Regions]
  /// The regions that a document shows, as `file#name`.
  private var shown: Set<String> = []
  private let exists: (String) -> Bool
  private(set) var violations: [Violation] = []
  /// The documents in which a block differed from its example, with the example's text.
  private(set) var corrected: Files = [:]
  /// What a reader has who copies a block of an example.
  private(set) var copies: [Copy] = []
  /// How many blocks say what their example says.
  private(set) var agreeing = 0
  /// How many blocks need no example.
  private(set) var exempt = 0

  /// Checks everything.
  ///
  /// - Parameters:
  ///   - documents: Markdown files, and Swift files for their documentation comments.
  ///   - examples: The files under `Examples`.
  ///   - exists: Whether there is a file or a folder at a path from the package's folder.
  init(documents: Files, examples: Files, exists: @escaping (String) -> Bool = { _ in true }) {
    self.examples = examples
    self.exists = exists
    regions = examples.filter { $0.key.hasSuffix(".swift") }
      .reduce(into: [:]) { $0[$1.key] = Regions(of: $1.value, file: $1.key) }
    violations = regions.values.flatMap(\.violations)
    for (file, text) in documents.sorted(by: { $0.key < $1.key }) { check(Document(text, file: file)) }
  }

  /// The regions of the examples that no document shows.
  var unusedRegions: [Violation] {
    regions.flatMap { file, regions in
      regions.lines.filter { !shown.contains("\(file)#\($0.key)") }.map { name, line in
        Violation(file: file, line: line, "no page shows the region '\(name)': remove its marks, or show it")
      }
    }
  }

  private mutating func check(_ document: Document) {
    var document = document
    violations += document.violations
    for link in document.links where !exists(link.path) {
      report(document, link.line, "the link to \(link.path) leads nowhere")
    }
    for block in document.blocks {
      guard case .snippet(let file, let region, let earlier) = block.marker else { continue }
      shown.insert("Examples/\(file)#\(region)")
      addCopy(of: block, after: earlier, in: document)
    }
    for block in document.blocks.reversed() {
      switch expectation(for: block) {
      case .nothing:
        exempt += 1
      case .text(let text, _) where text == block.text:
        agreeing += 1
      case .text(let text, let source):
        let (line, difference) = difference(from: block, to: text)
        let advice = "change the example, or run `swift run check-snippets --fix`"
        report(document, line, "this differs from \(source): \(advice)\n\(difference)")
        document.replaceText(of: block, with: text)
        corrected[document.file] = document.lines.joined(separator: "\n")
      case .impossible(let reason):
        report(document, block.line, reason)
      }
    }
  }

  private mutating func report(_ document: Document, _ line: Int, _ message: String) {
    violations.append(Violation(file: document.file, line: line, message))
  }

  /// - Parameter earlier: The regions that the page has to show before the block.
  private mutating func addCopy(of block: Block, after earlier: [String], in document: Document) {
    var text: [String] = []
    for name in earlier {
      let above = document.blocks.first { other in
        guard case .snippet(let file, let region, _) = other.marker else { return false }
        return "\(file)#\(region)" == name && other.line < block.line
      }
      guard let above else {
        return report(document, block.line, "the page does not show \(name) before this block")
      }
      text += above.text
    }
    copies.append(Copy(file: document.file, line: block.line, text: text + block.text))
  }

  // MARK: What a block should say

  private enum Expectation {
    case nothing
    case text([String], source: String)
    case impossible(String)
  }

  private func expectation(for block: Block) -> Expectation {
    switch block.marker {
    case .snippet(let file, let region, _):
      return text(ofRegion: region, in: "Examples/\(file)")
    case .output(let example, let lines):
      return output(of: example, lines: lines)
    case .notCompiled:
      return .nothing
    case nil where ["text", "sh", "console"].contains(block.language):
      return .nothing
    case nil where block.language.isEmpty:
      return .impossible(
        "this block does not say what it is: write ```text, or ```swift with a marker before it")
    case nil:
      return .impossible(
        "this block of \(block.language) comes from nowhere: write `<!-- snippet: Example/main.swift#region -->`, or "
          + "`<!-- not compiled: the reason -->`, on the line before it")
    }
  }

  private func text(ofRegion name: String, in file: String) -> Expectation {
    guard let regions = regions[file] else { return .impossible("there is no example \(file)") }
    guard let text = regions.named[name] else {
      let known = regions.named.keys.sorted().joined(separator: ", ")
      return .impossible("\(file) has no region '\(name)': it has \(known.isEmpty ? "none" : known)")
    }
    return .text(text, source: "\(file)#\(name)")
  }

  private func output(of example: String, lines: ClosedRange<Int>?) -> Expectation {
    let file = "Examples/\(example)/expected.txt"
    guard var text = examples[file]?.lines else { return .impossible("there is no expected output \(file)") }
    if text.last == "" { text.removeLast() }
    guard let lines else { return .text(text, source: file) }
    guard lines.upperBound <= text.count else { return .impossible("\(file) has \(text.count) lines only") }
    return .text(Array(text[(lines.lowerBound - 1)..<lines.upperBound]), source: file)
  }

  /// The lines between the common beginning and the common end, and the number of the first.
  private func difference(from block: Block, to text: [String]) -> (line: Int, lines: String) {
    let beginning = zip(block.text, text).prefix { $0 == $1 }.count
    let end = zip(block.text.dropFirst(beginning).reversed(), text.dropFirst(beginning).reversed())
      .prefix { $0 == $1 }.count
    let removed = block.text.dropFirst(beginning).dropLast(end).map { "  - \($0)" }
    let added = text.dropFirst(beginning).dropLast(end).map { "  + \($0)" }
    return (block.line + 1 + beginning, (removed + added).joined(separator: "\n"))
  }
}
