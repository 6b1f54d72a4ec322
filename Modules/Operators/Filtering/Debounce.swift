public import Concurrency
public import Signals

extension Signal {
  /// Passes on a value when no other has followed it for a time.
  ///
  ///     -a-b---c-d|
  ///     debounce(2, on: scheduler)
  ///     -----b----(d|)
  ///
  /// Use it for what a person is still doing: typing, dragging. To pass on values at a steady rate while they keep
  /// coming, use ``throttle(_:latest:on:)``.
  ///
  /// - Delivery: On `scheduler`, when the time has passed; the last value before a terminal event comes right before
  ///   that event, on its thread. No value is delivered twice.
  /// - Errors: Passed on at once, after the value that was waiting.
  /// - Disposal: Drops what waits, and cancels the timer.
  ///
  /// - Parameters:
  ///   - interval: For how long nothing must follow.
  ///   - scheduler: Whose time it is, and where the values are delivered.
  /// - Returns: A signal of the values that were followed by a pause.
  /// - Complexity: One timer a value.
  @preconcurrency
  @inlinable public func debounce(_ interval: some TimeSpan, on scheduler: any Scheduler) -> Signal<T, E> {
    paced(interval.inSeconds, on: scheduler) { Debouncing() }
  }
}

/// Passes on a value when no other has followed it for a time; see ``Operators/Signals/Signal/debounce(_:on:)``.
///
/// - Parameters:
///   - interval: For how long nothing must follow.
///   - scheduler: Whose time it is, and where the values are delivered.
@preconcurrency
@_disfavoredOverload
@inlinable public func debounce<T, E>(
  _ interval: some TimeSpan, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.debounce(interval, on: scheduler) }
}

/// A value waits until nothing has followed it for an interval.
@frozen @usableFromInline
struct Debouncing<T: Sendable>: Pacing {
  @usableFromInline var waiting: T?

  @inlinable init() {}

  @inlinable mutating func valueCame(_ value: T) -> PacingStep<T, T> {
    let replaced = waiting
    waiting = value
    return PacingStep(replaced: replaced, beginsInterval: true)
  }

  @inlinable mutating func momentCame() -> PacingStep<T, T> {
    PacingStep(output: waiting.take())
  }

  @inlinable mutating func sourceEnded(byError: Bool) -> T? {
    waiting.take()
  }
}
