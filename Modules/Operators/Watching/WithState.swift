public import Disposables
public import Signals

extension Signal {
  /// Makes a state at each start, and calls closures with it at the events.
  ///
  ///     -a-b-|
  ///     withState({ Log() }, next: { value, log in log.add(value) })
  ///     -a-b-|
  ///
  /// Use it for something that lives as long as a run and only watches it. To pass on what is made of a state, use
  /// ``scan(_:_:)``.
  ///
  /// - Delivery: Each closure on the thread of its event, before the event is passed on.
  /// - Disposal: `disposed` is called once a start, after the source was disposed of or has ended.
  ///
  /// - Parameters:
  ///   - initialState: Makes the state, on the thread that starts.
  ///   - next: Called with each value and the state.
  ///   - error: Called with the error and the state.
  ///   - completed: Called at the completion.
  ///   - disposed: Called when the run has ended, however it ended.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func withState<S: Sendable>(
    _ initialState: @escaping @Sendable () -> S, next: @escaping @Sendable (T, S) -> Void = { _, _ in },
    error: @escaping @Sendable (E, S) -> Void = { _, _ in },
    completed: @escaping @Sendable (S) -> Void = { _ in },
    disposed: @escaping @Sendable (S) -> Void = { _ in }
  ) -> Signal<T, E> {
    Signal { subscriber in
      let state = initialState()
      let upstream = self.subscribe(
        Sink(
          next: { value in
            next(value, state)
            subscriber.putNext(value)
            return subscriber.isActive
          },
          error: { failure in
            error(failure, state)
            subscriber.putError(failure)
          },
          completed: {
            completed(state)
            subscriber.putCompletion()
          },
          scope: subscriber))
      return ActionDisposable {
        upstream.dispose()
        disposed(state)
      }
    }
  }
}

/// Makes a state at each start, and calls closures with it at the events; see
/// ``Operators/Signals/Signal/withState(_:next:error:completed:disposed:)``.
///
/// - Parameters:
///   - initialState: Makes the state, on the thread that starts.
///   - next: Called with each value and the state.
///   - error: Called with the error and the state.
///   - completed: Called at the completion.
///   - disposed: Called when the run has ended, however it ended.
@preconcurrency
@_disfavoredOverload
@inlinable public func withState<T, E, S: Sendable>(
  _ initialState: @escaping @Sendable () -> S, next: @escaping @Sendable (T, S) -> Void = { _, _ in },
  error: @escaping @Sendable (E, S) -> Void = { _, _ in },
  completed: @escaping @Sendable (S) -> Void = { _ in }, disposed: @escaping @Sendable (S) -> Void = { _ in }
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.withState(initialState, next: next, error: error, completed: completed, disposed: disposed) }
}

/// Makes a state at each start, and calls closures with it at the events; see
/// ``Operators/Signals/Signal/withState(_:next:error:completed:disposed:)``.
///
/// SwiftSignalKit's form, which takes the signal as the first argument.
///
/// - Parameters:
///   - signal: What to watch.
///   - initialState: Makes the state, on the thread that starts.
///   - next: Called with each value and the state.
///   - error: Called with the error and the state.
///   - completed: Called at the completion.
///   - disposed: Called when the run has ended, however it ended.
/// - Returns: The same signal.
@preconcurrency
@inlinable public func withState<T, E, S: Sendable>(
  _ signal: Signal<T, E>, _ initialState: @escaping @Sendable () -> S,
  next: @escaping @Sendable (T, S) -> Void = { _, _ in },
  error: @escaping @Sendable (E, S) -> Void = { _, _ in },
  completed: @escaping @Sendable (S) -> Void = { _ in }, disposed: @escaping @Sendable (S) -> Void = { _ in }
) -> Signal<T, E> {
  signal.withState(initialState, next: next, error: error, completed: completed, disposed: disposed)
}
