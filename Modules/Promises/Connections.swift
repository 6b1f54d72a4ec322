public import Collections
public import Disposables
public import Locking
public import Signals

/// The running signals that are shared, each under its key: one connection a key at a time.
///
///     event                        what follows
///     ──────────────────────────── ────────────────────────────────────────────────────────────────────────────────────
///     a subscriber comes           it joins the connection of its key, and gets the replayed values first; without a
///                                  connection it joins a new one, and then the signal is started
///     the signal sends a value     kept for replay, and delivered by the connection's hub
///     the signal ends              the connection leaves the table, lets go of its values, and delivers the end; who
///                                  comes from now on, also from inside that delivery, joins a new one
///     the last subscriber leaves   the connection leaves the table, and the signal is disposed of
///
/// Subscribers stay with the connection that they have joined, whatever happens under the same key later; so nothing of an
/// older connection reaches a newer one.
///
/// The table's lock is taken first, and a connection's lock inside it.
@usableFromInline
package final class Connections<Key: Hashable & Sendable, T: Sendable, E: Sendable>: Sendable {
  @usableFromInline let table = Guarded<[Key: Connection<T, E>]>([:])

  @inlinable package init() {}

  /// - Parameter replay: How many of the newest values a new subscriber gets first.
  @inlinable package func subscribe(
    _ sink: Sink<T, E>, to signal: Signal<T, E>, key: Key, replay: Int
  ) -> any Disposable {
    let gate = Subscriber(sink)
    let (connection, seat, isNew) = table.withLock { table in
      let present = table[key]
      let connection = present ?? Connection(replay: replay)
      if present == nil { table[key] = connection }
      return (connection, connection.admit(gate), present == nil)
    }
    gate.attach(
      ActionDisposable {
        seat.subscription.dispose()
        if self.leave(connection, key) { connection.close() }
      })
    connection.hub.redeem(seat.joining)
    gate.redeem(seat.replay)
    if isNew { start(signal, connection, key) }
    return gate
  }

  @inlinable func start(_ signal: Signal<T, E>, _ connection: Connection<T, E>, _ key: Key) {
    // Whoever opened it may have left by now.
    if connection.upstream.isDisposed { return }
    connection.upstream.set(
      signal.subscribe(
        Sink(
          next: { connection.send($0) },
          error: { self.end(connection, key, .error($0)) },
          completed: { self.end(connection, key, .completed) })))
  }

  @inlinable func end(_ connection: Connection<T, E>, _ key: Key, _ event: SignalEvent<T, E>) {
    table.withLock { remove(connection, key, from: &$0) }
    connection.end(with: event)
  }

  /// - Returns: Whether nobody is left.
  @inlinable func leave(_ connection: Connection<T, E>, _ key: Key) -> Bool {
    table.withLock { table in
      let isEmpty = connection.memberLeft()
      if isEmpty { remove(connection, key, from: &table) }
      return isEmpty
    }
  }

  /// The caller holds the connection, so nothing is freed here.
  @inlinable func remove(
    _ connection: Connection<T, E>, _ key: Key, from table: inout [Key: Connection<T, E>]
  ) {
    if table[key] === connection { table[key] = nil }
  }
}

/// One run of a shared signal.
@usableFromInline
final class Connection<T: Sendable, E: Sendable>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var replayed = Fifo<T>()
    @usableFromInline var members = 0

    @inlinable init() {}
  }

  /// What is left to do for a new member after the unlock.
  @usableFromInline struct Seat: Sendable {
    @usableFromInline let subscription: HubSubscription
    @usableFromInline let joining: Ticket<T>
    @usableFromInline let replay: Ticket<T>

    @inlinable init(subscription: HubSubscription, joining: Ticket<T>, replay: Ticket<T>) {
      self.subscription = subscription
      self.joining = joining
      self.replay = replay
    }
  }

  @usableFromInline let state = Guarded(State())
  @usableFromInline let hub = Hub<T, E>()
  @usableFromInline let upstream = MetaDisposable()
  @usableFromInline let replay: Int

  @inlinable init(replay: Int) {
    self.replay = replay
  }

  /// Gives a new member the replayed values, and its place among those that will be sent.
  @inlinable func admit(_ gate: Subscriber<T, E>) -> Seat {
    let subscription = HubSubscription(hub: hub, sink: gate.asSink)
    return state.withLock { state in
      state.members += 1
      var first = Ticket<T>.nothing
      for value in state.replayed {
        let ticket = gate.reserve(value)
        // The first one takes the turn of a new gate; the others are queued behind it.
        if case .nothing = first { first = ticket }
      }
      return Seat(subscription: subscription, joining: hub.reserve(joining: subscription), replay: first)
    }
  }

  /// - Returns: Whether it was the last one.
  @inlinable func memberLeft() -> Bool {
    state.withLock { state in
      state.members -= 1
      return state.members == 0
    }
  }

  /// - Returns: Whether more is wanted.
  @inlinable func send(_ value: T) -> Bool {
    let (ticket, _) = state.withLock { state -> (Ticket<T>, T?) in
      var outdated: T?
      if replay > 0 {
        if state.replayed.count == replay { outdated = state.replayed.popFirst() }
        state.replayed.append(value)
      }
      return (hub.reserve(value), outdated)  // what is outdated is let go of outside the lock
    }
    hub.redeem(ticket)
    return !upstream.isDisposed
  }

  @inlinable func end(with event: SignalEvent<T, E>) {
    _ = state.withLock { $0.replayed.takeAll() }
    hub.put(event: event)
    upstream.dispose()
  }

  @inlinable func close() {
    upstream.dispose()
    hub.close()
    _ = state.withLock { $0.replayed.takeAll() }
  }
}
