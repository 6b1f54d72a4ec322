internal import Disposables

/// One clause of the delivery contract, as something that can be asked of a subject.
package struct Clause: Sendable {
  package let name: String
  /// Whether there is something to ask.
  package let applies: @Sendable (Facts) -> Bool
  private let check: @Sendable (ContractSubject, Bench) -> Void

  package init(
    _ name: String, if applies: @escaping @Sendable (Facts) -> Bool = { _ in true },
    check: @escaping @Sendable (ContractSubject, Bench) -> Void
  ) {
    self.name = name
    self.applies = applies
    self.check = check
  }

  /// Those of operators, and of sources that send what they are given.
  package static let all = preconditions + delivery + disposal + life + [ownership]

  /// Those without which the ones after them find nothing to look at, or come to a stop at a lock.
  static let preconditions = [basics] + locks

  /// In which way a subject breaks the clause.
  package struct Verdict: Sendable {
    /// Empty if it keeps it.
    package var violations: [String]
    /// A thread of the suite did not come back from the subject: nothing else is asked of it.
    package var isStuck = false
  }

  package func verdict(on subject: ContractSubject, _ manner: Bench.Manner) -> Verdict {
    let bench = Bench(subject, manner)
    // A thread of its own, which may get stuck.
    let worker = Worker {
      check(subject, bench)
      bench.activity.during("disposing of it") { bench.subscriptions.dispose() }
    }
    let obstacle = bench.activity.obstacle(for: worker, seconds: 2 * manner.patience)
    let violations = bench.violations.elements + (obstacle.map { [$0] } ?? [])
    return Verdict(violations: violations, isStuck: obstacle != nil)
  }
}
