public import Signals

extension Signal {
  /// Passes on the values of this signal and of another, as they come.
  ///
  ///     -a---b-|
  ///     ---c-----d|
  ///     s1.merge(s2)
  ///     -a-c-b---d|
  ///
  /// - Delivery: On the thread of the value; values of several threads come one at a time.
  /// - Errors: The first is passed on at once; the other signal is disposed of.
  /// - Completion: When both have completed.
  ///
  /// - Parameter other: Started after this signal.
  /// - Returns: A signal of both one's values.
  @preconcurrency
  @inlinable public func merge(_ other: Signal<T, E>) -> Signal<T, E> {
    Operators.merge([self, other])
  }

  /// Sends some values before those of this signal.
  ///
  ///     -----a-|
  ///     start(with: [x, y])
  ///     (xy)-a-|
  ///
  /// - Delivery: The values before `start` returns, on the thread that starts; then this signal is started.
  ///
  /// RxSwift's `startWith`, Combine's `prepend`.
  ///
  /// - Parameter values: What to send first.
  /// - Returns: A signal of those values and this signal's.
  @preconcurrency
  @inlinable public func start(with values: [T]) -> Signal<T, E> {
    Signal.sequence(values).then(self)
  }
}

/// Passes on the values of several signals, as they come.
///
///     -a---b-|
///     ---c-----d|
///     merge([s1, s2])
///     -a-c-b---d|
///
/// - Delivery: On the thread of the value; values of several threads come one at a time.
/// - Errors: The first is passed on at once; the other signals are disposed of.
/// - Completion: When all have completed; at once without any.
/// - Order: A signal that sends without end while it starts keeps those behind it from being started: put it last, or let it
///   start elsewhere, by ``runOn(_:)-(Scheduler)``.
///
/// - Parameters:
///   - signals: Started in their order.
///   - maxConcurrent: How many may run at a time; the others wait, in order. At least 1.
/// - Returns: A signal of all values.
@preconcurrency
@_disfavoredOverload
@inlinable public func merge<T, E>(
  _ signals: [Signal<T, E>], maxConcurrent: Int = .max
) -> Signal<T, E> {
  Signal<Signal<T, E>, E>.sequence(signals).flatten(maxConcurrent: maxConcurrent)
}

/// Passes on the values of several signals, as they come; see `merge(_:maxConcurrent:)`.
///
/// - Parameter signals: Started in their order.
@preconcurrency
@_disfavoredOverload
@inlinable public func merge<T, E>(_ signals: Signal<T, E>...) -> Signal<T, E> {
  merge(signals)
}

/// Runs several signals one after another.
///
///     -a-b|
///     -c-|
///     concat([s1, s2])
///     -a-b-c-|
///
/// - Delivery: Each signal sends where it sends. The next is started on the thread of the previous one's completion.
/// - Errors: The first is passed on, and no more is started.
/// - Completion: When all have completed; at once without any.
/// - Stack: Any number of signals; the stack stays as it is. A chain of `then` of that length would need one that
///   grows.
///
/// - Parameter signals: Run in their order.
/// - Returns: A signal of all values.
@preconcurrency
@_disfavoredOverload
@inlinable public func concat<T, E>(_ signals: [Signal<T, E>]) -> Signal<T, E> {
  Signal<Signal<T, E>, E>.sequence(signals).queue()
}

/// Passes on the values of a signal and of another, as they come; see ``Operators/Signals/Signal/merge(_:)``.
///
/// - Parameter other: Started after the first.
@preconcurrency
@_disfavoredOverload
@inlinable public func merge<T, E>(with other: Signal<T, E>) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.merge(other) }
}

/// Sends some values before those of a signal; see ``Operators/Signals/Signal/start(with:)``.
///
/// - Parameter values: What to send first.
@preconcurrency
@_disfavoredOverload
@inlinable public func start<T, E>(with values: [T]) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.start(with: values) }
}
