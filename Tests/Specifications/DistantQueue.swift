internal import Concurrency
internal import Disposables
internal import SignalTesting

/// A queue that nobody is on, and that comes to its work a frame later.
struct DistantQueue: Scheduler {
  let scheduler: TestScheduler

  var now: Double { scheduler.now }

  func isCurrent() -> Bool { false }

  func async(_ work: @escaping @Sendable () -> Void) {
    scheduler.after(1, work)
  }

  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.after(max(1, delay), work)
  }
}

extension Stage {
  /// A queue that nobody is on, and that comes to its work a frame later.
  var queue: DistantQueue { DistantQueue(scheduler: scheduler) }
}
