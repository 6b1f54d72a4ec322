public import Disposables

extension Signal {
  /// Sends the elements of a sequence, and completes.
  ///
  ///     .sequence([a, b, c])
  ///     (abc|)
  ///
  /// The sequence may be endless: what ends the subscription, `take(_:)` for instance, stops it in the middle.
  ///
  /// - Delivery: Before `start` returns, on the thread that starts.
  ///
  /// RxSwift's `from(_:)`, ReactiveSwift's `init(_:)`, Combine's `Publishers.Sequence`.
  ///
  /// - Parameter elements: Walked through at each start.
  /// - Returns: A signal of the elements.
  @preconcurrency
  @inlinable public static func sequence<S: Sequence & Sendable>(_ elements: S) -> Signal<T, E>
  where S.Element == T {
    Signal { subscriber in
      for element in elements {
        guard subscriber.isActive else { return EmptyDisposable }
        subscriber.putNext(element)
      }
      subscriber.putCompletion()
      return EmptyDisposable
    }
  }
}

/// Makes a signal at each start, and starts that.
///
///     -a-b-|
///     deferred { signal }
///     -a-b-|
///
/// Use it for what must not be decided before somebody starts.
///
/// - Parameter generator: Makes the signal, on the thread that starts.
/// - Returns: A signal that sends what the made one sends.
@preconcurrency
@inlinable public func deferred<T, E>(_ generator: @escaping @Sendable () -> Signal<T, E>) -> Signal<T, E> {
  .bare { generator().subscribe($0) }
}
