public import Signals

extension Signal {
  /// Continues with another signal after a failure.
  ///
  ///     -a-#
  ///     catch { _ in -b-| }
  ///     -a--b-|
  ///
  /// - Delivery: Each signal sends where it sends. `f` runs, and its signal is started, on the thread of the error.
  /// - Errors: This signal's error goes to `f`; an error of the signal that `f` returned is passed on.
  /// - Disposal: Of whichever is running.
  ///
  /// ReactiveSwift's `flatMapError`.
  ///
  /// - Parameter f: Makes the signal to continue with.
  /// - Returns: A signal with the errors of what `f` returns.
  @preconcurrency
  @inlinable public func `catch`<R>(_ f: @escaping @Sendable (E) -> Signal<T, R>) -> Signal<T, R> {
    Signal<T, R>.bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      succession.follow {
        self.subscribe(
          Sink(
            next: sink.next,
            error: { error in succession.follow { f(error).subscribe(sink) } },
            completed: sink.completed,
            scope: sink.scope))
      }
      return succession
    }
  }
}

/// Continues with another signal after a failure; see `Signal.catch(_:)`.
///
/// - Parameter f: Makes the signal to continue with.
@preconcurrency
@inlinable public func `catch`<T, E, R>(
  _ f: @escaping @Sendable (E) -> Signal<T, R>
) -> (Signal<T, E>) -> Signal<T, R> {
  { $0.catch(f) }
}
