/// Cuts Swift source into the tokens that stand outside of all brackets.
///
/// Imports can stand nowhere else, so this is all that finding them needs. Comments and literals are skipped as the
/// language defines them. What cannot be read is an error: a mistake of this lexer must not hide an import.
struct SwiftLexer {
  struct Token: Equatable {
    let text: String
    let line: Int
    /// Whether the word stands in backticks, and so is no keyword.
    var isQuoted = false
  }

  struct Unreadable: Error, Equatable {
    let line: Int
    let reason: String
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1
  /// How many brackets are open.
  private var depth = 0
  private var tokens: [Token] = []

  static func tokens(of source: String) throws(Unreadable) -> [Token] {
    var lexer = SwiftLexer(scalars: Array(source.unicodeScalars))
    try lexer.scanCode()
    return lexer.tokens
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  // MARK: Code

  /// Scans to the end of the file, or behind the bracket that ends an interpolation.
  private mutating func scanCode() throws(Unreadable) {
    let start = line
    let innermost = depth
    while let scalar = peek() {
      switch scalar {
      case "/":
        try scanSlash()
      case "#":
        try scanNumberSign()
      case "\"":
        try skipString(numberSigns: 0)
      case "`":
        advance()
        let name = take { $0 != "`" && !$0.isNewline }
        advance()
        record(name, isQuoted: true)
      case "(", "[", "{":
        record(String(scalar))
        advance()
        depth += 1
      case ")", "]", "}":
        if depth == 0 { throw Unreadable(line: line, reason: "'\(scalar)' closes nothing") }
        advance()
        depth -= 1
        if depth < innermost { return }
        record(String(scalar))
      case _ where scalar.isWordCharacter:
        record(take(while: \.isWordCharacter))
      default:
        if !scalar.isSpace { record(String(scalar)) }
        advance()
      }
    }
    if depth > 0 { throw Unreadable(line: start, reason: "a bracket is not closed") }
  }

  private mutating func record(_ text: String, isQuoted: Bool = false) {
    if depth == 0 { tokens.append(Token(text: text, line: line, isQuoted: isQuoted)) }
  }

  /// A comment, a regular expression or an operator.
  private mutating func scanSlash() throws(Unreadable) {
    if peek(1) == "/" {
      while let scalar = peek(), !scalar.isNewline { advance() }
    } else if peek(1) == "*" {
      try skipBlockComment()
    } else if let length = regexLength() {
      advance(length)
    } else {
      record("/")
      advance()
    }
  }

  /// A raw string, an extended regular expression, or the `#` of `#if`.
  private mutating func scanNumberSign() throws(Unreadable) {
    var count = 1
    while peek(count) == "#" { count += 1 }
    switch peek(count) {
    case "\"":
      advance(count)
      try skipString(numberSigns: count)
    case "/":
      advance(count + 1)
      try skipExtendedRegex(numberSigns: count)
    default:
      record("#")
      advance()
    }
  }

  private mutating func skipBlockComment() throws(Unreadable) {
    let start = line
    var comments = 0
    repeat {
      switch (peek(), peek(1)) {
      case ("/", "*"):
        comments += 1
        advance(2)
      case ("*", "/"):
        comments -= 1
        advance(2)
      case (nil, _):
        throw Unreadable(line: start, reason: "a comment is not closed")
      default:
        advance()
      }
    } while comments > 0
  }

  // MARK: Literals

  /// Stands at the first quote.
  private mutating func skipString(numberSigns: Int) throws(Unreadable) {
    let start = line
    // Without the line break, `#"""#` is a string of one quote.
    let isMultiline = hasQuotes(3) && peek(3)?.isNewline == true
    let quotes = isMultiline ? 3 : 1
    advance(quotes)
    while let scalar = peek(), isMultiline || !scalar.isNewline {
      if hasQuotes(quotes) && hasNumberSigns(numberSigns, at: quotes) {
        return advance(quotes + numberSigns)
      }
      let isEscape = scalar == "\\" && hasNumberSigns(numberSigns, at: 1)
      advance(isEscape ? 1 + numberSigns : 1)
      if isEscape && peek() == "(" {
        advance()
        depth += 1
        try scanCode()
      } else if isEscape {
        advance()
      }
    }
    throw Unreadable(line: start, reason: "a string is not closed")
  }

  private func hasQuotes(_ count: Int) -> Bool {
    (0..<count).allSatisfy { peek($0) == "\"" }
  }

  private func hasNumberSigns(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { peek(offset + $0) == "#" }
  }

  private mutating func skipExtendedRegex(numberSigns: Int) throws(Unreadable) {
    let start = line
    while let scalar = peek() {
      if scalar == "/" && hasNumberSigns(numberSigns, at: 1) { return advance(1 + numberSigns) }
      advance(scalar == "\\" ? 2 : 1)
    }
    throw Unreadable(line: start, reason: "a regular expression is not closed")
  }

  /// The length of a `/…/` literal that begins here, by the language's rule: it stands where a prefix operator may
  /// stand, neither begins nor ends with a space, and ends on its line.
  private func regexLength() -> Int? {
    if position > 0 {
      let previous = scalars[position - 1]
      guard !previous.isWordCharacter, !")]}\"`.!?>".unicodeScalars.contains(previous) else { return nil }
    }
    guard let first = peek(1), !first.isSpace else { return nil }
    var length = 1
    while let scalar = peek(length), !scalar.isNewline {
      if scalar == "/" { return scalars[position + length - 1].isSpace ? nil : length + 1 }
      length += scalar == "\\" ? 2 : 1
    }
    return nil
  }

  // MARK: Characters

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    position + offset < scalars.count ? scalars[position + offset] : nil
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count {
      guard let scalar = peek() else { return }
      if scalar == "\n" || scalar == "\r" && peek(1) != "\n" { line += 1 }
      position += 1
    }
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek(), isPart(scalar) {
      text.append(scalar)
      advance()
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isNewline: Bool { self == "\n" || self == "\r" }

  /// Also the byte order mark that may begin a file.
  fileprivate var isSpace: Bool { properties.isWhitespace || self == "\0" || self == "\u{FEFF}" }

  /// Every character outside of ASCII that is no space counts as part of a word.
  fileprivate var isWordCharacter: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: !isASCII && !isSpace
    }
  }
}
