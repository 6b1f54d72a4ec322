import Foundation
import ScriptSupport
import Testing

/// The tables for those who come from another library are what the tests of this target show.
@Suite struct TablesTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("every row of a table has a test, in which each form of its second column is compiled and run")
  func rows() throws {
    var pages: [String: String] = [:]
    for (path, text) in try Files.read(
      "Modules/SignalKit/SignalKit.docc", in: Self.root, where: { _ in true })
    {
      // The page for SwiftSignalKit lists the same names on both sides.
      guard let match = path.firstMatch(of: /\/From(\w+)\.md$/), match.1 != "SwiftSignalKit" else { continue }
      pages[String(match.1)] = text
    }
    #expect(pages.keys.sorted() == ["AsyncSequence", "Combine", "ReactiveCocoa", "ReactiveSwift", "RxSwift"])
    for (page, text) in pages { #expect(TableRow.all(in: text, page: page).count > 20, "\(page)") }
    let sources = try Files.read("Tests/MigrationTableTests", in: Self.root) {
      $0.hasSuffix("RowTests.swift")
    }
    for violation in tableViolations(pages: pages, sources: Array(sources.values)) {
      Issue.record("\(violation)")
    }
  }

  @Test("every name in the table for SwiftSignalKit is compiled and run")
  func classicNames() throws {
    let page = try Files.read("Modules/SignalKit/SignalKit.docc/FromSwiftSignalKit.md", in: Self.root)
    let source = try Files.read("Tests/MigrationTableTests/SwiftSignalKitTests.swift", in: Self.root)
    let tests = RowTest.all(in: source)
    let rows = TableRow.all(in: page, page: "SwiftSignalKit")
    #expect(rows.count > 25)
    for test in tests { #expect(test.isTest, "\(test.code)") }
    for row in rows {
      #expect(!row.forms.isEmpty, "\(row.name)")
      for form in row.forms where !tests.contains(where: { $0.contains(form) }) {
        Issue.record("\(row.name): no test has \(form)")
      }
    }
  }

  private let page = """
    | Other | here | difference |
    |---|---|---|
    | `plus`, `add` | `map { … + 1 }`, `filter` | |
    """

  private func source(
    rows: String = "Other plus", body: String = "#expect(s.map { $0 + 1 }.filter(f) == t)"
  ) -> String {
    """
      // rows: \(rows)
      @Test("map, filter and mapp")
      func plus() {
        \(body)
      }
      // end rows
    """
  }

  private func violations(_ page: String, _ source: String) -> [String] {
    tableViolations(pages: ["Other": page], sources: [source])
  }

  @Test("a row is right if its test has all its forms")
  func right() {
    #expect(violations(page, source()) == [])
    #expect(violations(page, source(body: "#expect(s\n.map {\n $0 + 1 }\n.filter(f))")) == [])
  }

  @Test("a new row without a test, and a test of a row that is gone, are noticed")
  func unpaired() {
    #expect(
      violations(page + "\n| `minus` | `map` | |", source()) == ["Other minus: 0 tests"])
    #expect(violations("", source()) == ["Other plus: no such row"])
    #expect(
      violations(page, source(rows: "Other plus | Other add")) == ["Other add: no such row"])
    #expect(
      violations(page, source() + "\n" + source()) == ["Other plus: 2 tests"])
    #expect(
      violations(page + "\n" + "| `plus` | `map` | |", source()) == ["Other plus: more than one row"])
  }

  @Test("a form that the test does not have as whole words is noticed; its title and comments do not count")
  func forms() {
    let missing = [
      "Other plus: its test has no map { … + 1 }", "Other plus: its test has no filter",
    ]
    #expect(violations(page, source(body: "#expect(true)")) == missing)
    #expect(violations(page, source(body: "// map { $0 + 1 } filter\n#expect(true)")) == missing)
    #expect(violations(page, source(body: "#expect(flatmap { $0 + 11 }.filters)")) == missing)
  }

  @Test("a test that expects nothing, and a row without code, are noticed")
  func empty() {
    #expect(
      violations(page, source(body: "s.map { $0 + 1 }.filter(f)"))
        == [#"["Other plus"]: no test that expects something"#])
    #expect(
      violations("| `plus` | none | |", source()) == ["Other plus: the second column has no code"])
    for line in ["| minus | `map` | |", "| `minus` | `map` |"] {
      #expect(
        violations(page + "\n" + line, source())
          == ["Other \(line): the second column has no code", "Other \(line): 0 tests"])
    }
  }
}
