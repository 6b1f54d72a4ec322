import Disposables
import Operators
import SignalTesting
import Signals
import TestSupport
import Testing

/// The delivery contract, asked of every source and every operator of the catalogue.
@Suite struct ContractTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let subject: Subject
    let clause: Clause

    var testDescription: String { "\(subject.name): \(clause.name)" }

    static let all = Subject.all.flatMap { subject in
      Clause.ofAll.filter { $0.applies(subject.facts) }.map { Case(subject: subject, clause: $0) }
    }
  }

  @Test("every source and operator keeps every clause of the contract", arguments: Case.all)
  func keepsTheContract(_ question: Case) {
    _ = Lives.amongScribbles()
    for violation in question.clause.verdict(on: question.subject.contract, .own).violations {
      Issue.record("\(question.testDescription): \(violation)")
    }
  }

  @Test("B46: subscriptions that have ended hold nothing of what their handlers captured")
  func endedSubscriptions() {
    let aviary = Aviary()
    let set = DisposableSet()
    for _ in 0..<10_000 {
      let canary = aviary.canary()
      set.add(Signal<Item, Failure>.single(1).map { $0 }.start(next: { _ in canary.sing() }))
      set.add(Signal<Item, Failure>.single(1).then(.single(2)).start(next: { _ in canary.sing() }))
    }
    #expect(aviary.alive == 0)
  }
}
