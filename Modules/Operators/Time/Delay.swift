public import Concurrency
public import Disposables
public import Signals

extension Signal {
  /// Starts the signal after a time.
  ///
  ///     -a-b-|
  ///     delay(2, queue: scheduler)
  ///     ---a-b-|
  ///
  /// It delays the start, as in SwiftSignalKit, not the values.
  ///
  /// - Delivery: Where the signal sends; it is started on `queue`.
  /// - Errors: Passed on.
  /// - Disposal: Before the start, cancels the timer: the signal is not started at all.
  ///
  /// RxSwift's `delaySubscription`. The `delay` of RxSwift, ReactiveSwift and Combine is ``delayValues(_:on:)``.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait.
  ///   - queue: Whose time it is, and where to start.
  /// - Returns: The same signal, started later.
  @preconcurrency
  @inlinable public func delay(_ timeout: some TimeSpan, queue: any Scheduler) -> Signal<T, E> {
    let timeout = timeout.inSeconds
    return .bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      succession.follow {
        queue.after(timeout) {
          succession.follow(on: queue) { self.subscribe(sink) }
        }
      }
      return succession
    }
  }
}

/// Starts the signal after a time; see ``Operators/Signals/Signal/delay(_:queue:)``.
///
/// - Parameters:
///   - timeout: How long to wait.
///   - queue: Whose time it is, and where to start.
@preconcurrency
@_disfavoredOverload
@inlinable public func delay<T, E>(
  _ timeout: some TimeSpan, queue: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.delay(timeout, queue: queue) }
}
