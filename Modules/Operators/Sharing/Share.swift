public import Promises
public import Signals

extension Signal {
  /// Runs the signal once for all subscribers that listen at the same time.
  ///
  ///     -a-b-c-d-|
  ///     share()
  ///     ----^c-d-|
  ///
  /// The first subscriber starts the signal, later ones listen to that run, and the last one that leaves ends it. In the
  /// diagram another subscriber came first. Keep the signal that this returns: each call makes another one to share.
  ///
  /// For subscribers that come later and need what was sent before, use ``share(replay:)``; to keep the newest value
  /// whoever listens, a `Promise`.
  ///
  /// - Delivery: On the thread on which the signal sends. All subscribers see the values in one order.
  /// - Errors: Passed on to all; the next subscriber starts the signal anew.
  /// - Completion: Passed on to all; the next subscriber starts the signal anew, also from inside that handler.
  /// - Disposal: Of the signal, when the last subscriber leaves. One run's events never reach the subscribers of another.
  ///
  /// RxSwift's `share`. With Combine's `share` and ReactiveSwift's `replayLazily(upTo: 0)`, who comes after the end gets
  /// the end.
  ///
  /// - Returns: A signal whose subscribers share a run.
  /// - Complexity: O(*n*) a value for *n* subscribers.
  @preconcurrency
  @inlinable public func share() -> Signal<T, E> {
    share(replay: 0)
  }

  /// Runs the signal once for all subscribers that listen at the same time, and gives new ones the newest values first.
  ///
  ///     -a--b-----c-|
  ///     share(replay: 1)
  ///     -----(^b)-c-|
  ///
  /// As ``share()``. What is kept belongs to the run: when it has ended, or its last subscriber has left, it is
  /// forgotten.
  ///
  /// - Delivery: What was kept before `start` returns, on the thread that starts; each value once.
  ///
  /// RxSwift's `share(replay:scope:)` with `.whileConnected`.
  ///
  /// - Parameter count: How many of the newest values new subscribers get. Less than 0 is a mistake that debug builds stop
  ///   at, and means 0.
  /// - Returns: A signal whose subscribers share a run.
  /// - Complexity: O(*n*) a value for *n* subscribers.
  @preconcurrency
  @inlinable public func share(replay count: Int) -> Signal<T, E> {
    assert(count >= 0, "share(replay: \(count)): there is no such number of values")
    let connections = Connections<Bool, T, E>()
    return .bare(runsForeignCode: false) { sink in
      connections.subscribe(sink, to: self, key: true, replay: Swift.max(0, count))
    }
  }
}

/// Runs the signal once for all subscribers that listen at the same time; see ``Operators/Signals/Signal/share()``.
///
/// - Parameter signal: What to run: `signal |> share`.
@preconcurrency
@_disfavoredOverload
@inlinable public func share<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  signal.share()
}

/// Runs the signal once for all subscribers that listen at the same time, and gives new ones the newest values first;
/// see ``Operators/Signals/Signal/share(replay:)``.
///
/// - Parameter count: How many of the newest values new subscribers get.
@preconcurrency
@_disfavoredOverload
@inlinable public func share<T, E>(replay count: Int) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.share(replay: count) }
}
