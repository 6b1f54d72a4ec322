public import Concurrency
public import Disposables
public import Signals

extension Signal {
  /// Starts the signal, with handlers that belong to the main actor.
  ///
  /// Use it where the handlers change what is on the screen: they may touch what is `@MainActor`, without `await`. It is
  /// `deliverOnMainQueue().start(…)`, and the compiler knows of it.
  ///
  /// - Delivery: On the main queue, in order; at once, when the event is sent there and none of this subscription waits.
  /// - Disposal: What waits is not delivered. Disposed of on the main queue, it runs no handler any more.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  /// - Returns: What ends the subscription. Letting go of it does not end it.
  @preconcurrency
  @discardableResult
  @inlinable public func startOnMain(
    next: (@MainActor @Sendable (T) -> Void)? = nil,
    error: (@MainActor @Sendable (E) -> Void)? = nil,
    completed: (@MainActor @Sendable () -> Void)? = nil
  ) -> any Disposable {
    deliverOn(Queue.mainQueue()).start(
      next: next.map { next in { @Sendable value in MainActor.assumeIsolated { next(value) } } },
      error: error.map { error in { @Sendable failure in MainActor.assumeIsolated { error(failure) } } },
      completed: completed.map { completed in { @Sendable () in MainActor.assumeIsolated { completed() } } })
  }
}
