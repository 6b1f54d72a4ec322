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
package final class Hub<T: Sendable, E: Sendable>: HubCore, @unchecked Sendable {
  // safe: as its superclass

  /// An event that arrived while another was on its way.
  @usableFromInline final class QueuedEvent: Sendable {
    @usableFromInline let event: SignalEvent<T, E>

    @inlinable init(_ event: SignalEvent<T, E>) {
      self.event = event
    }
  }

  @inlinable package override init() {}

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

  /// Sends an event; after a terminal one, lets go of all sinks.
  @inlinable package func put(event: SignalEvent<T, E>) {
    put(.event(QueuedEvent(event)))
  }

  /// Lets go of all sinks, once what was sent before is delivered.
  @inlinable package func close() {
    put(.closing)
  }

  // MARK: Deciding under a lock, delivering outside it (see `Ticket`)

  @inlinable package func reserve(_ value: T) -> Ticket<T> {
    if turn.enter() { return .deliver(value) }
    return switch turn.push(Arrival.event(QueuedEvent(.next(value)))) {
    case .entered: .drain
    case .queued: .nothing
    case .refused: .refused(value)
    }
  }

  /// Gives a new subscription its place among the values that were reserved.
  ///
  /// In a hub that is closed already, the subscription lets go of its sink.
  @inlinable package func reserve(joining subscription: HubSubscription) -> Ticket<T> {
    if turn.enter() {
      seats.append(subscription)
      return .drain
    }
    switch turn.push(Arrival.joining(subscription)) {
    case .entered: return .drain
    case .queued: return .nothing
    case .refused:
      subscription.sink.drop()
      return .nothing
    }
  }

  @inlinable package func redeem(_ ticket: Ticket<T>) {
    switch ticket {
    case .nothing, .refused: break
    case .deliver(let value):
      if deliver(value) { drain() } else { leave() }
    case .drain:
      leave()
    }
  }

  @inlinable func reserve(_ arrival: Arrival) -> Ticket<T> {
    turn.push(arrival) == .entered ? .drain : .nothing
  }

  // MARK: The turn, for its holder

  @inlinable override func drain() {
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
    case .event(let queued):
      switch unsafeDowncast(queued, to: QueuedEvent.self).event {
      case .next(let value): deliver(value)
      case .error(let error): end { $0.error(error) }
      case .completed: end { $0.completed() }
      }
    case .closing:
      end { _ in }
    }
  }

  /// - Returns: Whether something is left in the backlog.
  @inlinable @inline(never) @discardableResult func deliver(_ value: T) -> Bool {
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
      if let seat = seats[position], !withSink(at: seat.sink, { $0.next(value) }) {
        let subscription = seat.subscription.takeUnretainedValue()
        _ = subscription.goes()
        seats.remove(subscription)
      }
      position += 1
    }
    seats.compact()
    return isInterrupted
  }

  /// The end of the hub: delivers a terminal event, and refuses everything from now on.
  @inlinable func end(_ deliver: (SinkBox<T, E>) -> Void) {
    _ = turn.raise(Turnstile.closed)
    // Nobody can join any more, and who leaves is skipped.
    var position = 0
    while position < seats.count {
      if let seat = seats[position], seat.subscription._withUnsafeGuaranteedRef({ $0.goes() }) {
        withSink(at: seat.sink, deliver)
      }
      position += 1
    }
    seats.removeAll()
    lookThroughWaiting()
    while let arrival = backlog.popFirst() {
      if case .joining(let subscription) = arrival { subscription.sink.drop() }
    }
  }

  /// The holder of the turn alone drops sinks, so they need no retaining for the call.
  @inlinable func withSink<Result>(at pointer: UnsafeRawPointer, _ body: (SinkBox<T, E>) -> Result) -> Result
  {
    Unmanaged<SinkBox<T, E>>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }
}
