public import Concurrency
public import Signals

extension Signal {
  /// Passes on a value at once, and then at most one an interval.
  ///
  ///     -abc------d|
  ///     throttle(3, on: scheduler)
  ///     -a--c-----d|
  ///
  /// Use it for what comes faster than it is of use: the progress of a download, the position of a finger. To wait until
  /// it has stopped coming, use ``debounce(_:on:)``.
  ///
  /// A value that is passed on begins an interval, which is counted from the moment at which the handler returns: two
  /// deliveries are never closer, also where the handler takes its time. Of the values that come within it, the newest is
  /// passed on at its end, and begins the next; with `latest: false` they are dropped. Only the end of the signal does not
  /// wait.
  ///
  /// A value that comes just when the interval ends is not within it: with `latest: false` it passes. Otherwise it is the newest,
  /// and passed on at that moment.
  ///
  /// - Delivery: A value that opens an interval on its own thread, one that has waited on `scheduler`. The last one
  ///   before a terminal event comes right before that event, on its thread. No value is delivered twice.
  /// - Errors: Passed on at once, after the value that was waiting.
  /// - Disposal: Drops what waits, and cancels the timer.
  ///
  /// RxSwift's and Combine's `throttle`. Not ``throttled()``, which is about signals that are running.
  ///
  /// - Parameters:
  ///   - interval: The time between the end of one delivery and the next.
  ///   - latest: Whether the newest value of an interval is passed on at its end.
  ///   - scheduler: Whose time it is, and where values are delivered that have waited.
  /// - Returns: A signal of some of the values.
  /// - Complexity: One timer an interval.
  @preconcurrency
  @inlinable public func throttle(
    _ interval: some TimeSpan, latest: Bool = true, on scheduler: any Scheduler
  ) -> Signal<T, E> {
    paced(interval.inSeconds, on: scheduler, usesClock: !latest) { Throttling(keepsLatest: latest) }
  }
}

/// Passes on a value at once, and then at most one an interval; see ``Operators/Signals/Signal/throttle(_:latest:on:)``.
///
/// - Parameters:
///   - interval: The time between two values.
///   - latest: Whether the newest value of an interval is passed on at its end.
///   - scheduler: Whose time it is, and where values are delivered that have waited.
@preconcurrency
@_disfavoredOverload
@inlinable public func throttle<T, E>(
  _ interval: some TimeSpan, latest: Bool = true, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.throttle(interval, latest: latest, on: scheduler) }
}

/// A value goes on at once, unless an interval is open; then it waits for the end of that, in place of another.
@frozen @usableFromInline
struct Throttling<T: Sendable>: Pacing {
  @usableFromInline let keepsLatest: Bool
  @usableFromInline var waiting: T?
  @usableFromInline var isIntervalOpen = false

  @inlinable init(keepsLatest: Bool) {
    self.keepsLatest = keepsLatest
  }

  @inlinable mutating func valueCame(_ value: T) -> PacingStep<T, T> {
    guard isIntervalOpen else {
      isIntervalOpen = true
      return PacingStep(output: value, beginsInterval: true)
    }
    guard keepsLatest else { return PacingStep() }
    let replaced = waiting
    waiting = value
    return PacingStep(replaced: replaced)
  }

  @inlinable mutating func momentCame() -> PacingStep<T, T> {
    isIntervalOpen = waiting != nil
    return PacingStep(output: waiting.take(), beginsInterval: isIntervalOpen)
  }

  @inlinable mutating func sourceEnded(byError: Bool) -> T? {
    waiting.take()
  }
}
