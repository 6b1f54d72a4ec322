internal import Synchronization

/// A number that several threads change.
package final class Counter: Sendable {
  private let stored = Atomic(0)

  package init() {}

  package var value: Int { stored.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  package func increment(by amount: Int = 1) -> Int {
    stored.add(amount, ordering: .sequentiallyConsistent).newValue
  }
}
