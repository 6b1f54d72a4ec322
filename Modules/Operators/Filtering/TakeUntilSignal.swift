public import Disposables
public import SignalPrimitives
public import Signals

extension Signal {
  /// Passes on values until another signal sends one, then completes.
  ///
  ///     -a-b-c-d-
  ///     ----x-
  ///     take(untilSignal: trigger)
  ///     -a-b|
  ///
  /// The trigger is started first. If it sends a value while it starts, this signal is not started at all.
  ///
  /// - Delivery: Values on their thread, the completion on that of the trigger.
  /// - Errors: Of either are passed on at once.
  /// - Completion: Of this signal is passed on. The trigger's completion changes nothing: RxSwift has it so, and
  ///   ReactiveSwift has not.
  ///
  /// Combine's `prefix(untilOutputFrom:)`, RxSwift's `take(until:)`.
  ///
  /// - Parameter trigger: Whose first value ends the signal.
  /// - Returns: A signal of the values before that.
  @preconcurrency
  @inlinable public func take<R>(untilSignal trigger: Signal<R, E>) -> Signal<T, E> {
    .bare(runsForeignCode: false) { sink in
      let gate = Subscriber(sink)
      let inputs = DisposableSet()
      gate.attach(inputs)
      inputs.add(
        trigger.subscribe(
          Sink(
            next: { _ in
              gate.putCompletion()
              return false
            },
            error: { gate.putError($0) },
            completed: {},
            scope: gate)))
      if gate.isActive { inputs.add(self.subscribe(gate.asSink)) }
      return gate.subscription
    }
  }

  /// Drops values until another signal sends one.
  ///
  ///     -a-b-c-d-|
  ///     ----x-
  ///     skip(untilSignal: trigger)
  ///     -----c-d-|
  ///
  /// The trigger is started first. Its completion changes nothing: without a value of it, all is dropped.
  ///
  /// - Delivery: On the thread of the value.
  /// - Errors: Of either are passed on at once.
  /// - Completion: With this signal.
  ///
  /// Combine's `drop(untilOutputFrom:)`.
  ///
  /// - Parameter trigger: Whose first value opens the way.
  /// - Returns: A signal of the values after that.
  @preconcurrency
  @inlinable public func skip<R>(untilSignal trigger: Signal<R, E>) -> Signal<T, E> {
    .bare(runsForeignCode: false) { sink in
      let gate = Subscriber(sink)
      let inputs = DisposableSet()
      let isOpen = Guarded(false)
      gate.attach(inputs)
      inputs.add(
        trigger.subscribe(
          Sink(
            next: { _ in
              isOpen.withLock { $0 = true }
              return false
            },
            error: { gate.putError($0) },
            completed: {},
            scope: gate)))
      guard gate.isActive else { return gate.subscription }
      inputs.add(
        self.subscribe(
          Sink(
            next: { value in
              if isOpen.withLock({ $0 }) { gate.putNext(value) }
              return !gate.isOver
            },
            error: { gate.putError($0) },
            completed: { gate.putCompletion() },
            scope: gate)))
      return gate.subscription
    }
  }
}

/// Passes on values until another signal sends one, then completes; see ``Operators/Signals/Signal/take(untilSignal:)``.
///
/// - Parameter trigger: Whose first value ends the signal.
@preconcurrency
@_disfavoredOverload
@inlinable public func take<T, R, E>(untilSignal trigger: Signal<R, E>) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.take(untilSignal: trigger) }
}

/// Drops values until another signal sends one; see ``Operators/Signals/Signal/skip(untilSignal:)``.
///
/// - Parameter trigger: Whose first value opens the way.
@preconcurrency
@_disfavoredOverload
@inlinable public func skip<T, R, E>(untilSignal trigger: Signal<R, E>) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.skip(untilSignal: trigger) }
}
