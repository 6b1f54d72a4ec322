/// A place at which the suite can have foreign code run.
package final class Hook: Sendable {
  private let code = Slot<@Sendable () -> Void>()
  private let counter = Counter()

  package init() {}

  package var calls: Int { counter.value }

  package func set(_ code: (@Sendable () -> Void)?) {
    self.code.exchange(code)
  }

  package func run() {
    counter.increment()
    code.value?()
  }
}
