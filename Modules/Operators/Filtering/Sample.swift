public import Signals

extension Signal {
  /// Passes on the newest value whenever another signal sends one.
  ///
  ///     -a-b---c-|
  ///     --x--x----
  ///     sample(on: trigger)
  ///     --a--b---(c|)
  ///
  /// A value is passed on once: when nothing has come since the last time, the trigger changes nothing. The trigger is
  /// started first. To look at another signal at each value of this one, use ``withLatestFrom(_:)``.
  ///
  /// - Delivery: On the thread of the trigger. The last value before a terminal event comes right before that event, on
  ///   its thread.
  /// - Errors: Of either are passed on at once, after the value that was waiting.
  /// - Completion: When either has completed, after the value that was waiting.
  /// - Disposal: Of both; drops what waits.
  ///
  /// RxSwift's `sample`, which lets its end wait for the trigger. ReactiveSwift's sends a value again at each trigger: that is
  /// `trigger.withLatestFrom(signal)`.
  ///
  /// - Parameter trigger: Whose values say when.
  /// - Returns: A signal of some of the values.
  @preconcurrency
  @inlinable public func sample<R>(on trigger: Signal<R, E>) -> Signal<T, E> {
    .bare(runsForeignCode: false) { sink in
      let paced = Paced<Sampling<T>, E>(sink, Sampling()) { _ in
        preconditionFailure("a trigger says when, and not a timer")
      }
      paced.follow(trigger)
      paced.subscribe(to: self)
      return paced.gate.subscription
    }
  }
}

/// Passes on the newest value whenever another signal sends one; see ``Operators/Signals/Signal/sample(on:)``.
///
/// - Parameter trigger: Whose values say when.
@preconcurrency
@_disfavoredOverload
@inlinable public func sample<T, R, E>(on trigger: Signal<R, E>) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.sample(on: trigger) }
}

/// The newest value waits for its moment.
@frozen @usableFromInline
struct Sampling<T: Sendable>: Pacing {
  @usableFromInline var waiting: T?

  @inlinable init() {}

  @inlinable mutating func valueCame(_ value: T) -> PacingStep<T, T> {
    let replaced = waiting
    waiting = value
    return PacingStep(replaced: replaced)
  }

  @inlinable mutating func momentCame() -> PacingStep<T, T> {
    PacingStep(output: waiting.take())
  }

  @inlinable mutating func sourceEnded(byError: Bool) -> T? {
    waiting.take()
  }
}
