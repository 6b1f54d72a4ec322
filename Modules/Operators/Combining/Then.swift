public import Signals

extension Signal {
  /// Continues with another signal after the completion of this one.
  ///
  ///     -a-b-|
  ///     then(-c-|)
  ///     -a-b--c-|
  ///
  /// - Delivery: Each signal sends where it sends. The second is started on the thread of the first one's completion; if
  ///   that comes before the first one's start has returned, then when it has, on the thread that starts.
  /// - Errors: The first one's error is passed on, and the second is not started.
  /// - Disposal: Of whichever is running. The first is disposed of before the second is started; in the other order by
  ///   ``then(_:overlapping:)``.
  /// - Stack: A chain of them is as deep as it is long: 10,000 links fit the main thread's 8 MiB in a release build. `concat` of an array has
  ///   no such limit.
  ///
  /// RxSwift's `concat`, Combine's `append`, RAC's `concat:`. ReactiveSwift's `then` drops the values of the first signal:
  /// that is `first.compactMap { _ in nil }.then(second)`.
  ///
  /// - Parameter next: Started when this signal has completed.
  /// - Returns: A signal of both one's values, one after the other.
  @preconcurrency
  @inlinable public func then(_ next: Signal<T, E>) -> Signal<T, E> {
    Signal.bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      succession.follow {
        self.subscribe(
          Sink(
            next: sink.next,
            error: sink.error,
            completed: { succession.follow { next.subscribe(sink) } },
            scope: sink.scope))
      }
      return succession
    }
  }

  /// Continues with another signal after the completion of this one, and says which goes first: the old or the new.
  ///
  /// As ``then(_:)``. With `overlapping`, what the first signal holds is let go of when the start of the second has
  /// returned, and not before: a resource that both use stays open. It is SwiftSignalKit's order.
  ///
  /// - Parameters:
  ///   - next: Started when this signal has completed.
  ///   - overlapping: Whether the first signal is disposed of after the start of the second; otherwise, before it.
  /// - Returns: A signal of both one's values, one after the other.
  @preconcurrency
  @inlinable public func then(_ next: Signal<T, E>, overlapping: Bool) -> Signal<T, E> {
    guard overlapping else { return then(next) }
    return Signal.bare { sink in
      let overlap = Overlap()
      let sink = overlap.guarding(sink)
      overlap.begin {
        self.subscribe(
          Sink(
            next: sink.next,
            error: sink.error,
            completed: { overlap.goOn { next.subscribe(sink) } },
            scope: sink.scope))
      }
      return overlap
    }
  }
}

/// Continues with another signal after the completion of this one; see ``Operators/Signals/Signal/then(_:)``.
///
/// - Parameter nextSignal: Started when the first signal has completed.
@preconcurrency
@inlinable public func then<T, E>(_ nextSignal: Signal<T, E>) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.then(nextSignal) }
}

/// Continues with another signal after the completion of this one; see ``Operators/Signals/Signal/then(_:overlapping:)``.
///
/// - Parameters:
///   - nextSignal: Started when the first signal has completed.
///   - overlapping: Whether the first signal is disposed of after the start of the second; otherwise, before it.
@preconcurrency
@_disfavoredOverload
@inlinable public func then<T, E>(
  _ nextSignal: Signal<T, E>, overlapping: Bool
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.then(nextSignal, overlapping: overlapping) }
}
