/// What stands between one start of a signal, which pushes, and somebody who asks for one value after the other.
///
/// It decides, and does nothing itself: each fact comes in by a method of its name, and what is to be done about it
/// comes back. Its owner keeps it under a lock, and does what it says after the unlock.
///
///     phase     asked          received       ended       abandoned
///     ───────── ────────────── ────────────── ─────────── ─────────
///     unasked   → running      –              –           → over
///     running   value or wait  value waits    → ended     → over
///     ended     value; → over  refused        ignored     → over
///     over      end            refused        ignored     ignored
///
/// A value is never handed to a waiter: the waiter is woken, and asks again. So a value is in one place at a time, and
/// what is dropped for want of room is decided when somebody is there to take one.
package struct Inbox<T: Sendable, E: Error, Waiter> {
  fileprivate enum Phase {
    /// Nobody has asked yet, and the signal has not been started.
    case unasked(Signal<T, E>)
    /// The signal runs.
    case running
    /// The signal has ended, with an error perhaps; what came before is still to be taken.
    case ended(E?)
    /// Nothing comes any more.
    case over
  }

  private var phase: Phase
  private var values: ValueBuffer<T>
  private let policy: SignalBuffering
  /// Those who asked when there was nothing: almost always one, but copies of an iterator may ask at the same time.
  private var waiters: [Waiter] = []

  package init(_ signal: Signal<T, E>, _ policy: SignalBuffering) {
    phase = .unasked(signal)
    values = ValueBuffer(policy)
    self.policy = policy
  }

  /// What the signal sends is wanted.
  var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  package enum Answer {
    /// Start the signal, and ask again.
    case start(Signal<T, E>)
    case value(T)
    case failure(E)
    case end
    /// There is nothing yet: wait, and ask again.
    case wait
  }

  /// Somebody asks for the next value.
  package mutating func asked() -> Answer {
    switch phase {
    case .unasked(let signal):
      phase = .running
      return .start(signal)
    case .running:
      return values.popFirst().map(Answer.value) ?? .wait
    case .ended(let error):
      if let value = values.popFirst() { return .value(value) }
      phase = .over
      return error.map(Answer.failure) ?? .end
    case .over:
      return .end
    }
  }

  /// Somebody is about to wait.
  ///
  /// - Returns: The one to be woken at once, because there is something to ask for by now.
  package mutating func waits(_ waiter: Waiter) -> Waiter? {
    switch phase {
    case .running where values.isEmpty:
      waiters.append(waiter)
      return nil
    case .unasked, .running, .ended, .over:
      return waiter
    }
  }

  /// What to do about a value, after the unlock.
  package struct Receipt {
    /// Whether the signal is to go on.
    package var isWanted = false
    /// To be released.
    package var dropped: T?
    /// To be woken.
    package var waiters: [Waiter] = []
  }

  /// The signal has sent a value.
  package mutating func received(_ value: T) -> Receipt {
    switch phase {
    case .running: Receipt(isWanted: true, dropped: values.append(value), waiters: takeWaiters())
    case .unasked, .ended, .over: Receipt()
    }
  }

  /// The signal has ended.
  ///
  /// - Returns: Those to be woken.
  package mutating func ended(_ error: E?) -> [Waiter] {
    switch phase {
    case .running:
      phase = .ended(error)
      return takeWaiters()
    case .unasked, .ended, .over:
      return []
    }
  }

  /// What is left when nobody wants anything any more.
  package struct Remains {
    /// To be released.
    fileprivate let phase: Phase
    fileprivate let values: ValueBuffer<T>
    /// To be woken.
    package let waiters: [Waiter]
  }

  /// Nobody wants anything any more.
  package mutating func abandoned() -> Remains {
    let remains = Remains(phase: phase, values: values, waiters: takeWaiters())
    phase = .over
    values = ValueBuffer(policy)
    return remains
  }

  private mutating func takeWaiters() -> [Waiter] {
    let leaving = waiters
    waiters = []
    return leaving
  }
}
