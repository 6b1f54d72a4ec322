import ScriptSupport
import SignalTesting

/// A public declaration that makes a signal, and the diagrams in its comment.
struct PublicOperator: Equatable {
  /// Its name; with that of its type, unless that is `Signal`.
  let name: String
  let file: String
  let line: Int
  let blocks: [Block]

  /// An indented block of a comment that has a diagram in it.
  struct Block: Equatable {
    let line: Int
    let text: [String]
  }

  /// Finds the functions and properties that return a signal, or a function that does.
  static func all(in files: Files) -> [PublicOperator] {
    files.sorted { $0.key < $1.key }.flatMap { file, source in all(in: source, file: file) }
  }

  static func all(in source: String, file: String) -> [PublicOperator] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let typeDeclaration = /(?:public |package )?(?:final )?(?:class|struct|enum|extension) (\w+)/
    var found: [PublicOperator] = []
    var enclosing = "Signal"
    for (index, line) in lines.enumerated() {
      if let match = line.prefixMatch(of: typeDeclaration), !line.hasSuffix("{}") {
        enclosing = String(match.1)
      } else if line == "}" {
        enclosing = "Signal"
      }
      guard let match = line.firstMatch(of: /public (?:static )?(?:func|var) `?(\w+)/) else { continue }
      let end = lines[index...].firstIndex { $0.hasSuffix("{") } ?? index
      let declaration = lines[index...end]
      guard makesSignal(declaration.joined(separator: " ")) else { continue }
      let name = enclosing == "Signal" ? String(match.1) : "\(enclosing).\(match.1)"
      found.append(
        PublicOperator(name: name, file: file, line: index + 1, blocks: blocks(before: index, in: lines)))
    }
    return found
  }

  private static func makesSignal(_ declaration: String) -> Bool {
    let type = declaration.split(separator: " -> ").last ?? ""
    if type.count < declaration.count { return type.hasPrefix("Signal<") }
    return declaration.contains(/public (?:static )?var `?\w+`?: Signal</)
  }

  private static func blocks(before declaration: Int, in lines: [String]) -> [Block] {
    func trimmed(_ index: Int) -> Substring { lines[index].drop { $0 == " " } }
    var start = declaration
    while start > 0, trimmed(start - 1).hasPrefix("///") || trimmed(start - 1).hasPrefix("@") { start -= 1 }
    var blocks: [Block] = []
    var text: [String] = []
    for index in start...declaration {
      let line = trimmed(index)
      if line.hasPrefix("///     ") {
        text.append(String(line.dropFirst(8)))
      } else if !text.isEmpty {
        if text.contains(where: isDiagram) { blocks.append(Block(line: index + 1 - text.count, text: text)) }
        text = []
      }
    }
    return blocks
  }

  private static func isDiagram(_ line: String) -> Bool {
    let diagram = line.prefixMatch(of: /[^ ]+/)?.output ?? ""
    return diagram.contains(/[-|#]/) && (try? Marbles(String(diagram))) != nil
  }
}
