public import Signals

extension Signal where E == NoError {
  /// Passes on the values of the signal that a function makes of the newest value, and that may fail.
  ///
  ///     --1-----2---|
  ///     mapToSignalPromotingError { n in -n-n-n-n-| }
  ///     ---1-1-1-2-2-2-2-|
  ///
  /// It is `castError` and then ``mapToSignal(_:)``: for a signal that can't fail, and a function whose signals can.
  ///
  /// - Delivery: `f` runs on the thread of the outer value; the rest as in ``switchToLatest()``.
  /// - Errors: Of the newest inner signal are passed on.
  ///
  /// ReactiveSwift's `flatMap(.latest)` does the same for a signal of `Never`.
  ///
  /// - Parameter f: Makes the signal to continue with.
  /// - Returns: A signal of the inner signals' values and errors.
  @preconcurrency
  @inlinable public func mapToSignalPromotingError<R, Failure>(
    _ f: @escaping @Sendable (T) -> Signal<R, Failure>
  ) -> Signal<R, Failure> {
    castError(Failure.self).mapToSignal(f)
  }

  /// Passes on the values of the signal that a function makes of the newest value, and that may fail, and says which goes
  /// first: the old or the new.
  ///
  /// It is `castError` and then ``mapToSignal(overlapping:_:)``.
  ///
  /// - Parameters:
  ///   - overlapping: Whether a previous signal is disposed of after the start of the new one; otherwise, before it.
  ///   - f: Makes the signal to continue with.
  /// - Returns: A signal of the inner signals' values and errors.
  @preconcurrency
  @inlinable public func mapToSignalPromotingError<R, Failure>(
    overlapping: Bool, _ f: @escaping @Sendable (T) -> Signal<R, Failure>
  ) -> Signal<R, Failure> {
    castError(Failure.self).mapToSignal(overlapping: overlapping, f)
  }
}

/// Passes on the values of the signal that a function makes of the newest value, and that may fail; see
/// ``Operators/Signals/Signal/mapToSignalPromotingError(_:)``.
///
/// - Parameter f: Makes the signal to continue with.
@preconcurrency
@inlinable public func mapToSignalPromotingError<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, NoError>) -> Signal<R, E> {
  { $0.mapToSignalPromotingError(f) }
}

/// Passes on the values of the signal that a function makes of the newest value, and that may fail; see
/// ``Operators/Signals/Signal/mapToSignalPromotingError(overlapping:_:)``.
///
/// - Parameters:
///   - overlapping: Whether a previous signal is disposed of after the start of the new one; otherwise, before it.
///   - f: Makes the signal to continue with.
@preconcurrency
@_disfavoredOverload
@inlinable public func mapToSignalPromotingError<T, R, E>(
  overlapping: Bool, _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, NoError>) -> Signal<R, E> {
  { $0.mapToSignalPromotingError(overlapping: overlapping, f) }
}
