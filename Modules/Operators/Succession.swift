public import Concurrency
public import Disposables
public import Locking
public import Signals

/// Runs one subscription after another, without nesting them.
///
/// An operator calls ``follow(_:)`` from a terminal event of the running subscription to start the next. When that
/// happens before the running one's start has returned, the next start waits until it has; so the stack does not grow
/// with the number of subscriptions.
@usableFromInline
final class Succession: Finishable {
  @usableFromInline typealias Start = @Sendable () -> any Disposable

  /// What waits for its turn.
  @usableFromInline struct Step: Sendable {
    @usableFromInline let start: Start
    @usableFromInline let queue: (any Scheduler)?

    @inlinable init(start: @escaping Start, queue: (any Scheduler)?) {
      self.start = start
      self.queue = queue
    }
  }

  /// Whoever is inside is starting a subscription.
  @usableFromInline let turn = Turnstile()
  @usableFromInline let current = MetaDisposable()

  @inlinable init() {}

  /// A sink that is closed when this object is disposed of, also for a subscription that is just being started and has
  /// not returned its own disposable yet.
  @inlinable func guarding<T, E>(_ sink: Sink<T, E>) -> Sink<T, E> {
    Sink(
      next: { self.turn.isClosed ? false : sink.next($0) },
      error: { if !self.turn.isClosed { sink.error($0) } },
      completed: { if !self.turn.isClosed { sink.completed() } },
      scope: SuccessionScope(self, sink.scope))
  }

  /// Starts a subscription, now or as soon as the start that is under way has returned.
  ///
  /// - Parameters:
  ///   - queue: Where to start it. The caller is there already; if a start is under way on another thread, it comes
  ///     back.
  ///   - start: Does not run at all if this object is disposed of in time.
  @inlinable func follow(on queue: (any Scheduler)? = nil, _ start: @escaping Start) {
    guard turn.push(Step(start: start, queue: queue)) == .entered else { return }
    // What is found first is the caller's own.
    var isOwn = true
    repeat {
      var waiting = turn.takeWaiting(of: Step.self)
      while !turn.isClosed, let step = waiting.next() {
        if !isOwn, let queue = step.queue, !queue.isCurrent() {
          queue.async { self.follow(on: queue, step.start) }
        } else {
          current.set(step.start())
        }
        isOwn = false
      }
    } while !turn.isClosed && !turn.leave()
  }

  /// Who would start another subscription does so before the running one is finished.
  @usableFromInline var isFinished: Bool { turn.isClosed || (!turn.isTaken && current.isIdle) }

  @inlinable func dispose() {
    _ = turn.raise(Turnstile.closed)
    turn.dropWaiting()
    current.dispose()
  }
}

/// What the subscriptions of a `Succession` are asked for: it may be over, or what is downstream.
@usableFromInline
final class SuccessionScope: Scope {
  @usableFromInline let succession: Succession
  @usableFromInline let outer: (any Scope)?

  @inlinable init(_ succession: Succession, _ outer: (any Scope)?) {
    self.succession = succession
    self.outer = outer
  }

  @usableFromInline var isOpen: Bool { !succession.turn.isClosed && outer?.isOpen != false }
}
