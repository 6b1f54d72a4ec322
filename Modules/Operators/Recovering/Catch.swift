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
  /// - Disposal: Of whichever is running. This signal is disposed of before the other is started; in the other order by
  ///   ``catch(overlapping:_:)``.
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

  /// Continues with another signal after a failure, and says which goes first: the old or the new.
  ///
  /// As ``catch(_:)``. With `overlapping`, what this signal holds is let go of when the start of the other has returned,
  /// and not before: a resource that both use stays open. It is SwiftSignalKit's order.
  ///
  /// - Parameters:
  ///   - overlapping: Whether this signal is disposed of after the start of the other; otherwise, before it.
  ///   - f: Makes the signal to continue with.
  /// - Returns: A signal with the errors of what `f` returns.
  @preconcurrency
  @inlinable public func `catch`<R>(
    overlapping: Bool, _ f: @escaping @Sendable (E) -> Signal<T, R>
  ) -> Signal<T, R> {
    guard overlapping else { return `catch`(f) }
    return Signal<T, R>.bare { sink in
      let overlap = Overlap()
      let sink = overlap.guarding(sink)
      overlap.begin {
        self.subscribe(
          Sink(
            next: sink.next,
            error: { error in overlap.goOn { f(error).subscribe(sink) } },
            completed: sink.completed,
            scope: sink.scope))
      }
      return overlap
    }
  }
}

/// Continues with another signal after a failure; see ``Operators/Signals/Signal/catch(_:)``.
///
/// - Parameter f: Makes the signal to continue with.
@preconcurrency
@inlinable public func `catch`<T, E, R>(
  _ f: @escaping @Sendable (E) -> Signal<T, R>
) -> (Signal<T, E>) -> Signal<T, R> {
  { $0.catch(f) }
}

/// Continues with another signal after a failure; see ``Operators/Signals/Signal/catch(overlapping:_:)``.
///
/// - Parameters:
///   - overlapping: Whether the first signal is disposed of after the start of the other; otherwise, before it.
///   - f: Makes the signal to continue with.
@preconcurrency
@_disfavoredOverload
@inlinable public func `catch`<T, E, R>(
  overlapping: Bool, _ f: @escaping @Sendable (E) -> Signal<T, R>
) -> (Signal<T, E>) -> Signal<T, R> {
  { $0.catch(overlapping: overlapping, f) }
}
