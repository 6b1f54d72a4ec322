public import Disposables
public import Signals

extension Signal {
  /// Calls a closure with each value, before it is passed on.
  ///
  ///     -a-b-|
  ///     beforeNext { print($0) }
  ///     -a-b-|
  ///
  /// - Delivery: On the thread of the value.
  ///
  /// RxSwift's `do(onNext:)`, ReactiveSwift's `on(value:)`, Combine's `handleEvents`.
  ///
  /// - Parameter f: Called with the value. What it returns is ignored.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func beforeNext<R>(_ f: @escaping @Sendable (T) -> R) -> Signal<T, E> {
    .bare { sink in
      let next = sink.next
      return self.subscribe(
        Sink(
          next: { value in
            _ = f(value)
            return next(value)
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }

  /// Calls a closure with each value, after it was passed on.
  ///
  ///     -a-b-|
  ///     afterNext { print($0) }
  ///     -a-b-|
  ///
  /// - Delivery: On the thread of the value.
  ///
  /// RxSwift's `do(afterNext:)`.
  ///
  /// - Parameter f: Called with the value. What it returns is ignored.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func afterNext<R>(_ f: @escaping @Sendable (T) -> R) -> Signal<T, E> {
    .bare { sink in
      let next = sink.next
      return self.subscribe(
        Sink(
          next: { value in
            let wantsMore = next(value)
            _ = f(value)
            return wantsMore
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }

  /// Calls a closure at each start, before the signal is started.
  ///
  ///     -a-b-|
  ///     beforeStarted { print("started") }
  ///     -a-b-|
  ///
  /// - Delivery: On the thread that starts.
  ///
  /// - Parameter f: Called without arguments.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func beforeStarted(_ f: @escaping @Sendable () -> Void) -> Signal<T, E> {
    .bare { sink in
      f()
      return self.subscribe(sink)
    }
  }

  /// Calls a closure at the completion, before it is passed on.
  ///
  ///     -a-b-|
  ///     beforeCompleted { print("completed") }
  ///     -a-b-|
  ///
  /// - Delivery: On the thread of the completion.
  ///
  /// - Parameter f: Called without arguments.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func beforeCompleted(_ f: @escaping @Sendable () -> Void) -> Signal<T, E> {
    .bare { sink in
      self.subscribe(
        Sink(
          next: sink.next,
          error: sink.error,
          completed: {
            f()
            sink.completed()
          },
          scope: sink.scope))
    }
  }

  /// Calls a closure at the completion, after it was passed on.
  ///
  ///     -a-b-|
  ///     afterCompleted { print("completed") }
  ///     -a-b-|
  ///
  /// - Delivery: On the thread of the completion.
  ///
  /// - Parameter f: Called without arguments.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func afterCompleted(_ f: @escaping @Sendable () -> Void) -> Signal<T, E> {
    .bare { sink in
      self.subscribe(
        Sink(
          next: sink.next,
          error: sink.error,
          completed: {
            sink.completed()
            f()
          },
          scope: sink.scope))
    }
  }

  /// Calls a closure when a run has ended, however it ended: by a terminal event or by disposal.
  ///
  ///     -a-b-|
  ///     afterDisposed { print("disposed") }
  ///     -a-b-|
  ///
  /// - Delivery: Once a start, on the thread of the end: after the terminal event was passed on, or when the source was
  ///   disposed of.
  ///
  /// RxSwift's `do(onDispose:)`, ReactiveSwift's `on(disposed:)`.
  ///
  /// - Parameter f: Called without arguments. What it returns is ignored.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func afterDisposed<R>(_ f: @escaping @Sendable () -> R) -> Signal<T, E> {
    Signal { subscriber in
      let upstream = self.subscribe(subscriber.asSink)
      return ActionDisposable {
        upstream.dispose()
        _ = f()
      }
    }
  }
}

/// Calls a closure with each value, before it is passed on; see ``Operators/Signals/Signal/beforeNext(_:)``.
///
/// - Parameter f: Called with the value. What it returns is ignored.
@preconcurrency
@inlinable public func beforeNext<T, E, R>(
  _ f: @escaping @Sendable (T) -> R
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.beforeNext(f) }
}

/// Calls a closure with each value, after it was passed on; see ``Operators/Signals/Signal/afterNext(_:)``.
///
/// - Parameter f: Called with the value. What it returns is ignored.
@preconcurrency
@inlinable public func afterNext<T, E, R>(
  _ f: @escaping @Sendable (T) -> R
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.afterNext(f) }
}

/// Calls a closure at each start; see ``Operators/Signals/Signal/beforeStarted(_:)``.
///
/// - Parameter f: Called without arguments. What it returns is ignored.
@preconcurrency
@inlinable public func beforeStarted<T, E>(
  _ f: @escaping @Sendable () -> Void
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.beforeStarted(f) }
}

/// Calls a closure at the completion, before it is passed on; see ``Operators/Signals/Signal/beforeCompleted(_:)``.
///
/// - Parameter f: Called without arguments. What it returns is ignored.
@preconcurrency
@inlinable public func beforeCompleted<T, E>(
  _ f: @escaping @Sendable () -> Void
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.beforeCompleted(f) }
}

/// Calls a closure at the completion, after it was passed on; see ``Operators/Signals/Signal/afterCompleted(_:)``.
///
/// - Parameter f: Called without arguments. What it returns is ignored.
@preconcurrency
@inlinable public func afterCompleted<T, E>(
  _ f: @escaping @Sendable () -> Void
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.afterCompleted(f) }
}

/// Calls a closure when a run has ended, however it ended; see ``Operators/Signals/Signal/afterDisposed(_:)``.
///
/// - Parameter f: Called without arguments. What it returns is ignored.
@preconcurrency
@inlinable public func afterDisposed<T, E, R>(
  _ f: @escaping @Sendable () -> R
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.afterDisposed(f) }
}
