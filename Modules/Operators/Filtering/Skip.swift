public import Signals

extension Signal {
  /// Drops a number of values at the beginning.
  ///
  ///     -a-b-c-|
  ///     skip(2)
  ///     -----c-|
  ///
  /// - Errors: Passed on.
  ///
  /// Combine's `dropFirst(_:)`.
  ///
  /// - Parameter count: How many. A negative number is a mistake that debug builds stop at, and means 0.
  /// - Returns: A signal of the values after those.
  @preconcurrency
  @inlinable public func skip(_ count: Int) -> Signal<T, E> {
    assert(count >= 0, "skip(\(count)): the number of values can't be negative")
    return .bare { sink in
      let next = sink.next
      let remaining = SerialState(count)
      return self.subscribe(
        Sink(
          next: { value in
            guard remaining.value > 0 else { return next(value) }
            remaining.value -= 1
            return true
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }

  /// Drops values at the beginning for as long as a condition holds.
  ///
  ///     -1-2-3-1-|
  ///     skip(while: { $0 < 3 })
  ///     -----3-1-|
  ///
  /// - Delivery: The condition is asked on the thread of the value, and no more after it has failed once.
  /// - Errors: Passed on.
  ///
  /// Combine's `drop(while:)`.
  ///
  /// - Parameter condition: Whether to drop the value.
  /// - Returns: A signal of the values from the first on that does not fulfil the condition.
  @preconcurrency
  @inlinable public func skip(while condition: @escaping @Sendable (T) -> Bool) -> Signal<T, E> {
    .bare { sink in
      let next = sink.next
      let isSkipping = SerialState(true)
      return self.subscribe(
        Sink(
          next: { value in
            if isSkipping.value {
              if condition(value) { return true }
              isSkipping.value = false
            }
            return next(value)
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }
}

/// Drops a number of values at the beginning; see ``Operators/Signals/Signal/skip(_:)``.
///
/// - Parameter count: How many; not negative.
@preconcurrency
@_disfavoredOverload
@inlinable public func skip<T, E>(_ count: Int) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.skip(count) }
}

/// Drops values at the beginning for as long as a condition holds; see ``Operators/Signals/Signal/skip(while:)``.
///
/// - Parameter condition: Whether to drop the value.
@preconcurrency
@_disfavoredOverload
@inlinable public func skip<T, E>(
  while condition: @escaping @Sendable (T) -> Bool
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.skip(while: condition) }
}
