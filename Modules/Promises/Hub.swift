public import Disposables
public import SignalPrimitives
public import Signals

/// One producer's events for many sinks: the heart of the promises and of sharing.
///
/// Everything that is sent happens in turn: values, terminal events. What is sent while a value is on its way is queued, and so
/// is a sink that joins then. So all sinks see the same values in one order, and a sink sees what was sent after it joined.
/// A sink that was disposed of is skipped from that moment, also in the middle of a delivery; its closures are freed at once, or
/// when the handler that is running returns. Who joins or goes delivers nothing; see `HubCore`.
@_fixed_layout @usableFromInline
package final class Hub<T: Sendable, E: Sendable>: HubCore, @unchecked Sendable {
  // safe: it adds nothing that is stored; see its superclass

  /// What came while an event was on its way.
  @frozen @usableFromInline enum Arrival {
    case joining(HubSubscription)
    case event(SignalEvent<T, E>)
    /// Nobody will send any more.
    case closing
  }

  @inlinable package override init() {}

  /// Adds a sink, which sees everything that is sent from now on.
  ///
  /// - Returns: What takes it out again.
  /// - Complexity: O(1) on average.
  @inlinable package func subscribe(_ sink: Sink<T, E>) -> any Disposable {
    let subscription = HubSubscription(hub: self, sink: sink)
    join(subscription)
    return subscription
  }

  /// Gives a new subscription its place, behind everything that was sent.
  ///
  /// It runs no foreign code, and may be called under a lock, if the caller holds what the subscription's sink captured. In a hub
  /// that is closed already, the subscription lets go of its sink.
  @inlinable package func join(_ subscription: HubSubscription) {
    while !seatIfFree(subscription) {
      // The turn may have become free meanwhile.
      switch turn.pushUnlessFree(Arrival.joining(subscription)) {
      case nil: continue
      case .refused: return subscription.sink.drop()
      case .queued, .entered: return
      }
    }
  }

  /// - Complexity: O(*n*) for *n* sinks.
  @inlinable package func putNext(_ value: T) {
    redeem(reserve(value))
  }

  /// Sends an event; after a terminal one, lets go of all sinks.
  @inlinable package func put(event: SignalEvent<T, E>) {
    switch turn.push(Arrival.event(event)) {
    case .entered: drain()
    case .queued: break
    case .refused: if case .error(let error) = event { DroppedErrors.report(error) }
    }
  }

  /// Lets go of all sinks, once what was sent before is delivered.
  @inlinable package func close() {
    while !turn.raiseIfFree(Turnstile.closed | Turnstile.taken) {
      // The turn may have become free meanwhile.
      if turn.pushUnlessFree(Arrival.closing) != nil { return }
    }
    endForAll()
  }

  // MARK: Deciding under a lock, delivering outside it (see `Ticket`)

  @inlinable package func reserve(_ value: T) -> Ticket<T> {
    if turn.enter() { return .deliver(value) }
    return switch turn.push(Arrival.event(.next(value))) {
    case .entered: .drain
    case .queued, .refused: .kept(value)
    }
  }

  @inlinable package func redeem(_ ticket: Ticket<T>) {
    switch ticket {
    case .nothing, .kept: break
    case .deliver(let value):
      deliver(value)
      if !turn.leave(unless: Self.changed) { drain() }
    case .drain:
      drain()
    }
  }

  // MARK: The turn, for its holder

  /// Deals with everything that waits, and gives the turn back; or another takes it over.
  @inlinable @inline(never) func drain() {
    var stint = Stint()
    while true {
      switch turn.next(Arrival.self, &stint, heeding: Self.changed) {
      case .item(let arrival): deal(with: arrival)
      case .marked: lookWhoHasGone()
      case .left, .closed: return
      }
    }
  }

  @inlinable func deal(with arrival: Arrival) {
    switch arrival {
    case .joining(let subscription): seat(subscription)
    case .event(.next(let value)): deliver(value)
    case .event(.error(let error)): end { $0.error(error) }
    case .event(.completed): end { $0.completed() }
    case .closing:
      turn.raise(Turnstile.closed)
      endForAll()
    }
  }

  @inlinable @inline(never) func deliver(_ value: T) {
    callAll { $0.next(value) }
    compact()
  }

  /// The end of the hub: delivers a terminal event, and refuses everything from now on.
  @inlinable func end(_ deliver: (SinkBox<T, E>) -> Void) {
    turn.raise(Turnstile.closed)
    callAll { sink in
      deliver(sink)
      return true
    }
    endForAll()
  }

  /// Lets everybody go, once the hub is closed, and those who were to come.
  @inlinable func endForAll() {
    unseatAll()
    while let arrival = turn.takeOldest(Arrival.self) {
      if case .joining(let subscription) = arrival { unseat(subscription) }
    }
  }

  /// Calls the sinks one after the other.
  ///
  /// Nobody joins and no seat moves before this is over; who has gone is not called any more.
  ///
  /// - Parameter call: Returns whether the sink wants more.
  @inlinable @inline(__always) func callAll(_ call: (SinkBox<T, E>) -> Bool) {
    if turn.has(Self.changed) { lookWhoHasGone() }
    var position = 0
    let end = seats.count
    while position < end {
      // What goes may have others go.
      while turn.has(Self.changed) { lookWhoHasGone() }
      // safe: until the turn is given back, the holder of the turn alone drops the sink of a seat, and not while it calls it: who
      // goes is only listed. Known by: "a handler that runs is not freed before it returns, whoever disposes of it".
      if let seat = seats[position],
        !Unmanaged<SinkBox<T, E>>.fromOpaque(seat.sink)._withUnsafeGuaranteedRef(call)
      {
        unseat(seat.subscription.takeUnretainedValue())
      }
      position += 1
    }
  }
}
