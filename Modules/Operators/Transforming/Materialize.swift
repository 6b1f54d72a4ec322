public import Signals

extension Signal {
  /// Passes on the events as values, so that the end can be handled like a value.
  ///
  ///     -a-#
  ///     materialize()
  ///     -X-(Y|)   X: next(a)  Y: error(failed)
  ///
  /// SwiftSignalKit calls this `dematerialize`, and the other way round; here the names are those of RxSwift and
  /// ReactiveSwift.
  ///
  /// - Delivery: On the thread of the event. A terminal event is passed on as a value, and then comes the completion.
  ///
  /// - Returns: A signal of events, which can't fail.
  @preconcurrency
  @inlinable public func materialize() -> Signal<SignalEvent<T, E>, NoError> {
    Signal<SignalEvent<T, E>, NoError>.bare { sink in
      let cutoff = Cutoff()
      @Sendable func end(_ event: SignalEvent<T, E>) {
        if sink.next(event), !cutoff.isCut { sink.completed() }
      }
      return cutoff.disposable(
        over: self.subscribe(
          Sink(
            next: { sink.next(.next($0)) }, error: { end(.error($0)) }, completed: { end(.completed) },
            scope: sink.scope)))
    }
  }
}

extension Signal where E == NoError {
  /// Turns values that are events back into events.
  ///
  ///     -X-Y-
  ///     dematerialize()
  ///     -a-|   X: next(a)  Y: completed
  ///
  /// SwiftSignalKit calls this `materialize`.
  ///
  /// - Delivery: On the thread of the value. A terminal event disposes of the source; without one, the source's
  ///   completion is passed on.
  ///
  /// - Returns: A signal with the errors of the events.
  @preconcurrency
  @inlinable public func dematerialize<V, R>() -> Signal<V, R> where T == SignalEvent<V, R> {
    Signal<V, R>.bare { sink in
      self.subscribe(
        Sink(
          next: { event in
            switch event {
            case .next(let value): return sink.next(value)
            case .error(let error): sink.error(error)
            case .completed: sink.completed()
            }
            return false
          },
          error: { _ in },
          completed: sink.completed,
          scope: sink.scope))
    }
  }
}

/// Passes on the events as values; see ``Operators/Signals/Signal/materialize()``.
///
/// - Parameter signal: Where the events come from: `signal |> materialize`.
@preconcurrency
@inlinable public func materialize<T, E>(_ signal: Signal<T, E>) -> Signal<SignalEvent<T, E>, NoError> {
  signal.materialize()
}

/// Turns values that are events back into events; see ``Operators/Signals/Signal/dematerialize()``.
///
/// - Parameter signal: Where the values come from: `signal |> dematerialize`.
@preconcurrency
@inlinable public func dematerialize<T, E>(_ signal: Signal<SignalEvent<T, E>, NoError>) -> Signal<T, E> {
  signal.dematerialize()
}
