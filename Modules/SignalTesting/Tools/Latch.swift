internal import Dispatch

/// A point at which one thread waits until another opens it; gives up after a time, so that a deadlock fails the test.
package final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() {
    semaphore.signal()
  }

  /// - Returns: Whether it was opened in time.
  @discardableResult
  package func wait(seconds: Double = 60) -> Bool {
    let isOpen = semaphore.wait(timeout: .now() + seconds) == .success
    if isOpen { semaphore.signal() }
    return isOpen
  }
}
