import Testing

/// The delivery contract, asked of every source and every operator of the catalogue.
@Suite struct ContractTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let subject: Subject
    let clause: Clause

    var testDescription: String { "\(subject.name): \(clause.name)" }

    static let all = Subject.all.flatMap { subject in
      Clause.all.filter { $0.applies(subject.facts) }.map { Case(subject: subject, clause: $0) }
    }
  }

  @Test("every source and operator keeps every clause of the contract", arguments: Case.all)
  func keepsTheContract(_ question: Case) {
    for violation in question.clause.violations(of: question.subject) {
      Issue.record("\(question.testDescription): \(violation)")
    }
  }
}
