import Specifications
import Testing

@Suite struct SpecificationTests {
  @Test("an operator does what is specified", arguments: Specification.named.map(Case.init))
  @MainActor func specified(_ specified: Case) throws {
    let specification = specified.specification
    let place = specification.place
    let (_, difference) = try specification.run()
    if let difference {
      Issue.record(
        "\(specified): \(difference)",
        sourceLocation: SourceLocation(
          fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
    }
  }

  @Test("two runs of a specification make the same record", arguments: Specification.named.map(Case.init))
  @MainActor func repeatable(_ specified: Case) throws {
    let records = try (0..<2).map { _ in try specified.specification.run().record }
    #expect(records[0] == records[1])
  }
}

/// A specification, with a name that a failed test can show.
struct Case: Sendable, CustomTestStringConvertible, CustomStringConvertible {
  let name: String
  let specification: Specification

  init(_ named: (fileName: String, specification: Specification)) {
    name = named.fileName
    specification = named.specification
  }

  var description: String { "\(name)  \(specification)" }
  var testDescription: String { description }
}
