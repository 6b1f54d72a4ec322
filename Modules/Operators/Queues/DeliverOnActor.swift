package import Concurrency
internal import Disposables
public import Signals

extension Signal {
  /// Delivers the events on an actor.
  ///
  /// The handlers run isolated to it, and may say so: `actor.assumeIsolated { … }` does not fail in them. For the main
  /// actor, `startOnMain` has handlers of which the compiler knows that.
  ///
  /// - Delivery: In order, as soon as the actor comes to it; never at once, also not when the event is sent from there.
  ///   Many events may share one hop.
  /// - Errors: Delivered on the actor, after the values before them.
  /// - Disposal: What waits is not delivered, and is released at once, or when the handler that is running returns.
  /// - Memory: What waits is not limited. The signal and its subscriptions hold the actor: one that keeps a
  ///   subscription of its own signal lives until that has ended, so end it by a method, and not in `deinit`.
  ///
  /// - Parameter actor: Where the handlers run.
  /// - Returns: The same signal, delivered there.
  /// - Complexity: O(1) an event, on average; one hop for all the events that come before the actor does.
  @preconcurrency
  public func deliverOn(_ actor: any Actor) -> Signal<T, E> {
    deliverOn(scheduler(of: actor))
  }
}

/// Delivers the events on an actor; see ``Operators/Signals/Signal/deliverOn(_:)-(Actor)``.
///
/// - Parameter actor: Where the handlers run.
@preconcurrency
@_disfavoredOverload
public func deliverOn<T, E>(_ actor: any Actor) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.deliverOn(actor) }
}

/// The place where an actor's work runs.
///
/// Pieces of work that are given to it one after the other may run in another order: tasks keep none. `deliverOn` gives
/// the next one when the last has run.
package func scheduler(of actor: any Actor) -> any Scheduler {
  ActorScheduler(actor: actor)
}

private struct ActorScheduler: Scheduler {
  let actor: any Actor

  var now: Double { Queue.concurrentDefaultQueue().now }

  /// Never, as far as one can know: nothing can be asked about the caller's isolation without stopping the program.
  func isCurrent() -> Bool { false }

  func async(_ work: @escaping @Sendable () -> Void) {
    Task { await run(work, on: actor) }
  }

  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    Queue.concurrentDefaultQueue().after(delay) { async(work) }
  }

  private func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) {
    work()
  }
}
