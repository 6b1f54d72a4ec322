public import Signals

extension Signal {
  /// Passes on what a function makes of each value, unless that is `nil`.
  ///
  ///     -1-x-2-|
  ///     compactMap { Int($0) }
  ///     -1---2-|
  ///
  /// - Delivery: `f` runs on the thread of the value, which is passed on there.
  /// - Errors: Passed on.
  ///
  /// - Parameter f: Makes the value to pass on, or `nil` for none.
  /// - Returns: A signal of what `f` returned.
  @preconcurrency
  @inlinable public func compactMap<R>(_ f: @escaping @Sendable (T) -> R?) -> Signal<R, E> {
    Signal<R, E>.bare { sink in
      let next = sink.next
      return self.subscribe(
        Sink(
          next: { f($0).map(next) ?? true }, error: sink.error, completed: sink.completed, scope: sink.scope))
    }
  }

  /// Maps the values that are there, and passes on `nil`.
  ///
  ///     -1-n-2-|
  ///     flatMap { $0 * 10 }
  ///     -A-n-B-|   A: 10  B: 20  n: nil
  ///
  /// This is SwiftSignalKit's `flatMap`, which works on optional values. What other libraries call `flatMap` is
  /// `mapToSignal(_:)`, `mapToMerged(maxConcurrent:_:)` or `mapToQueue(_:)` here.
  ///
  /// - Delivery: `f` runs on the thread of the value, which is passed on there.
  /// - Errors: Passed on.
  ///
  /// - Parameter f: Makes the value to pass on of one that is not `nil`.
  /// - Returns: A signal of optional values.
  @preconcurrency
  @inlinable public func flatMap<V, R>(_ f: @escaping @Sendable (V) -> R) -> Signal<R?, E> where T == V? {
    map { $0.map(f) }
  }
}

/// Passes on what a function makes of each value, unless that is `nil`; see ``Operators/Signals/Signal/compactMap(_:)``.
///
/// - Parameter f: Makes the value to pass on, or `nil` for none.
@preconcurrency
@_disfavoredOverload
@inlinable public func compactMap<T, E, R>(
  _ f: @escaping @Sendable (T) -> R?
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.compactMap(f) }
}

/// Maps the values that are there, and passes on `nil`; see ``Operators/Signals/Signal/flatMap(_:)``.
///
/// - Parameter f: Makes the value to pass on of one that is not `nil`.
@preconcurrency
@inlinable public func flatMap<V, E, R>(
  _ f: @escaping @Sendable (V) -> R
) -> (Signal<V?, E>) -> Signal<R?, E> {
  { $0.flatMap(f) }
}
