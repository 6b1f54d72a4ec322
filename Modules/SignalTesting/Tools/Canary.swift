/// An object for closures to capture, which runs a closure of its own when it is freed.
package final class Canary: Sendable {
  private let onDeinit: @Sendable () -> Void

  package init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  /// Does nothing: what a closure does with a canary that it captures.
  package func sing() {}
}

/// Makes canaries, and counts those that are alive.
package final class Aviary: Sendable {
  private let counter = Counter()

  package init() {}

  package var alive: Int { counter.value }

  package func canary() -> Canary {
    counter.increment()
    return Canary { [counter] in counter.increment(by: -1) }
  }
}
