import SignalTesting
import Testing

/// Tests of the suite itself: it has to find what is broken.
@Suite struct SuiteTests {
  @Test("an operator that breaks a clause on purpose is caught by that clause", arguments: Broken.all)
  func caught(broken: Broken) {
    #expect(broken.clause.applies(broken.subject.facts))
    #expect(!broken.clause.verdict(on: broken.subject, .broken).violations.isEmpty)
  }

  @Test("for each clause there is an operator or a source that breaks it", arguments: Clause.ofAll)
  func clauseIsTested(clause: Clause) {
    #expect(Broken.all.contains { $0.clause.name == clause.name })
  }

  @Test("no two clauses and no two subjects have one name")
  func names() {
    #expect(Set(Clause.ofAll.map(\.name)).count == Clause.ofAll.count)
    #expect(Set(Subject.all.map(\.name)).count == Subject.all.count)
  }
}
