public import Signals

extension Signal {
  /// Passes on the end alone.
  ///
  ///     -a-b-|
  ///     ignoreValues()
  ///     -----|
  ///
  /// - Errors: Passed on.
  ///
  /// RxSwift's `ignoreElements`, Combine's `ignoreOutput`.
  ///
  /// - Returns: A signal without values.
  @preconcurrency
  @inlinable public func ignoreValues() -> Signal<Never, E> {
    Signal<Never, E>.bare { sink in
      self.subscribe(
        Sink(next: { _ in true }, error: sink.error, completed: sink.completed, scope: sink.scope))
    }
  }
}

/// Passes on the end alone; see ``Operators/Signals/Signal/ignoreValues()``.
///
/// - Parameter signal: Whose end it is: `signal |> ignoreValues`.
@preconcurrency
@inlinable public func ignoreValues<T, E>(_ signal: Signal<T, E>) -> Signal<Never, E> {
  signal.ignoreValues()
}
