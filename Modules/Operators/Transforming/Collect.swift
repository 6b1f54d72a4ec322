public import Signals

extension Signal {
  /// Passes on all values in one array, when the source completes.
  ///
  ///     -a-b-|
  ///     collect()
  ///     -----(X|)   X: [a,b]
  ///
  /// - Delivery: Right before the completion, on its thread. A source without values makes an empty array.
  /// - Errors: Passed on; the values are dropped.
  /// - Memory: Holds all values until the end.
  ///
  /// RxSwift's `toArray`.
  ///
  /// - Returns: A signal of one array.
  @preconcurrency
  @inlinable public func collect() -> Signal<[T], E> {
    Signal<[T], E>.bare { sink in
      let values = SerialState<[T]>([])
      return self.subscribe(
        sink,
        next: { value in
          values.value.append(value)
          return true
        },
        last: { values.value })
    }
  }
}

/// Passes on all values in one array, when the source completes; see ``Operators/Signals/Signal/collect()``.
///
/// - Parameter signal: Where the values come from: `signal |> collect`.
@preconcurrency
@_disfavoredOverload
@inlinable public func collect<T, E>(_ signal: Signal<T, E>) -> Signal<[T], E> {
  signal.collect()
}
