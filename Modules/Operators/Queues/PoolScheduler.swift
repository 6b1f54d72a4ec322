public import Concurrency
public import Disposables

/// A thread pool in the place of a queue; it keeps the pool, and its work is done in order.
@usableFromInline
struct PoolScheduler: Scheduler {
  @usableFromInline let pool: ThreadPool
  @usableFromInline let line: ThreadPoolQueue

  @usableFromInline init(_ pool: ThreadPool) {
    self.pool = pool
    line = pool.nextQueue()
  }

  @usableFromInline var now: Double { Queue.concurrentDefaultQueue().now }

  @usableFromInline func isCurrent() -> Bool { pool.isCurrentThreadInPool() }

  @usableFromInline func async(_ work: @escaping @Sendable () -> Void) {
    if isCurrent() { work() } else { line.addTask(ThreadPoolTask { _ in work() }) }
  }

  @usableFromInline func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    Queue.concurrentDefaultQueue().after(delay) { line.addTask(ThreadPoolTask { _ in work() }) }
  }
}
