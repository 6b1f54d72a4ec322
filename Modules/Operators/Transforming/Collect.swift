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

  /// Passes on the values in arrays of a fixed size.
  ///
  ///     -a-b-c-|
  ///     buffer(count: 2)
  ///     ---X---(Y|)   X: [a,b]  Y: [c]
  ///
  /// - Delivery: With the value that fills an array; what is left comes right before the completion.
  /// - Errors: Passed on; what is left is dropped.
  ///
  /// Combine's `collect(_:)`.
  ///
  /// - Parameter count: The size. Less than 1 is a mistake that debug builds stop at, and means 1.
  /// - Returns: A signal of arrays, none of which is empty.
  @preconcurrency
  @inlinable public func buffer(count: Int) -> Signal<[T], E> {
    assert(count > 0, "buffer(count: \(count)): the size must be at least 1")
    return Signal<[T], E>.bare { sink in
      let values = SerialState<[T]>([])
      return self.subscribe(
        sink,
        next: { value in
          values.value.append(value)
          guard values.value.count >= count else { return true }
          let full = values.value
          values.value = []
          return sink.next(full)
        },
        last: { values.value.isEmpty ? nil : values.value })
    }
  }
}

/// Passes on all values in one array, when the source completes; see `Signal.collect()`.
///
/// - Parameter signal: Where the values come from: `signal |> collect`.
@preconcurrency
@inlinable public func collect<T, E>(_ signal: Signal<T, E>) -> Signal<[T], E> {
  signal.collect()
}

/// Passes on the values in arrays of a fixed size; see `Signal.buffer(count:)`.
///
/// - Parameter count: The size; at least 1.
@preconcurrency
@inlinable public func buffer<T, E>(count: Int) -> (Signal<T, E>) -> Signal<[T], E> {
  { $0.buffer(count: count) }
}
