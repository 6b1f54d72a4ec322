/// A public declaration that makes a signal: an operator, a source, or the signal of a promise.
struct Declaration: Hashable, Comparable {
  /// As the catalogue calls it: `take(while:)`, `Promise.get()`.
  ///
  /// A free function for `|>` that takes the signal itself is called like the method: `distinctUntilChanged()`.
  let name: String
  let file: String
  let line: Int
  /// Whether it takes a closure, in which foreign code can run.
  let takesClosure: Bool

  static func < (a: Declaration, b: Declaration) -> Bool {
    (a.name, a.file, a.line) < (b.name, b.file, b.line)
  }

  /// Finds all of them in the text of a source.
  ///
  /// It reads as much of the language as the headers of declarations need.
  static func find(in text: String, file: String) -> [Declaration] {
    var scanner = Scanner(tokens: Token.all(in: text), file: file)
    scanner.scan()
    return scanner.found
  }
}

/// A word, an arrow, or a single character.
struct Token {
  let text: Substring
  let line: Int

  static func all(in text: String) -> [Token] {
    var tokens: [Token] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var rest = line
      while let first = rest.first, !rest.hasPrefix("//") {
        let length: Int
        if first == "\"" {
          length = rest.dropFirst().prefix { $0 != "\"" }.count + 2
        } else if isPartOfWord(first) {
          length = rest.prefix(while: isPartOfWord).count
        } else {
          length = rest.hasPrefix("->") ? 2 : 1
        }
        if !first.isWhitespace { tokens.append(Token(text: rest.prefix(length), line: number + 1)) }
        rest = rest.dropFirst(length)
      }
    }
    return tokens
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "`"
  }
}

private struct Scanner {
  let tokens: [Token]
  let file: String
  var found: [Declaration] = []
  private var position = 0
  private var isPublic = false
  /// The types whose braces are open; `nil` for braces of another kind.
  private var types: [String?] = []
  private var opening: String?

  init(tokens: [Token], file: String) {
    self.tokens = tokens
    self.file = file
  }

  private var type: String? { types.last { $0 != nil } ?? nil }
  private var current: Substring? { position < tokens.count ? tokens[position].text : nil }

  mutating func scan() {
    while let word = current {
      let line = tokens[position].line
      position += 1
      switch word {
      case "public", "open":
        isPublic = true
        continue
      case "static", "final", "convenience", "override", "nonisolated":
        continue
      case "{":
        types.append(opening)
        opening = nil
      case "}":
        _ = types.popLast()
      case "extension", "struct", "class", "enum", "protocol", "actor":
        opening = current.map(String.init)
      case "func":
        function(line)
      case "init" where isPublic && type == "Signal":
        initializer(line)
      case "var" where isPublic:
        property(line)
      default:
        break
      }
      isPublic = false
    }
  }

  private mutating func function(_ line: Int) {
    let isPublic = isPublic
    guard let name = current?.filter({ $0 != "`" }), name.first?.isLetter == true else { return }
    position += 1
    if current == "<" { _ = balanced() }
    let parameters = parameters()
    let result = result()
    guard isPublic, makesSignal(result) else { return }
    if type == nil, result.first == "Signal", parameters.count == 1, parameters[0].takesSignal {
      add("\(name)()", line, [])
    } else {
      add("\(name)(\(parameters.map { $0.label + ":" }.joined()))", line, parameters)
    }
  }

  private mutating func initializer(_ line: Int) {
    if current == "<" { _ = balanced() }
    let parameters = parameters()
    add("init(\(parameters.map { $0.label + ":" }.joined()))", line, parameters)
  }

  private mutating func property(_ line: Int) {
    guard let name = current else { return }
    position += 1
    guard current == ":" else { return }
    position += 1
    if current == "Signal" || (current == "Self" && type == "Signal") { add(String(name), line, []) }
  }

  private mutating func add(_ name: String, _ line: Int, _ parameters: [Parameter]) {
    let prefix = type.map { $0 == "Signal" ? "" : "\($0)." } ?? ""
    found.append(
      Declaration(
        name: prefix + name, file: file, line: line, takesClosure: parameters.contains(where: \.isClosure)))
  }

  private struct Parameter {
    let label: String
    let type: ArraySlice<Token>

    var takesSignal: Bool { label == "_" && type.first?.text == "Signal" }
    var isClosure: Bool {
      zip(type, type.dropFirst()).contains { $0.text == "Sendable" && $1.text == "(" }
    }
  }

  private mutating func parameters() -> [Parameter] {
    guard current == "(" else { return [] }
    var parts: [ArraySlice<Token>] = []
    var depth = 0
    var part = tokens[0..<0]
    for token in balanced().dropFirst().dropLast() {
      if "([{<".contains(token.text) { depth += 1 }
      if ")]}>".contains(token.text) { depth -= 1 }
      if depth == 0 && token.text == "," {
        parts.append(part)
        part = []
      } else {
        part.append(token)
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts.map { part in
      Parameter(
        label: part.first.map { String($0.text) } ?? "", type: part.drop { $0.text != ":" }.dropFirst())
    }
  }

  private mutating func result() -> [Substring] {
    while current == "async" || current == "throws" || current == "rethrows" {
      position += 1
      if current == "(" { _ = balanced() }
    }
    guard current == "->" else { return [] }
    position += 1
    var result: [Substring] = []
    while let word = current, !["{", "}", "where", "func", "public"].contains(word) {
      result.append(word)
      position += 1
    }
    return result
  }

  private func makesSignal(_ result: [Substring]) -> Bool {
    switch result.first {
    case "Signal": true
    case "Self": type == "Signal"
    case "(", "@": result.contains("Signal")
    default: false
    }
  }

  /// Passes over a bracket, what is in it, and its counterpart.
  private mutating func balanced() -> ArraySlice<Token> {
    let start = position
    var depth = 0
    repeat {
      if let word = current, "([{<".contains(word) { depth += 1 }
      if let word = current, ")]}>".contains(word) { depth -= 1 }
      position += 1
    } while depth > 0 && position < tokens.count
    return tokens[start..<position]
  }
}
