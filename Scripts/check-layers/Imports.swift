/// One import declaration, in any spelling.
struct Import: Equatable {
  /// The first component of what is imported: `X` in `import struct X.Y`.
  let module: String
  let line: Int
  /// Without the `@` and the arguments.
  let attributes: Set<String>

  var isReexport: Bool { attributes.contains("_exported") }

  /// Finds all imports of a file, also those of other platforms.
  static func all(in source: String) throws(SwiftLexer.Unreadable) -> [Import] {
    let tokens = try SwiftLexer.tokens(of: source)
    var imports: [Import] = []
    for (position, token) in tokens.enumerated() where token.text == "import" && !token.isQuoted {
      if position > 0 && tokens[position - 1].text == "." { continue }
      var rest = tokens[(position + 1)...]
      if let kind = rest.first, kinds.contains(kind.text), !kind.isQuoted { rest.removeFirst() }
      guard let module = rest.first else {
        throw SwiftLexer.Unreadable(line: token.line, reason: "an import names no module")
      }
      imports.append(
        Import(module: module.text, line: token.line, attributes: attributes(endingAt: tokens[..<position])))
    }
    return imports
  }

  private static let kinds: Set = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]

  private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]

  /// Reads backwards from the `import` keyword; what stood between brackets is not among the tokens.
  private static func attributes(endingAt tokens: ArraySlice<SwiftLexer.Token>) -> Set<String> {
    var attributes: Set<String> = []
    var words = tokens.map(\.text)
    while let last = words.last {
      if accessLevels.contains(last) {
        words.removeLast()
      } else if words.count > 1, words[words.count - 2] == "@" {
        attributes.insert(last)
        words.removeLast(2)
      } else if last == ")", words.count > 3, words[words.count - 4] == "@" {
        attributes.insert(words[words.count - 3])
        words.removeLast(4)
      } else {
        break
      }
    }
    return attributes
  }
}
