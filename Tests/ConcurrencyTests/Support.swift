import Concurrency
import Dispatch
import Disposables
import Synchronization
import Testing

/// An object whose end can be seen.
final class Token: Sendable {
  private let atEnd: @Sendable () -> Void

  init(atEnd: @escaping @Sendable () -> Void = {}) {
    self.atEnd = atEnd
  }

  deinit {
    atEnd()
  }
}

/// Lets one thread through for every opening; waiting gives up after ten seconds.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() {
    semaphore.signal()
  }

  func pass(sourceLocation: SourceLocation = #_sourceLocation) {
    if semaphore.wait(timeout: .now() + 10) == .timedOut {
      Issue.record("nobody opened the gate", sourceLocation: sourceLocation)
    }
  }

  /// Whether the gate was open within a short time.
  func isOpen(within seconds: Double) -> Bool {
    semaphore.wait(timeout: .now() + seconds) == .success
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Synchronization.Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func increment() -> Int {
    count.add(1, ordering: .sequentiallyConsistent).newValue
  }
}

/// Runs `body` on several threads, which all begin together, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = Gate()
  let end = Gate()
  for index in 0..<count {
    let thread = DispatchQueue(label: "thread \(index)")
    thread.async {
      start.pass()
      body(index)
      end.open()
    }
  }
  for _ in 0..<count { start.open() }
  for _ in 0..<count { end.pass() }
}
