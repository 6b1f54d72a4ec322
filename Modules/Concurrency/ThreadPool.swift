/// A fixed number of threads that share out tasks.
///
/// Use it for work that occupies a thread for long, such as decoding or blocking input and output, and must not take
/// the threads of the dispatch queues. For everything else ``Queue`` is cheaper.
///
/// Tasks of one ``ThreadPoolQueue`` run in the order of adding, one at a time; tasks of different queues run side by
/// side, and the queues take turns.
///
/// ## Life
///
/// | event | open | closed |
/// |---|---|---|
/// | a task is added | it waits its turn on its queue | it is released without being run |
/// | a thread is free | runs the first task of the queue that has waited longest | the same; ends if no task waits |
/// | the pool is released | closed: what was added still runs | – |
///
/// The threads are detached. Releasing the pool waits for nothing and may happen anywhere, also in a task on one of its
/// own threads; a ``ThreadPoolQueue`` does not keep the pool. SwiftSignalKit's `ThreadPool`.
public final class ThreadPool: Sendable {
  let core: ThreadPoolCore

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threadCount: The number of threads. Less than 1 fails an assertion in debug builds, and is taken as 1 in
  ///     release builds.
  ///   - threadPriority: From 0 to 1, where 0.5 is an ordinary thread. The system may refuse what is above.
  public init(threadCount: Int, threadPriority: Double) {
    assert(threadCount > 0, "a thread pool needs a thread")
    core = ThreadPoolCore(threadCount: max(1, threadCount), threadPriority: threadPriority)
  }

  deinit {
    core.close()
  }

  /// Adds a task that waits for a thread only, not for other tasks.
  ///
  /// - Parameter task: What to run.
  public func addTask(_ task: ThreadPoolTask) {
    nextQueue().addTask(task)
  }

  /// Makes a queue whose tasks run one after the other.
  ///
  /// - Returns: A new queue. It may be dropped: what was added to it runs nevertheless.
  public func nextQueue() -> ThreadPoolQueue {
    ThreadPoolQueue(threadPool: self)
  }

  /// Whether the caller runs on one of this pool's threads.
  public func isCurrentThreadInPool() -> Bool {
    core.isCurrent
  }
}
