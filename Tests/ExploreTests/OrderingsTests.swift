import Foundation
import ScriptSupport
import Testing
import ToolTesting

@testable import mutations

/// One use of an atomic in the sources.
private struct Access: Hashable, Comparable, CustomStringConvertible {
  let file: String
  let function: String
  let operation: String
  let ordering: String

  var description: String { "| `\(file)` | `\(function)` | `\(operation)` | \(ordering) |" }

  static func < (left: Self, right: Self) -> Bool { left.description < right.description }

  /// Those in a source.
  static func all(in text: String, of file: String) -> [Access] {
    let code = text.replacing(#/(?m)\/\/.*$/#, with: "")
    return code.matches(of: #/(?:ordering|successOrdering): \.(\w+)(?:,\s*failureOrdering: \.(\w+))?/#)
      .map { match in
        let before = code[..<match.range.lowerBound]
        let call =
          before.matches(
            of:
              #/(\w+\.(?:load|store|exchange|compareExchange|weakCompareExchange|bitwise\w+|max|min|\w*[aA]dd|\w*[sS]ubtract))\(/#
          ).last?.1
        let declaration = before.matches(
          of: #/\bfunc (\w+)|\bvar (\w+):[^=\n]*\{|\b(deinit) \{|\b(init)\(/#
        ).last
        let function = declaration.flatMap { $0.1 ?? $0.2 ?? $0.3 ?? $0.4 }
        return Access(
          file: file, function: String(function ?? ""), operation: String(call ?? ""),
          ordering: String(match.1) + (match.2.map { ", else \($0)" } ?? ""))
      }
  }
}

@Suite(.silently) struct OrderingsTests {
  private let table: [Substring]

  init() throws {
    let page = try Files.read("Modules/SignalPrimitives/SignalPrimitives.docc/Orderings.md", in: package)
    table = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
  }

  @Test("every access to an atomic is in the table of orderings, with the ordering that it has")
  func accesses() throws {
    let sources = try Files.read("Modules", in: package) { $0.hasSuffix(".swift") }
    func accesses(where isCounted: (String) -> Bool) -> [Access] {
      sources.filter { isCounted($0.key) }.flatMap { path, text in
        Access.all(in: text, of: String(path.split(separator: "/").last?.dropLast(6) ?? ""))
      }
    }
    let inSources = accesses { !$0.hasPrefix("Modules/SignalTesting/") }
    let inTesting = accesses { $0.hasPrefix("Modules/SignalTesting/") }
    #expect(inTesting.allSatisfy { $0.ordering == "sequentiallyConsistent" })
    let inTable = table.map { row in row.split(separator: "|").prefix(4).joined(separator: "|") }
    #expect(inSources.count >= 50)
    #expect(
      inSources.map { $0.description.dropLast(2).dropFirst() }.sorted()
        == inTable.map { $0.dropLast() }.sorted())
  }

  @Test("the explorer looks for each ordering that asks for something, one step weaker")
  func weaker() {
    for row in table where !row.contains("not explored") {
      let cells = row.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
      let steps = ["acquiringAndReleasing": 2, "acquiring": 1, "releasing": 1]
      guard let ordering = cells[3].split(separator: ",").first, let count = steps[String(ordering)] else {
        continue
      }
      let mutations = Mutation.orderings.filter { mutation in
        mutation.file.hasSuffix("/\(cells[0]).swift") && mutation.name.contains(".\(cells[1]) is ")
      }
      #expect(mutations.count == count, "\(row)")
    }
  }
}
