internal import Dispatch
internal import SignalPrimitives

/// What the threads of a pool, its queues and its handle share.
///
/// Invariant: permits given out equal queues made ready, plus the number of threads once closed. So every thread gets a
/// permit for each queue that it takes, and one to end.
final class ThreadPoolCore: Sendable {
  private struct State {
    var ready = Fifo<ThreadPoolQueue>()
    var isClosed = false
  }

  /// The address of the core whose thread it is: compared, and never followed.
  ///
  /// The closure of the thread holds the core until the thread ends, so no other core has that address. Known by: "B110: tasks run on
  /// the pool's threads, and can tell".
  private static let current = ThreadLocal()

  private let threadCount: Int
  private let state = Guarded(State())
  private let permits = DispatchSemaphore(value: 0)

  init(threadCount: Int, threadPriority: Double) {
    self.threadCount = threadCount
    for _ in 0..<threadCount {
      let result = Platform.detachThread(priority: threadPriority) { self.work() }
      precondition(result == 0, "pthread_create failed with error \(result)")
    }
  }

  var isCurrent: Bool { Self.current.pointer == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  func add(_ task: ThreadPoolTask, to queue: ThreadPoolQueue) {
    let isReady = state.withLock { state in
      guard !state.isClosed else { return false }
      queue.tasks.append(task)
      guard !queue.isTaken else { return false }
      queue.isTaken = true
      state.ready.append(queue)
      return true
    }
    if isReady { permits.signal() }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<threadCount { permits.signal() }
  }

  private func work() {
    Self.current.pointer = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    while let queue = takeQueue() {
      Platform.withAutoreleasePool { takeTask(of: queue)?.execute() }
      giveBack(queue)
    }
  }

  private func takeQueue() -> ThreadPoolQueue? {
    permits.wait()
    return state.withLock { $0.ready.popFirst() }
  }

  private func takeTask(of queue: ThreadPoolQueue) -> ThreadPoolTask? {
    state.withLock { _ in queue.tasks.popFirst() }
  }

  private func giveBack(_ queue: ThreadPoolQueue) {
    let isReady = state.withLock { state in
      queue.isTaken = !queue.tasks.isEmpty
      if queue.isTaken { state.ready.append(queue) }
      return queue.isTaken
    }
    if isReady { permits.signal() }
  }
}
