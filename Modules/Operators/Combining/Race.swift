public import Disposables
public import SignalPrimitives
public import Signals

/// Passes on the signal that is the first to send anything, and disposes of the others.
///
///     ---a-a-|
///     --b-b-b|
///     race([s1, s2])
///     --b-b-b|
///
/// - Delivery: On the thread of the event. A signal that sends while it starts wins, and no further one is started.
/// - Errors: An error is a way of being first.
/// - Completion: With the winner; at once without any signal.
///
/// RxSwift's `amb`. ReactiveSwift's `flatten(.race)` takes the signals as they come.
///
/// - Parameter signals: Started in their order.
/// - Returns: A signal of the winner's events.
@preconcurrency
@_disfavoredOverload
@inlinable public func race<T, E>(_ signals: [Signal<T, E>]) -> Signal<T, E> {
  guard !signals.isEmpty else { return .complete() }
  return .bare(runsForeignCode: false) { sink in
    let contest = Contest(sink, runners: signals.count)
    for (number, signal) in signals.enumerated() where contest.winner == nil && contest.gate.isActive {
      contest.start(signal, number)
    }
    return contest.gate.subscription
  }
}

/// One start of `race`.
@_fixed_layout @usableFromInline
final class Contest<T: Sendable, E: Sendable>: Sendable {
  @usableFromInline let won = Guarded<Int?>(nil)
  @usableFromInline let runners: [MetaDisposable]
  @usableFromInline let gate: Subscriber<T, E>

  @inlinable init(_ sink: Sink<T, E>, runners count: Int) {
    let runners = (0..<count).map { _ in MetaDisposable() }
    self.runners = runners
    gate = Subscriber(sink)
    gate.attach(
      ActionDisposable {
        for runner in runners { runner.dispose() }
      })
  }

  @inlinable var winner: Int? { won.withLock { $0 } }

  @inlinable func start(_ signal: Signal<T, E>, _ number: Int) {
    runners[number].set(
      signal.subscribe(
        Sink(
          next: { value in
            guard self.isFirst(number) else { return false }
            self.gate.putNext(value)
            return !self.gate.isOver
          },
          error: { if self.isFirst(number) { self.gate.putError($0) } },
          completed: { if self.isFirst(number) { self.gate.putCompletion() } },
          scope: EndingScope(Runner(number, won: won), outer: gate))))
  }

  /// Whether a signal has won, or does so now.
  @inlinable func isFirst(_ number: Int) -> Bool {
    let (winner, isNew) = won.withLock { won -> (Int, Bool) in
      if let won { return (won, false) }
      won = number
      return (number, true)
    }
    if isNew {
      for (other, runner) in runners.enumerated() where other != number { runner.dispose() }
    }
    return winner == number
  }
}

/// A runner of a race, which is over when another has won.
@frozen @usableFromInline
struct Runner: Ending {
  @usableFromInline let won: Guarded<Int?>
  @usableFromInline let number: Int

  @inlinable init(_ number: Int, won: Guarded<Int?>) {
    self.number = number
    self.won = won
  }

  @usableFromInline var isOver: Bool { (won.withLock { $0 } ?? number) != number }
}
