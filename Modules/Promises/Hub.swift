public import Collections
public import Disposables
public import Locking
public import Signals

/// One producer's events for many sinks: the heart of the promises and of sharing.
///
/// Everything happens in turn: values, terminal events, a sink that joins, one that goes. What arrives while a value is on
/// its way is queued. So all sinks see the same values in one order, a sink sees what was sent after it joined, and
/// the list of sinks belongs to the holder of the turn alone. A sink that was disposed of is skipped from that moment,
/// also in the middle of a delivery; its closures are freed at once, or when the handler that is running returns.
@usableFromInline
package final class Hub<T: Sendable, E: Sendable>: @unchecked Sendable {
  // safe: `turn` is atomic, and everything else belongs to the holder of the turn

  @usableFromInline enum Arrival {
    case joining(HubSubscription<T, E>)
    case leaving(HubSubscription<T, E>)
    case event(SignalEvent<T, E>)
    /// Nobody will send any more.
    case closing
  }

  @usableFromInline let turn = Turnstile<Arrival>()
  @usableFromInline let seats = SeatList<T, E>()
  /// What was queued while a value was on its way.
  @usableFromInline var backlog = Fifo<Arrival>()

  @inlinable package init() {}

  deinit {
    seats.destroy()
  }

  /// Adds a sink, which sees everything that is sent from now on.
  ///
  /// - Returns: What takes it out again.
  /// - Complexity: O(1) on average.
  @inlinable package func subscribe(_ sink: Sink<T, E>) -> any Disposable {
    let subscription = HubSubscription(hub: self, sink: sink)
    redeem(reserve(joining: subscription))
    return subscription
  }

  /// - Complexity: O(*n*) for *n* sinks.
  @inlinable package func putNext(_ value: T) {
    redeem(reserve(value))
  }

  /// Sends a terminal event, and lets go of all sinks.
  @inlinable package func putError(_ error: E) {
    put(.event(.error(error)))
  }

  /// Sends a terminal event, and lets go of all sinks.
  @inlinable package func putCompletion() {
    put(.event(.completed))
  }

  /// Lets go of all sinks, once what was sent before is delivered.
  @inlinable package func close() {
    put(.closing)
  }

  @inlinable func remove(_ subscription: HubSubscription<T, E>) {
    if turn.enter() {
      seats.remove(subscription)
      seats.compact()
      leave()
    } else {
      put(.leaving(subscription))
    }
  }

  // MARK: Deciding under a lock, delivering outside it (see `Ticket`)

  @inlinable package func reserve(_ value: T) -> Ticket<T> {
    turn.enter() ? .deliver(value) : reserve(.event(.next(value)))
  }

  /// Gives a new subscription its place among the values that were reserved.
  ///
  /// In a hub that is closed already, the subscription lets go of its sink.
  @inlinable package func reserve(joining subscription: HubSubscription<T, E>) -> Ticket<T> {
    if turn.enter() {
      seats.append(subscription)
      return .drain
    }
    switch turn.push(.joining(subscription)) {
    case .entered: return .drain
    case .queued: return .nothing
    case .refused:
      subscription.dropSink()
      return .nothing
    }
  }

  @inlinable package func redeem(_ ticket: Ticket<T>) {
    switch ticket {
    case .nothing: break
    case .deliver(let value):
      if deliver(value) { drain() } else { leave() }
    case .drain:
      leave()
    }
  }

  @inlinable func reserve(_ arrival: Arrival) -> Ticket<T> {
    turn.push(arrival) == .entered ? .drain : .nothing
  }

  @inlinable @inline(never) func put(_ arrival: Arrival) {
    if turn.push(arrival) == .entered { drain() }
  }

  // MARK: The turn, for its holder

  @inlinable func leave() {
    if !turn.leave() { drain() }
  }

  @inlinable @inline(never) func drain() {
    repeat {
      lookThroughWaiting()
      while let arrival = backlog.popFirst() {
        deal(with: arrival)
      }
    } while !turn.isClosed && !turn.leave()
  }

  @inlinable func deal(with arrival: Arrival) {
    switch arrival {
    case .joining(let subscription):
      seats.compact()
      seats.append(subscription)
    case .leaving(let subscription):
      seats.remove(subscription)
    case .event(.next(let value)):
      deliver(value)
    case .event(.error(let error)):
      end { $0.error(error) }
    case .event(.completed):
      end { $0.completed() }
    case .closing:
      end { _ in }
    }
  }

  /// - Returns: Whether something is left in the backlog.
  @inlinable @discardableResult func deliver(_ value: T) -> Bool {
    var isInterrupted = false
    var position = 0
    // Nobody joins and no seat moves before this is over: both are queued.
    let end = seats.count
    while position < end {
      // Who left since the last look is not called any more.
      if turn.needsAttention {
        lookThroughWaiting()
        isInterrupted = true
      }
      if let seat = seats[position], !seat.sink._withUnsafeGuaranteedRef({ $0.next(value) }) {
        let subscription = seat.subscription.takeUnretainedValue()
        subscription.markGone()
        seats.remove(subscription)
      }
      position += 1
    }
    seats.compact()
    return isInterrupted
  }

  /// The end of the hub: delivers a terminal event, and refuses everything from now on.
  @inlinable func end(_ deliver: (SinkBox<T, E>) -> Void) {
    _ = turn.raise(Turnstile<Arrival>.closed)
    // Nobody can join any more, and who leaves is skipped.
    var position = 0
    while position < seats.count {
      seats[position]?.subscription._withUnsafeGuaranteedRef { $0.end(deliver) }
      position += 1
    }
    seats.removeAll()
    lookThroughWaiting()
    while let arrival = backlog.popFirst() {
      if case .joining(let subscription) = arrival { subscription.dropSink() }
    }
  }

  /// Moves what waits to the backlog, but frees at once what is leaving.
  @inlinable @inline(never) func lookThroughWaiting() {
    var waiting = turn.takeWaiting()
    while let arrival = waiting.next() {
      if case .leaving(let subscription) = arrival {
        seats.remove(subscription)
      } else {
        backlog.append(arrival)
      }
    }
  }
}
