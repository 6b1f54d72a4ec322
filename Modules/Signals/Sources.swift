public import Disposables

extension Signal {
  /// Sends one value and completes.
  ///
  ///     .single(a)
  ///     (a|)
  ///
  /// - Delivery: Before `start` returns, on the thread that starts.
  ///
  /// ReactiveSwift's `init(value:)`, RxSwift's `just`, Combine's `Just`.
  ///
  /// - Parameter value: What every start sends.
  @preconcurrency
  @inlinable public static func single(_ value: T) -> Signal<T, E> {
    Signal.bare(runsForeignCode: false) { sink in
      if sink.next(value) { sink.completed() }
      return EmptyDisposable
    }
  }

  /// Completes without a value.
  ///
  ///     .complete()
  ///     |
  ///
  /// - Delivery: Before `start` returns, on the thread that starts.
  ///
  /// RxSwift's and ReactiveSwift's `empty`.
  @preconcurrency
  @inlinable public static func complete() -> Signal<T, E> {
    Signal.bare(runsForeignCode: false) { sink in
      sink.completed()
      return EmptyDisposable
    }
  }

  /// Fails without a value.
  ///
  ///     .fail(error)
  ///     #
  ///
  /// - Delivery: Before `start` returns, on the thread that starts.
  ///
  /// RxSwift's `error`, ReactiveSwift's `init(error:)`.
  ///
  /// - Parameter error: What every start fails with.
  @preconcurrency
  @inlinable public static func fail(_ error: E) -> Signal<T, E> {
    Signal.bare(runsForeignCode: false) { sink in
      sink.error(error)
      return EmptyDisposable
    }
  }

  /// Never sends anything, and never ends.
  ///
  ///     .never()
  ///     ---------
  @preconcurrency
  @inlinable public static func never() -> Signal<T, E> {
    Signal.bare(runsForeignCode: false) { _ in EmptyDisposable }
  }
}

/// Sends one value and completes; ``Signal/single(_:)`` with its error type named.
///
/// - Parameters:
///   - value: What every start sends.
///   - errorType: The type of the errors that the signal could send.
@preconcurrency
@inlinable public func single<T: Sendable, E: Sendable>(_ value: T, _ errorType: E.Type) -> Signal<T, E> {
  .single(value)
}

/// Completes without a value; ``Signal/complete()`` with its types named.
///
/// - Parameters:
///   - valueType: The type of the values that the signal could send.
///   - errorType: The type of the errors that the signal could send.
@preconcurrency
@inlinable public func complete<T: Sendable, E: Sendable>(
  _ valueType: T.Type, _ errorType: E.Type
) -> Signal<T, E> {
  .complete()
}

/// Fails without a value; ``Signal/fail(_:)`` with its type of values named.
///
/// - Parameters:
///   - valueType: The type of the values that the signal could send.
///   - error: What every start fails with.
@preconcurrency
@inlinable public func fail<T: Sendable, E: Sendable>(_ valueType: T.Type, _ error: E) -> Signal<T, E> {
  .fail(error)
}

/// Never sends anything; ``Signal/never()`` with its types named.
///
/// - Parameters:
///   - valueType: The type of the values that the signal could send.
///   - errorType: The type of the errors that the signal could send.
@preconcurrency
@inlinable public func never<T: Sendable, E: Sendable>(
  _ valueType: T.Type, _ errorType: E.Type
) -> Signal<T, E> {
  .never()
}
