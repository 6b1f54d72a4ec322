public import Disposables
public import SignalPrimitives
public import Signals

/// Two subscriptions, of which the second is started before the first has gone.
///
/// `Succession` is for the other order. This one starts where the first ends, inside its last event: what the first holds is let go of
/// when that has returned, also if it ends while it is being started.
@_fixed_layout @usableFromInline
final class Overlap: Finishable {
  @usableFromInline let turn = Turnstile()
  @usableFromInline let first = MetaDisposable()
  @usableFromInline let second = MetaDisposable()

  @inlinable init() {}

  /// A sink that lets nothing through once this object is disposed of.
  @inlinable func guarding<T, E: Sendable>(_ sink: Sink<T, E>) -> Sink<T, E> {
    Sink(
      next: { self.turn.isClosed ? false : sink.next($0) },
      error: { if self.turn.isClosed { DroppedErrors.report($0) } else { sink.error($0) } },
      completed: { if !self.turn.isClosed { sink.completed() } },
      scope: EndingScope(self, outer: sink.scope))
  }

  /// Starts the first.
  @inlinable func begin(_ start: () -> any Disposable) {
    first.set(start())
  }

  /// Starts the second, from the last event of the first.
  @inlinable func goOn(_ start: () -> any Disposable) {
    guard !turn.isClosed else { return }
    second.set(start())
    first.dispose()
  }

  @usableFromInline var isFinished: Bool { turn.isClosed || (first.isIdle && second.isIdle) }

  @usableFromInline func dispose() {
    turn.raise(Turnstile.closed)
    first.dispose()
    second.dispose()
  }
}

extension Overlap: Ending {
  @usableFromInline var isOver: Bool { turn.isClosed }
}
