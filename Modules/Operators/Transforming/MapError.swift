public import Signals

extension Signal {
  /// Replaces the error by what a function makes of it.
  ///
  ///     -a-#
  ///     mapError { Other($0) }
  ///     -a-#
  ///
  /// - Delivery: `f` runs on the thread of the error, which is passed on there.
  ///
  /// - Parameter f: Makes the error to pass on.
  /// - Returns: A signal of the same values, with errors of another type.
  @preconcurrency
  @inlinable public func mapError<R>(_ f: @escaping @Sendable (E) -> R) -> Signal<T, R> {
    Signal<T, R>.bare { sink in
      self.subscribe(
        Sink(next: sink.next, error: { sink.error(f($0)) }, completed: sink.completed, scope: sink.scope))
    }
  }
}

extension Signal where E == NoError {
  /// Gives a signal that can't fail the error type of another.
  ///
  ///     -a-b-|
  ///     castError(Failure.self)
  ///     -a-b-|
  ///
  /// ReactiveSwift's `promoteError`, Combine's `setFailureType(to:)`.
  ///
  /// - Parameter errorType: The type to name.
  /// - Returns: The same signal, of another type.
  @preconcurrency
  @inlinable public func castError<R>(_ errorType: R.Type) -> Signal<T, R> {
    Signal<T, R>.bare { sink in
      self.subscribe(Sink(next: sink.next, error: { _ in }, completed: sink.completed, scope: sink.scope))
    }
  }
}

/// Replaces the error by what a function makes of it; see ``Operators/Signals/Signal/mapError(_:)``.
///
/// - Parameter f: Makes the error to pass on.
@preconcurrency
@inlinable public func mapError<T, E, R>(
  _ f: @escaping @Sendable (E) -> R
) -> (Signal<T, E>) -> Signal<T, R> {
  { $0.mapError(f) }
}

/// Gives a signal that can't fail the error type of another; see ``Operators/Signals/Signal/castError(_:)``.
///
/// - Parameter errorType: The type to name.
@preconcurrency
@inlinable public func castError<T, R>(_ errorType: R.Type) -> (Signal<T, NoError>) -> Signal<T, R> {
  { $0.castError(errorType) }
}
