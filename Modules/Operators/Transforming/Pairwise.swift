public import Signals

extension Signal {
  /// Passes on each value together with the one before it.
  ///
  ///     -a-b-c-|
  ///     pairwise()
  ///     ---X-Y-|   X: (a,b)  Y: (b,c)
  ///
  /// - Delivery: On the thread of the second value.
  /// - Errors: Passed on.
  ///
  /// ReactiveSwift's `combinePrevious`.
  ///
  /// - Returns: A signal of pairs, one fewer than there are values.
  @preconcurrency
  @inlinable public func pairwise() -> Signal<(T, T), E> {
    Signal<(T, T), E>.bare { sink in
      let newest = SerialState<T?>(nil)
      return self.subscribe(
        Sink(
          next: { value in
            let previous = newest.value
            newest.value = value
            return previous.map { sink.next(($0, value)) } ?? true
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }

  /// Passes on each value together with its number, from 0.
  ///
  ///     -a-b-|
  ///     enumerated()
  ///     -X-Y-|   X: (0,a)  Y: (1,b)
  ///
  /// - Delivery: On the thread of the value.
  /// - Errors: Passed on.
  ///
  /// - Returns: A signal of numbered values.
  @preconcurrency
  @inlinable public func enumerated() -> Signal<(offset: Int, element: T), E> {
    Signal<(offset: Int, element: T), E>.bare { sink in
      let count = SerialState(0)
      return self.subscribe(
        Sink(
          next: { value in
            let offset = count.value
            count.value = offset + 1
            return sink.next((offset, value))
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }
}

/// Passes on each value together with the one before it; see ``Operators/Signals/Signal/pairwise()``.
///
/// - Parameter signal: Where the values come from: `signal |> pairwise`.
@preconcurrency
@_disfavoredOverload
@inlinable public func pairwise<T, E>(_ signal: Signal<T, E>) -> Signal<(T, T), E> {
  signal.pairwise()
}

/// Passes on each value together with its number, from 0; see ``Operators/Signals/Signal/enumerated()``.
///
/// - Parameter signal: Where the values come from: `signal |> enumerated`.
@preconcurrency
@_disfavoredOverload
@inlinable public func enumerated<T, E>(_ signal: Signal<T, E>) -> Signal<(offset: Int, element: T), E> {
  signal.enumerated()
}
