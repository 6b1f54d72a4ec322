import Foundation
import SignalTesting
import Testing

/// Tests of the suite itself: it has to find what is broken.
@Suite struct SuiteTests {
  @Test("an operator that breaks a clause on purpose is caught by that clause", arguments: Broken.all)
  func caught(broken: Broken) {
    #expect(broken.clause.applies(broken.subject.facts))
    #expect(!broken.clause.verdict(on: broken.subject, .broken).violations.isEmpty)
  }

  /// Without those that misuse memory: of these, the one clause can be asked whose values outlive that.
  @Test(
    "an operator of another package that breaks a clause on purpose does not pass",
    arguments: Broken.all.filter { $0.subject.apply != nil && $0.clause.name != Clause.ownership.name })
  func reported(broken: Broken) {
    #expect(ContractReport(on: broken.subject, .foreign(patience: 0.2, isWatched: false)).text != nil)
  }

  @Test("each clause catches an operator of another package that breaks it", arguments: Clause.all)
  func caughtElsewhere(clause: Clause) {
    let operators = Broken.all.filter { $0.clause.name == clause.name && $0.subject.apply != nil }
    #expect(
      operators.contains { broken in
        let verdict = clause.verdict(on: broken.subject, .foreign(patience: 0.2, isWatched: false))
        return !verdict.violations.isEmpty
      })
  }

  @Test("for each clause there is an operator or a source that breaks it", arguments: Clause.ofAll)
  func clauseIsTested(clause: Clause) {
    #expect(Broken.all.contains { $0.clause.name == clause.name })
  }

  @Test("the page about checkContract lists the clauses that it asks, in their order")
  func documentation() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Modules/SignalTesting/SignalTesting.docc/CheckingAnOperator.md"), encoding: .utf8)
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    let names = Clause.all.map(\.name)
    #expect(listed.filter { names.contains($0) } == names)
  }

  @Test("no two clauses and no two subjects have one name")
  func names() {
    #expect(Set(Clause.ofAll.map(\.name)).count == Clause.ofAll.count)
    #expect(Set(Subject.all.map(\.name)).count == Subject.all.count)
  }
}
