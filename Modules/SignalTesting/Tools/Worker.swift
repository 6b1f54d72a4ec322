internal import Dispatch

/// A thread of its own for a closure.
package final class Worker: Sendable {
  private let isDone = Latch()

  package init(_ work: @escaping @Sendable () -> Void) {
    let isDone = isDone
    DispatchQueue(label: "worker").async {
      work()
      isDone.open()
    }
  }

  /// - Returns: Whether it was done in time.
  @discardableResult
  package func join(seconds: Double = 60) -> Bool {
    isDone.wait(seconds: seconds)
  }
}

/// Runs a closure on several threads at once.
///
/// - Returns: Whether all were done in time.
@discardableResult
package func concurrently(_ threads: Int, _ work: @escaping @Sendable (Int) -> Void) -> Bool {
  let start = Latch()
  let workers = (0..<threads).map { index in
    Worker {
      start.wait()
      work(index)
    }
  }
  start.open()
  return workers.map { $0.join() }.allSatisfy(\.self)
}
