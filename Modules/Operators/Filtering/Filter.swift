public import Signals

extension Signal {
  /// Passes on the values that fulfil a condition.
  ///
  ///     -1-2-3-4-|
  ///     filter { $0 % 2 == 0 }
  ///     ---2---4-|
  ///
  /// - Delivery: The condition is asked on the thread of the value, which is passed on there.
  /// - Errors: Passed on.
  ///
  /// - Parameter f: Whether to pass the value on.
  /// - Returns: A signal of the values for which `f` answered `true`.
  /// - Complexity: Two closure calls a value.
  @preconcurrency
  @inlinable public func filter(_ f: @escaping @Sendable (T) -> Bool) -> Signal<T, E> {
    Signal.bare { sink in
      let next = sink.next
      return self.subscribe(
        Sink(
          next: { f($0) ? next($0) : true }, error: sink.error, completed: sink.completed, scope: sink.scope))
    }
  }
}

/// Passes on the values that fulfil a condition; see ``Operators/Signals/Signal/filter(_:)``.
///
/// - Parameter f: Whether to pass the value on.
@preconcurrency
@inlinable public func filter<T, E>(_ f: @escaping @Sendable (T) -> Bool) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.filter(f) }
}
