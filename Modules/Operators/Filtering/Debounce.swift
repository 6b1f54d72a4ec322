public import Concurrency
public import Disposables
public import Locking
public import Signals

extension Signal {
  /// Passes on a value when no other has followed it for a time.
  ///
  ///     -a-b---c-d|
  ///     debounce(2, on: scheduler)
  ///     -----b----(d|)
  ///
  /// Use it for what a person is still doing: typing, dragging. To pass on values at a steady rate while they keep
  /// coming is the work of a throttle.
  ///
  /// - Delivery: On `scheduler`, when the time has passed; the last value before a terminal event comes right before
  ///   that event, on its thread. No value is delivered twice.
  /// - Errors: Passed on at once, after the value that was waiting.
  /// - Disposal: Drops what waits, and cancels the timer.
  ///
  /// - Parameters:
  ///   - interval: Seconds for which nothing must follow.
  ///   - scheduler: Whose time it is, and where the values are delivered.
  /// - Returns: A signal of the values that were followed by a pause.
  /// - Complexity: One timer a value.
  @preconcurrency
  @inlinable public func debounce(_ interval: Double, on scheduler: any Scheduler) -> Signal<T, E> {
    .bare { sink in
      let pause = Pause<T, E>(sink, interval: interval, scheduler: scheduler)
      pause.subscribe(to: self)
      return pause.gate
    }
  }

  /// Passes on a value when no other has followed it for a time.
  ///
  /// As ``debounce(_:on:)-(Double,_)``.
  ///
  /// - Parameters:
  ///   - interval: For how long nothing must follow.
  ///   - scheduler: Whose time it is, and where the values are delivered.
  /// - Returns: A signal of the values that were followed by a pause.
  @preconcurrency
  @inlinable public func debounce(_ interval: Duration, on scheduler: any Scheduler) -> Signal<T, E> {
    debounce(interval / .seconds(1), on: scheduler)
  }
}

/// Passes on a value when no other has followed it for a time; see `Signal.debounce(_:on:)`.
///
/// - Parameters:
///   - interval: Seconds for which nothing must follow.
///   - scheduler: Whose time it is, and where the values are delivered.
@preconcurrency
@inlinable public func debounce<T, E>(
  _ interval: Double, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.debounce(interval, on: scheduler) }
}

/// Passes on a value when no other has followed it for a time; see `Signal.debounce(_:on:)`.
///
/// - Parameters:
///   - interval: For how long nothing must follow.
///   - scheduler: Whose time it is, and where the values are delivered.
@preconcurrency
@inlinable public func debounce<T, E>(
  _ interval: Duration, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.debounce(interval, on: scheduler) }
}

/// One start of `debounce`.
@usableFromInline
final class Pause<T: Sendable, E: Sendable>: Disposable {
  @usableFromInline struct State {
    @usableFromInline var waiting: T?
    /// The number of values so far; a timer of an older one says nothing.
    @usableFromInline var round: UInt = 0

    @inlinable init() {}

    /// - Returns: What waited, to be let go of outside the lock.
    @inlinable mutating func replace(with value: T?) -> T? {
      let replaced = waiting
      waiting = value
      round &+= 1
      return replaced
    }
  }

  @usableFromInline let state = Guarded(State())
  @usableFromInline let upstream = MetaDisposable()
  @usableFromInline let timer = MetaDisposable()
  @usableFromInline let interval: Double
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let gate: Subscriber<T, E>

  @inlinable init(_ sink: Sink<T, E>, interval: Double, scheduler: any Scheduler) {
    self.interval = interval
    self.scheduler = scheduler
    gate = Subscriber(sink)
  }

  @inlinable func subscribe(to signal: Signal<T, E>) {
    gate.attach(self)
    upstream.set(
      signal.subscribe(
        Sink(
          next: { self.receive($0) },
          error: { self.end(with: .error($0)) },
          completed: { self.end(with: .completed) })))
  }

  @inlinable func receive(_ value: T) -> Bool {
    let (round, replaced) = state.withLock { state in
      let replaced = state.replace(with: value)
      return (state.round, replaced)
    }
    _ = replaced
    timer.set(scheduler.after(interval) { self.pauseEnded(after: round) })
    return gate.isActive
  }

  @inlinable func pauseEnded(after round: UInt) {
    let ticket = state.withLock { state -> Ticket<T> in
      guard round == state.round, let value = state.replace(with: nil) else { return .nothing }
      return gate.reserve(value)
    }
    gate.redeem(ticket)
  }

  @inlinable func end(with event: SignalEvent<T, E>) {
    timer.dispose()
    let (last, end) = state.withLock { state -> (Ticket<T>, Ticket<T>) in
      let last = state.replace(with: nil).map(gate.reserve) ?? .nothing
      return (last, gate.reserve(event: event))
    }
    gate.redeem(last)
    gate.redeem(end)
  }

  @inlinable func dispose() {
    timer.dispose()
    upstream.dispose()
    _ = state.withLock { $0.replace(with: nil) }
  }
}
