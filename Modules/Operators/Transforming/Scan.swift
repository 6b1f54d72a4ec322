public import Disposables
public import Signals

extension Signal {
  /// Passes on a state that every value changes.
  ///
  ///     -1-2-3-|
  ///     scan(0, +)
  ///     -1-3-6-|
  ///
  /// - Delivery: `f` runs on the thread of the value; the new state is passed on there.
  /// - Errors: Passed on.
  ///
  /// - Parameters:
  ///   - initial: The state before the first value; it is not passed on.
  ///   - f: Makes the next state of the last one and a value.
  /// - Returns: A signal of the states.
  @preconcurrency
  @inlinable public func scan<R>(_ initial: R, _ f: @escaping @Sendable (R, T) -> R) -> Signal<R, E> {
    Signal<R, E>.bare { sink in
      let next = sink.next
      let state = SerialState(initial)
      return self.subscribe(
        Sink(
          next: { value in
            let new = f(state.value, value)
            state.value = new
            return next(new)
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }

  /// Passes on the last state of all, when the source completes.
  ///
  ///     -1-2-3-|
  ///     reduce(0, +)
  ///     -------(6|)
  ///
  /// - Delivery: `f` runs on the thread of the value; the state comes right before the completion, on its thread.
  /// - Errors: Passed on; there is no state then.
  ///
  /// - Parameters:
  ///   - initial: The state before the first value; the result, if there is none.
  ///   - f: Makes the next state of the last one and a value.
  /// - Returns: A signal of one state.
  @preconcurrency
  @inlinable public func reduce<R>(_ initial: R, _ f: @escaping @Sendable (R, T) -> R) -> Signal<R, E> {
    Signal<R, E>.bare { sink in
      let state = SerialState(initial)
      return self.subscribe(
        sink,
        next: { value in
          state.value = f(state.value, value)
          return true
        },
        last: { state.value })
    }
  }
}

extension Signal {
  /// For operators that send a value before the completion, and nothing before that.
  @inlinable func subscribe<R: Sendable>(
    _ sink: Sink<R, E>, next: @escaping @Sendable (T) -> Bool, last: @escaping @Sendable () -> R?
  ) -> any Disposable {
    let cutoff = Cutoff()
    return cutoff.disposable(
      over: subscribe(
        Sink(
          next: next,
          error: sink.error,
          completed: {
            guard last().map(sink.next) ?? true, !cutoff.isCut else { return }
            sink.completed()
          },
          scope: sink.scope)))
  }
}

/// Passes on a state that every value changes; see ``Operators/Signals/Signal/scan(_:_:)``.
///
/// - Parameters:
///   - initial: The state before the first value.
///   - f: Makes the next state of the last one and a value.
@preconcurrency
@_disfavoredOverload
@inlinable public func scan<T, E, R: Sendable>(
  _ initial: R, _ f: @escaping @Sendable (R, T) -> R
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.scan(initial, f) }
}

/// Passes on the last state of all, when the source completes; see ``Operators/Signals/Signal/reduce(_:_:)``.
///
/// - Parameters:
///   - initial: The state before the first value.
///   - f: Makes the next state of the last one and a value.
@preconcurrency
@_disfavoredOverload
@inlinable public func reduce<T, E, R: Sendable>(
  _ initial: R, _ f: @escaping @Sendable (R, T) -> R
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.reduce(initial, f) }
}
