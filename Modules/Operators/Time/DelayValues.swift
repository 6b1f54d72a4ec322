public import Concurrency
public import Disposables
public import SignalPrimitives
public import Signals

extension Signal {
  /// Passes on the values and the completion some time later.
  ///
  ///     -a-b-|
  ///     delayValues(2, on: scheduler)
  ///     ---a-b-|
  ///
  /// To start a signal later, use ``delay(_:queue:)``.
  ///
  /// - Delivery: On `scheduler`, in order, also when the scheduler is concurrent.
  /// - Errors: Passed on at once, on their own thread; what waits is dropped.
  /// - Completion: As late as a value.
  /// - Disposal: Drops what waits, and cancels the timer.
  /// - Memory: What waits is not limited.
  ///
  /// RxSwift's, ReactiveSwift's and Combine's `delay`.
  ///
  /// - Parameters:
  ///   - interval: The time by which the values come later.
  ///   - scheduler: Whose time it is, and where the values are delivered.
  /// - Returns: The same values, later.
  /// - Complexity: O(1) a value, on average; one timer at a time.
  @preconcurrency
  @inlinable public func delayValues(_ interval: some TimeSpan, on scheduler: any Scheduler) -> Signal<T, E> {
    let interval = interval.inSeconds
    return .bare(runsForeignCode: false) { sink in
      let shift = Shift(sink, by: interval, on: scheduler)
      shift.subscribe(to: self)
      return shift.gate.subscription
    }
  }
}

/// Passes on the values and the completion some time later; see ``Operators/Signals/Signal/delayValues(_:on:)``.
///
/// - Parameters:
///   - interval: The time by which the values come later.
///   - scheduler: Whose time it is, and where the values are delivered.
@preconcurrency
@_disfavoredOverload
@inlinable public func delayValues<T, E>(
  _ interval: some TimeSpan, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.delayValues(interval, on: scheduler) }
}

/// What waits in one start of `delayValues`.
///
/// Events wait in a line with the time at which they are due. One timer at a time waits for the first of them; whoever puts an
/// event into an empty line starts it, and it goes on until the line is empty again. So delivery is serial by itself.
@_fixed_layout @usableFromInline
final class DelayLine<T: Sendable, E: Sendable>: Disposable {
  @frozen @usableFromInline struct Delayed: Sendable {
    @usableFromInline let due: Double
    @usableFromInline let event: SignalEvent<T, E>

    @inlinable init(due: Double, event: SignalEvent<T, E>) {
      self.due = due
      self.event = event
    }
  }

  @frozen @usableFromInline enum Next {
    case deliver(SignalEvent<T, E>)
    case wait(until: Double, timer: UInt)
    case nothing
  }

  @frozen @usableFromInline struct State {
    @usableFromInline var waiting = Fifo<Delayed>()
    /// A timer runs, or its work does.
    @usableFromInline var isServed = false
    @usableFromInline var isClosed = false
    /// The number of timers so far.
    @usableFromInline var timers: UInt = 0

    @inlinable init() {}

    /// - Returns: The number of the timer that the caller is to start, if one is due.
    @inlinable mutating func add(_ delayed: Delayed) -> UInt? {
      if isClosed { return nil }
      waiting.append(delayed)
      if isServed { return nil }
      isServed = true
      timers += 1
      return timers
    }

    /// What the server of the line does next.
    ///
    /// - Parameter isTurnOver: Whether other work of the scheduler is to have its turn first.
    @inlinable mutating func next(at now: Double, isTurnOver: Bool) -> Next {
      guard let first = waiting.first else {
        isServed = false
        return .nothing
      }
      if first.due > now || isTurnOver {
        timers += 1
        return .wait(until: first.due, timer: timers)
      }
      return waiting.popFirst().map { .deliver($0.event) } ?? .nothing
    }

    @inlinable mutating func close() -> Fifo<Delayed> {
      isClosed = true
      return waiting.takeAll()
    }
  }

  @usableFromInline let state = Guarded(State())
  @usableFromInline let upstream = MetaDisposable()
  @usableFromInline let timer = LatestTimer()
  @usableFromInline let interval: Double
  @usableFromInline let scheduler: any Scheduler

  @inlinable init(by interval: Double, on scheduler: any Scheduler) {
    // `max` in this order turns NaN into zero, too.
    self.interval = max(0, interval)
    self.scheduler = scheduler
  }

  @inlinable func dispose() {
    timer.dispose()
    upstream.dispose()
    _ = state.withLock { $0.close() }
  }
}

/// One start of `delayValues`.
@_fixed_layout @usableFromInline
final class Shift<T: Sendable, E: Sendable>: Sendable {
  @usableFromInline let line: DelayLine<T, E>
  @usableFromInline let gate: Subscriber<T, E>

  @inlinable init(_ sink: Sink<T, E>, by interval: Double, on scheduler: any Scheduler) {
    line = DelayLine(by: interval, on: scheduler)
    gate = Subscriber(sink)
    gate.attach(line)
  }

  @inlinable func subscribe(to signal: Signal<T, E>) {
    line.upstream.set(
      signal.subscribe(
        Sink(
          next: { self.put(off: .next($0)) },
          error: { error in
            _ = self.line.state.withLock { $0.close() }
            self.line.timer.dispose()
            self.gate.putError(error)
          },
          completed: { _ = self.put(off: .completed) },
          scope: gate)))
  }

  /// - Returns: Whether more is wanted.
  @inlinable func put(off event: SignalEvent<T, E>) -> Bool {
    let due = line.scheduler.now + line.interval
    if let number = line.state.withLock({ $0.add(DelayLine.Delayed(due: due, event: event)) }) {
      wait(line.interval, until: due, timer: number)
    }
    return !gate.isOver
  }

  @inlinable func wait(_ delay: Double, until due: Double, timer number: UInt) {
    line.timer.set(line.scheduler.after(delay) { self.work(at: due) }, number: number)
  }

  /// Delivers what is due, and waits for the rest.
  ///
  /// - Parameter due: What is due then is due now, whatever the scheduler's clock makes of the sum of two times.
  @inlinable func work(at due: Double) {
    let now = max(due, line.scheduler.now)
    var stint = Stint(most: .max)
    while !gate.isOver {
      let isTurnOver = stint.isOver { line.scheduler.now }
      switch line.state.withLock({ $0.next(at: now, isTurnOver: isTurnOver) }) {
      case .deliver(let event):
        gate.put(event: event)
        stint.items += 1
      case .wait(let due, let number):
        // The handlers may have taken their time.
        return wait(due - max(now, line.scheduler.now), until: due, timer: number)
      case .nothing: return
      }
    }
  }
}
