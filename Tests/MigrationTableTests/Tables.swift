import ScriptSupport

/// A row of a table for those who come from another library: what they know, and what to write here.
struct TableRow {
  /// The other library, as the name of the page has it: `RxSwift` for `FromRxSwift.md`.
  let page: String
  /// The first name in the first column.
  let name: String
  /// The code in the second column.
  let forms: [String]

  /// Reads the rows of a page: the lines of its tables below their heads.
  static func all(in text: String, page: String) -> [TableRow] {
    var rows: [TableRow] = []
    for line in text.replacing("\\|", with: "¦").split(separator: "\n") where line.hasPrefix("|") {
      if line.hasPrefix("|---") {
        rows.removeLast()  // the head
        continue
      }
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).map(code)
      if columns.count == 5, let name = columns[1].first {
        rows.append(TableRow(page: page, name: name, forms: columns[2]))
      } else {
        rows.append(TableRow(page: page, name: String(line), forms: []))
      }
    }
    return rows
  }

  private static func code(in column: Substring) -> [String] {
    column.matches(of: /`([^`]+)`/).map { String($0.1).replacing("¦", with: "|") }
  }
}

/// The test of one or more rows: what stands between `// rows:` and `// end rows`.
///
/// A row is named `<page> <name>`; several are separated by ` | `.
struct RowTest {
  let rows: [String]
  /// Its statements: no comments, no title, and one space where there is any.
  let code: String

  static func all(in source: String) -> [RowTest] {
    var found: [RowTest] = []
    var rows: [String] = []
    var code: [String] = []
    for line in source.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("// rows: ") {
        rows += line.dropFirst(9).split(separator: " | ").map(String.init)
      } else if line == "// end rows" {
        found.append(RowTest(rows: rows, code: collapsed(code.joined(separator: " "))))
        (rows, code) = ([], [])
      } else if !rows.isEmpty, !line.hasPrefix("//") {
        code.append(line.hasPrefix("@Test(") ? "@Test" : String(line))
      }
    }
    return found
  }

  var isTest: Bool {
    code.hasPrefix("@Test ") && (code.contains("#expect(") || code.contains("expectSignal("))
  }

  /// Whether the code has the form in it, as whole words; `…` stands for anything, and so does what may follow a label in
  /// `name(label:)`.
  func contains(_ form: String) -> Bool {
    if form.wholeMatch(of: /\w+\((\w+:)+\)/) != nil {
      return contains(form.replacing(":)", with: ": … )").replacing(/:(?=\w)/, with: ": … "))
    }
    var rest = code[...]
    for piece in form.split(separator: "…").map({ Self.collapsed(String($0)).trimmed }) {
      guard let range = Self.firstRange(of: piece, in: rest) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func firstRange(of piece: String, in text: Substring) -> Range<String.Index>? {
    text.ranges(of: piece).first { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      return !(isWord(before) && isWord(piece.first)) && !(isWord(after) && isWord(piece.last))
    }
  }

  private static func isWord(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || character == "_"
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// What is wrong with the pages and the tests of their rows.
///
/// - Parameters:
///   - pages: The texts by the names of the libraries.
///   - sources: The sources of the tests.
func tableViolations(pages: [String: String], sources: [String]) -> [String] {
  let rows = pages.sorted { $0.key < $1.key }.flatMap { TableRow.all(in: $0.value, page: $0.key) }
  let tests = sources.flatMap(RowTest.all)
  var violations = tests.filter { !$0.isTest }.map { "\($0.rows): no test that expects something" }
  for row in rows {
    let title = "\(row.page) \(row.name)"
    if row.forms.isEmpty { violations.append("\(title): the second column has no code") }
    let own = tests.filter { $0.rows.contains(title) }
    if own.count != 1 { violations.append("\(title): \(own.count) tests") }
    for test in own {
      for form in row.forms where !test.contains(form) {
        violations.append("\(title): its test has no \(form)")
      }
    }
  }
  let titles = rows.map { "\($0.page) \($0.name)" }
  for title in Set(tests.flatMap(\.rows)).subtracting(titles).sorted() {
    violations.append("\(title): no such row")
  }
  for title in Set(titles).sorted() where titles.count(where: { $0 == title }) > 1 {
    violations.append("\(title): more than one row")
  }
  return violations
}
