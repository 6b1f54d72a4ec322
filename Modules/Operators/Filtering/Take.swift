public import Signals

extension Signal {
  /// Passes on a number of values, then completes and disposes of the source.
  ///
  ///     -a-b-c-d-
  ///     take(2)
  ///     -a-(b|)
  ///
  /// - Delivery: Completes right after the last value, on its thread, also when the handler of that value causes more.
  ///   A source that sends without an end while it starts is stopped.
  /// - Errors: Passed on.
  ///
  /// RxSwift's `take(_:)`, ReactiveSwift's `take(first:)`, Combine's `prefix(_:)`.
  ///
  /// - Parameter count: How many. With 0 it completes without starting the source. A negative number is a mistake that
  ///   debug builds stop at, and means 0.
  /// - Returns: A signal of at most `count` values.
  @preconcurrency
  @inlinable public func take(_ count: Int) -> Signal<T, E> {
    assert(count >= 0, "take(\(count)): the number of values can't be negative")
    guard count > 0 else { return .complete() }
    return Signal.bare(runsForeignCode: runsForeignCode) { sink in
      let next = sink.next
      let completed = sink.completed
      let remaining = SerialState(count)
      let cutoff = Cutoff()
      return cutoff.disposable(
        over: self.subscribe(
          Sink(
            next: { value in
              remaining.value -= 1
              if remaining.value > 0 { return next(value) }
              if next(value), !cutoff.isCut { completed() }
              return false
            },
            error: sink.error,
            completed: completed,
            scope: sink.scope)))
    }
  }
}

/// Passes on a number of values, then completes; see ``Operators/Signals/Signal/take(_:)``.
///
/// - Parameter count: How many; not negative.
@preconcurrency
@inlinable public func take<T, E>(_ count: Int) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.take(count) }
}
