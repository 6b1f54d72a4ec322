public import Disposables
public import SignalPrimitives
public import Signals

extension Signal {
  /// Passes on each value together with the newest value of another signal.
  ///
  ///     --1---2-3-|
  ///     -a--b-----
  ///     s1.withLatestFrom(s2)
  ///     --X---Y-Z-|   X: (1,a)  Y: (2,b)  Z: (3,b)
  ///
  /// - Delivery: On the thread of this signal's value. A value that comes before the other signal has sent one is
  ///   dropped.
  /// - Errors: Of either are passed on at once.
  /// - Completion: With this signal. The other one's completion changes nothing.
  ///
  /// The other signal is started first, so that a value it sends at its start counts. Of a signal combined with itself the
  /// other's value is the newer one, as it is started first.
  ///
  /// ReactiveSwift's `withLatest(from:)`.
  ///
  /// - Parameter other: The signal to look at.
  /// - Returns: A signal of pairs.
  @preconcurrency
  @inlinable public func withLatestFrom<R>(_ other: Signal<R, E>) -> Signal<(T, R), E> {
    Signal<(T, R), E>.bare(runsForeignCode: false) { sink in
      let newest = Guarded<R?>(nil)
      let gate = Subscriber(sink)
      let inputs = DisposableSet()
      gate.attach(inputs)
      inputs.add(
        other.subscribe(
          Sink(
            next: { value in
              let replaced = newest.withLock { newest in
                let replaced = newest
                newest = value
                return replaced
              }
              _ = replaced  // let go of outside the lock
              return !gate.isOver
            },
            error: { gate.putError($0) },
            completed: {},
            scope: gate)))
      guard gate.isActive else { return gate.subscription }
      inputs.add(
        self.subscribe(
          Sink(
            next: { value in
              let ticket = newest.withLock { $0.map { gate.reserve((value, $0)) } ?? .nothing }
              return gate.redeem(ticket)
            },
            error: { gate.putError($0) },
            completed: { gate.putCompletion() },
            scope: gate)))
      return gate.subscription
    }
  }
}

/// Passes on each value together with the newest value of another signal; see ``Operators/Signals/Signal/withLatestFrom(_:)``.
///
/// - Parameter other: The signal to look at.
@preconcurrency
@_disfavoredOverload
@inlinable public func withLatestFrom<T, R, E>(
  _ other: Signal<R, E>
) -> (Signal<T, E>) -> Signal<(T, R), E> {
  { $0.withLatestFrom(other) }
}
