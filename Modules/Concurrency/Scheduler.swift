public import Disposables

/// A place where work runs, and the clock that goes with it.
///
/// ``Queue`` is the real one. Everything in this library that takes a queue takes any scheduler, so that a test can put
/// virtual time in its place.
///
/// Work that is given to a scheduler whose work runs one at a time runs in the order in which it was given.
/// RxSwift's `SchedulerType`, ReactiveSwift's `DateScheduler`, Combine's `Scheduler`.
@preconcurrency
public protocol Scheduler: Sendable {
  /// Seconds since a moment that stays the same while the program runs; never goes back.
  var now: Double { get }

  /// Whether the caller already runs on this scheduler.
  func isCurrent() -> Bool

  /// Runs `work` here: at once if ``isCurrent()``, otherwise as soon as its turn comes.
  ///
  /// - Parameter work: What to do.
  @preconcurrency
  func async(_ work: @escaping @Sendable () -> Void)

  /// Runs `work` here after a time, never at once.
  ///
  /// - Parameters:
  ///   - delay: Seconds. Zero, a negative number and NaN mean as soon as possible; infinity means never.
  ///   - work: What to do.
  /// - Returns: Disposing of it in time cancels the work and releases it. Dropping it cancels nothing.
  @preconcurrency
  @discardableResult
  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable
}
