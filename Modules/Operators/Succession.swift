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
      completed: { if !self.turn.isClosed { sink.completed() } })
  }

  /// Starts a subscription, now or as soon as the start that is under way has returned.
  ///
  /// - Parameter start: Does not run at all if this object is disposed of in time.
  @inlinable func follow(_ start: @escaping Start) {
    guard turn.push(start) == .entered else { return }
    repeat {
      var waiting = turn.takeWaiting(of: Start.self)
      while !turn.isClosed, let start = waiting.next() {
        current.set(start())
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
