public import Concurrency
public import Disposables
public import SignalPrimitives
public import Signals

/// What becomes of a value that may have to wait: decides, and does nothing.
@usableFromInline
protocol Pacing: Sendable {
  associatedtype Value: Sendable
  associatedtype Output: Sendable

  /// The source has sent a value.
  mutating func valueCame(_ value: Value) -> PacingStep<Value, Output>

  /// The time has passed that an earlier step asked for, or the signal has sent that sets the pace.
  mutating func momentCame() -> PacingStep<Value, Output>

  /// The source has ended, and nothing comes after this.
  ///
  /// - Returns: What to send before the end.
  mutating func sourceEnded(byError: Bool) -> Output?
}

/// What to do after something has happened.
@frozen @usableFromInline
struct PacingStep<Value, Output> {
  /// What to send.
  @usableFromInline var output: Output?
  /// What to let go of.
  @usableFromInline var replaced: Value?
  /// Whether a new interval begins, in place of one that has not ended: after the delivery of the output, if there is one.
  @usableFromInline var beginsInterval = false

  @inlinable init(output: Output? = nil, replaced: Value? = nil, beginsInterval: Bool = false) {
    self.output = output
    self.replaced = replaced
    self.beginsInterval = beginsInterval
  }
}

extension PacingStep: Sendable where Value: Sendable, Output: Sendable {}

/// What waits in one start of an operator that keeps values back, and what it waits for.
@_fixed_layout @usableFromInline
final class PacedState<Pace: Pacing>: Disposable {
  @frozen @usableFromInline struct State {
    /// `nil` once the source has ended, or nobody wants more.
    @usableFromInline var pace: Pace?
    /// The number of intervals so far; the end of an older one says nothing.
    @usableFromInline var interval: UInt = 0
    /// When the newest interval is over by the clock, if that counts besides the timer, and if the interval has begun.
    @usableFromInline var intervalEnd = Double.infinity

    @inlinable init(pace: Pace) {
      self.pace = pace
    }

    @inlinable mutating func takePace() -> Pace? {
      let taken = pace
      pace = nil
      return taken
    }
  }

  @usableFromInline let state: Guarded<State>
  @usableFromInline let inputs = DisposableSet()
  @usableFromInline let timer = LatestTimer()

  @inlinable init(_ pace: Pace) {
    state = Guarded(State(pace: pace))
  }

  @inlinable func dispose() {
    timer.dispose()
    inputs.dispose()
    _ = state.withLock { $0.takePace() }
  }
}

/// The time by which a value may find an interval over whose timer has not fired yet.
@frozen @usableFromInline
struct PacingClock: Sendable {
  @usableFromInline let interval: Double
  @usableFromInline let scheduler: any Scheduler

  @inlinable init(_ interval: Double, _ scheduler: any Scheduler) {
    self.interval = interval
    self.scheduler = scheduler
  }
}

/// One start of an operator that keeps values back for a time.
@_fixed_layout @usableFromInline
final class Paced<Pace: Pacing, E: Sendable>: Sendable {
  @usableFromInline typealias Step = PacingStep<Pace.Value, Pace.Output>

  @usableFromInline let paced: PacedState<Pace>
  /// Runs a closure when an interval is over.
  @usableFromInline let wait: @Sendable (@escaping @Sendable () -> Void) -> any Disposable
  /// `nil` where the timer alone ends an interval.
  @usableFromInline let clock: PacingClock?
  @usableFromInline let gate: Subscriber<Pace.Output, E>

  @inlinable init(
    _ sink: Sink<Pace.Output, E>, _ pace: Pace, clock: PacingClock? = nil,
    wait: @escaping @Sendable (@escaping @Sendable () -> Void) -> any Disposable
  ) {
    paced = PacedState(pace)
    self.wait = wait
    self.clock = clock
    gate = Subscriber(sink)
    gate.attach(paced)
  }

  @inlinable func subscribe(to signal: Signal<Pace.Value, E>) {
    guard gate.isActive else { return }
    paced.inputs.add(
      signal.subscribe(
        Sink(
          next: { value in
            guard let clock = self.clock else { return self.take { $0.pace?.valueCame(value) } }
            let now = clock.scheduler.now
            return self.take { state in
              // A nanosecond that is missing is due to the sum of two times.
              if state.intervalEnd - now < 1e-9 { _ = state.pace?.momentCame() }
              return state.pace?.valueCame(value)
            }
          },
          error: { self.end(with: .error($0)) },
          completed: { self.end(with: .completed) },
          scope: gate)))
  }

  /// Lets each value of a signal be the moment for what waits, and its end the end of all.
  @inlinable func follow<R: Sendable>(_ trigger: Signal<R, E>) {
    paced.inputs.add(
      trigger.subscribe(
        Sink(
          next: { _ in self.take { $0.pace?.momentCame() } },
          error: { self.end(with: .error($0)) },
          completed: { self.end(with: .completed) },
          scope: gate)))
  }

  /// - Returns: Whether more is wanted.
  @inlinable @discardableResult func take(_ decide: (inout PacedState<Pace>.State) -> Step?) -> Bool {
    let (step, ticket, number) = paced.state.withLock { state -> (Step?, Ticket<Pace.Output>, UInt) in
      let step = decide(&state)
      if step?.beginsInterval == true {
        state.interval &+= 1
        state.intervalEnd = .infinity
      }
      return (step, step?.output.map(gate.reserve) ?? .nothing, state.interval)
    }
    // An interval that a value begins is counted from its delivery, which this thread makes: the next value is sent when that
    // interval is over, so no other thread delivers now. Where an interval begins without one, nothing is delivered here.
    let isWanted = gate.redeem(ticket)
    if step?.beginsInterval == true, !gate.isOver {
      if let clock {
        let end = clock.scheduler.now + clock.interval
        paced.state.withLock { if $0.interval == number { $0.intervalEnd = end } }
      }
      paced.timer.set(
        wait { self.take { $0.interval == number ? $0.pace?.momentCame() : nil } }, number: number)
    }
    return isWanted
  }

  @inlinable func end(with event: SignalEvent<Pace.Output, E>) {
    paced.timer.dispose()
    let (_, last, end) = paced.state.withLock { state -> (Pace?, Ticket<Pace.Output>, Ticket<Pace.Output>) in
      var isError = false
      if case .error = event { isError = true }
      let last = state.pace?.sourceEnded(byError: isError).map(gate.reserve) ?? .nothing
      let end = gate.reserve(event: event)
      return (state.takePace(), last, end)  // what it held is let go of outside the lock
    }
    gate.redeem(last)
    gate.redeem(end)
  }
}

extension Signal {
  /// The values as a pace lets them go on, in intervals of a scheduler's time.
  ///
  /// - Parameter usesClock: Whether an interval is over at its end by the clock, also if the timer is late. The pace keeps nothing
  ///   back then that would have to be sent.
  @inlinable func paced<Pace: Pacing>(
    _ interval: Double, on scheduler: any Scheduler, usesClock: Bool = false,
    _ makePace: @escaping @Sendable () -> Pace
  ) -> Signal<Pace.Output, E> where Pace.Value == T {
    Signal<Pace.Output, E>.bare(runsForeignCode: false) { sink in
      let clock = usesClock ? PacingClock(interval, scheduler) : nil
      let paced = Paced<Pace, E>(sink, makePace(), clock: clock) { scheduler.after(interval, $0) }
      paced.subscribe(to: self)
      return paced.gate.subscription
    }
  }
}
