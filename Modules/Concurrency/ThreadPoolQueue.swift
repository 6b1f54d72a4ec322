internal import SignalPrimitives

/// Tasks of a ``ThreadPool`` that run in the order of adding, one at a time.
///
/// Use it for the work on one file or one connection. Successive tasks may run on different threads of the pool, and
/// each sees what the ones before it did. The queue does not keep the pool: once the pool is released, what is added is
/// released without being run. SwiftSignalKit's `ThreadPoolQueue`.
public final class ThreadPoolQueue: Equatable, Sendable {
  private let core: ThreadPoolCore

  // safe: both are touched under the lock of the core alone, which this holds; a core holds those that have tasks. Known by
  // ThreadPoolTests: "tasks of one queue run in the order of adding, one at a time", and, under ThreadSanitizer, by "eight threads may
  // add and cancel tasks while the pool goes away".
  nonisolated(unsafe) var tasks = Fifo<ThreadPoolTask>()
  /// Whether the queue is on the list of ready ones or in the hands of a thread.
  nonisolated(unsafe) var isTaken = false

  /// Makes a queue of a pool.
  ///
  /// - Parameter threadPool: Whose threads run the tasks.
  public init(threadPool: ThreadPool) {
    core = threadPool.core
  }

  /// Adds a task after those that were added before.
  ///
  /// - Parameter task: What to run. A task that is added twice runs twice.
  /// - Complexity: O(1) on average.
  public func addTask(_ task: ThreadPoolTask) {
    core.add(task, to: self)
  }

  /// Whether both are the same object.
  public static func == (lhs: ThreadPoolQueue, rhs: ThreadPoolQueue) -> Bool {
    lhs === rhs
  }
}
