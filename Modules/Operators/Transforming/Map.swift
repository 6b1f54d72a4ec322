public import Signals

extension Signal {
  /// Passes on what a function makes of each value.
  ///
  ///     --1--2--|
  ///     map { $0 * 10 }
  ///     --A--B--|   A: 10  B: 20
  ///
  /// - Delivery: `f` runs on the thread of the value, which is passed on there.
  /// - Errors: Passed on.
  ///
  /// - Parameter f: Makes the value to pass on. It is called once a value.
  /// - Returns: A signal of what `f` returned.
  /// - Complexity: Two closure calls a value.
  @preconcurrency
  @inlinable public func map<R>(_ f: @escaping @Sendable (T) -> R) -> Signal<R, E> {
    Signal<R, E>.bare { sink in
      let next = sink.next
      return self.subscribe(
        Sink(next: { next(f($0)) }, error: sink.error, completed: sink.completed, scope: sink.scope))
    }
  }
}

/// Passes on what a function makes of each value; see ``Operators/Signals/Signal/map(_:)``.
///
/// - Parameter f: Makes the value to pass on.
@preconcurrency
@inlinable public func map<T, E, R>(_ f: @escaping @Sendable (T) -> R) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.map(f) }
}
