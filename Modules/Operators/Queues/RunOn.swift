public import Concurrency
public import Disposables
public import Signals

extension Signal {
  /// Runs the generator on a queue.
  ///
  /// Use it to move the work of a signal; to move its events, use ``deliverOn(_:)-(Scheduler)``.
  ///
  ///     -a-b-|
  ///     runOn(queue)
  ///     --a-b-|
  ///
  /// In the diagram the queue takes a frame to come to its work.
  ///
  /// - Delivery: Where the generator sends. Starts at once when the caller is on the queue, otherwise as soon as the
  ///   queue comes to it.
  /// - Errors: Passed on.
  /// - Disposal: On the thread that disposes. If the queue has not come to it yet, the signal is not started at all.
  ///
  /// RxSwift's `subscribe(on:)`, Combine's `subscribe(on:)`, ReactiveSwift's `start(on:)`.
  ///
  /// - Parameter queue: Where to start.
  /// - Returns: The same signal, started there.
  @preconcurrency
  @inlinable public func runOn(_ queue: any Scheduler) -> Signal<T, E> {
    Signal.bare(runsForeignCode: runsForeignCode) { sink in
      if queue.isCurrent() { return self.subscribe(sink) }
      // The gate holds the sink, so that a disposal before the start lets go of it at once.
      let gate = Subscriber(sink)
      queue.async {
        if gate.isActive { gate.attach(self.subscribe(gate.asSink)) }
      }
      return gate.subscription
    }
  }

  /// Runs the generator on a thread of a pool.
  ///
  /// As ``runOn(_:)-(Scheduler)``. Use it for a generator that occupies its thread for long. It can ask its subscriber
  /// whether it `isActive` now and then, and stop early.
  ///
  /// - Parameter threadPool: Where to start.
  /// - Returns: The same signal, started there.
  @preconcurrency
  @inlinable public func runOn(_ threadPool: ThreadPool) -> Signal<T, E> {
    deferred { self.runOn(PoolScheduler(threadPool)) }
  }
}

/// Runs the generator on a queue; see ``Operators/Signals/Signal/runOn(_:)-(Scheduler)``.
///
/// - Parameter queue: Where to start.
@preconcurrency
@inlinable public func runOn<T, E>(_ queue: any Scheduler) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.runOn(queue) }
}

/// Runs the generator on a thread of a pool; see ``Operators/Signals/Signal/runOn(_:)-(ThreadPool)``.
///
/// - Parameter threadPool: Where to start.
@preconcurrency
@inlinable public func runOn<T, E>(_ threadPool: ThreadPool) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.runOn(threadPool) }
}
