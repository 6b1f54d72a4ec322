public import SignalPrimitives
public import Signals

extension Signal {
  /// Passes on the last values, when the source completes.
  ///
  ///     -a-b-c-|
  ///     takeLast(2)
  ///     -------(bc|)
  ///
  /// - Delivery: Right before the completion, on its thread.
  /// - Errors: Passed on; the values are dropped.
  ///
  /// - Parameter count: How many at the most. A negative number is a mistake that debug builds stop at, and means 0.
  /// - Returns: A signal of at most `count` values.
  @preconcurrency
  @inlinable public func takeLast(_ count: Int) -> Signal<T, E> {
    assert(count >= 0, "takeLast(\(count)): the number of values can't be negative")
    return .bare { sink in
      let newest = SerialState(Fifo<T>())
      let cutoff = Cutoff()
      return cutoff.disposable(
        over: self.subscribe(
          Sink(
            next: { value in
              newest.value.append(value)
              if newest.value.count > count { _ = newest.value.popFirst() }
              return true
            },
            error: sink.error,
            completed: {
              var waiting = newest.value
              while let value = waiting.popFirst() {
                guard sink.next(value), !cutoff.isCut else { return }
              }
              sink.completed()
            },
            scope: sink.scope)))
    }
  }

  /// Passes on the last value, or `nil` without any, when the source completes.
  ///
  ///     -a-b-|
  ///     last()
  ///     -----(b|)
  ///
  /// - Delivery: Right before the completion, on its thread.
  /// - Errors: Passed on; there is no value then.
  ///
  /// - Returns: A signal of one optional value.
  @preconcurrency
  @inlinable public func last() -> Signal<T?, E> {
    Signal<T?, E>.bare { sink in
      let newest = SerialState<T?>(nil)
      return self.subscribe(
        sink,
        next: { value in
          newest.value = value
          return true
        },
        last: { .some(newest.value) })
    }
  }

  /// Passes on the first value, and completes.
  ///
  ///     -a-b-
  ///     first()
  ///     -(a|)
  ///
  /// `take(1)` by another name. It completes without a value if the source does; RxSwift's `first()`, which sends `nil`
  /// then, is `take(1).last()`.
  ///
  /// - Returns: A signal of one value at the most.
  @preconcurrency
  @inlinable public func first() -> Signal<T, E> {
    take(1)
  }

  /// Passes on the value of a number, and completes.
  ///
  ///     -a-b-c-
  ///     element(at: 1)
  ///     ---(b|)
  ///
  /// It completes without a value if the source completes before. RxSwift's fails then.
  ///
  /// - Parameter index: The number, from 0. A negative one is a mistake that debug builds stop at, and means 0.
  /// - Returns: A signal of one value at the most.
  @preconcurrency
  @inlinable public func element(at index: Int) -> Signal<T, E> {
    skip(index).take(1)
  }
}

/// Passes on the last values, when the source completes; see ``Operators/Signals/Signal/takeLast(_:)``.
///
/// - Parameter count: How many at the most; not negative.
@preconcurrency
@_disfavoredOverload
@inlinable public func takeLast<T, E>(_ count: Int) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.takeLast(count) }
}

/// Passes on the last value, or `nil` without any, when the source completes; see ``Operators/Signals/Signal/last()``.
///
/// - Parameter signal: Where the values come from: `signal |> last`.
@preconcurrency
@inlinable public func last<T, E>(_ signal: Signal<T, E>) -> Signal<T?, E> {
  signal.last()
}

/// Passes on the first value, and completes; see ``Operators/Signals/Signal/first()``.
///
/// - Parameter signal: Where the values come from: `signal |> first`.
@preconcurrency
@_disfavoredOverload
@inlinable public func first<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  signal.first()
}

/// Passes on the value of a number, and completes; see ``Operators/Signals/Signal/element(at:)``.
///
/// - Parameter index: The number, from 0.
@preconcurrency
@_disfavoredOverload
@inlinable public func element<T, E>(at index: Int) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.element(at: index) }
}
