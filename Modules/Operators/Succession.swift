public import Concurrency
public import Disposables
public import SignalPrimitives
public import Signals

/// Runs one subscription after another, without nesting them.
///
/// An operator calls ``follow(_:)`` from a terminal event of the running subscription to start the next. When that
/// happens before the running one's start has returned, the next start waits until it has; so the stack does not grow
/// with the number of subscriptions.
@_fixed_layout @usableFromInline
final class Succession: Finishable {
  @usableFromInline typealias Start = @Sendable () -> any Disposable

  /// What waits for its turn.
  @frozen @usableFromInline enum Step: Sendable {
    case start(Start)
    case startOnQueue(StartOnQueue)
  }

  /// Whoever is inside is starting a subscription.
  @usableFromInline let turn = Turnstile()
  @usableFromInline let current = MetaDisposable()

  @inlinable init() {}

  /// A sink that is closed when this object is disposed of, also for a subscription that is just being started and has
  /// not returned its own disposable yet.
  @inlinable func guarding<T, E: Sendable>(_ sink: Sink<T, E>) -> Sink<T, E> {
    Sink(
      next: { self.turn.isClosed ? false : sink.next($0) },
      error: { if self.turn.isClosed { DroppedErrors.report($0) } else { sink.error($0) } },
      completed: { if !self.turn.isClosed { sink.completed() } },
      scope: EndingScope(self, outer: sink.scope))
  }

  /// Starts a subscription, now or as soon as the start that is under way has returned.
  ///
  /// - Parameter start: Does not run at all if this object is disposed of in time.
  @inlinable func follow(_ start: @escaping Start) {
    follow(.start(start))
  }

  /// Starts a subscription on a queue, where the caller is: now, or, if a start is under way on another thread, when the queue
  /// has come back to it.
  ///
  /// - Parameters:
  ///   - queue: Where to start it.
  ///   - start: Does not run at all if this object is disposed of in time.
  @inlinable func follow(on queue: any Scheduler, _ start: @escaping Start) {
    follow(.startOnQueue(StartOnQueue(queue, start)))
  }

  // This is in the stack once for each link of a chain: it has little on it.
  //
  // The turn is not offered to others here, as what comes is not more than was started: each start brings one step.
  @inlinable func follow(_ step: Step) {
    guard turn.push(step) == .entered else { return }
    // What is found first is the caller's own.
    var isOwn = true
    repeat {
      while !turn.isClosed, let step = turn.takeOldest(Step.self) {
        if let start = startHere(step, isOwn) { replaceCurrent(by: start) }
        isOwn = false
      }
      if turn.isClosed { return turn.dropWaiting() }
    } while !turn.leave()
  }

  @inlinable @inline(__always) func replaceCurrent(by start: Start) {
    // What has ended goes before the next begins, and not when that has returned.
    current.set(nil)
    if !turn.isClosed { current.set(start()) }
  }

  /// - Returns: What to start on this thread; `nil` if that is for the queue.
  @usableFromInline @inline(never) func startHere(_ step: Step, _ isOwn: Bool) -> Start? {
    switch step {
    case .start(let start): return start
    case .startOnQueue(let step):
      if isOwn || step.queue.isCurrent() { return step.start }
      current.set(MetaDisposable())  // something is to come: this is not finished
      step.queue.async { self.follow(.startOnQueue(step)) }
      return nil
    }
  }

  /// Who would start another subscription does so before the running one is finished.
  @usableFromInline var isFinished: Bool { turn.isClosed || (!turn.isTaken && current.isIdle) }

  @inlinable func dispose() {
    turn.raise(Turnstile.closed)
    turn.dropNewest()
    current.dispose()
  }
}

/// A start that belongs on a queue.
@_fixed_layout @usableFromInline
final class StartOnQueue: Sendable {
  @usableFromInline let queue: any Scheduler
  @usableFromInline let start: Succession.Start

  @inlinable init(_ queue: any Scheduler, _ start: @escaping Succession.Start) {
    self.queue = queue
    self.start = start
  }
}

extension Succession: Ending {
  @usableFromInline var isOver: Bool { turn.isClosed }
}
