public import Disposables
public import Locking

/// Runs one subscription after another, without nesting them.
///
/// An operator calls ``follow(_:)`` from a terminal event of the running subscription to start the next. When that
/// happens before the running one's start has returned, the next start waits until it has; so the stack does not grow
/// with the number of subscriptions.
@usableFromInline
final class Succession: Disposable {
  @usableFromInline typealias Start = @Sendable () -> any Disposable

  /// Whoever is inside is starting a subscription.
  @usableFromInline let turn = Turnstile()
  @usableFromInline let current = MetaDisposable()

  @inlinable init() {}

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

  @inlinable func dispose() {
    _ = turn.raise(Turnstile.closed)
    turn.dropWaiting()
    current.dispose()
  }
}
