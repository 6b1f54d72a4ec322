public import Disposables
public import SignalPrimitives
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
@_fixed_layout @usableFromInline
package final class Connections<Key: Hashable & Sendable, T: Sendable, E: Sendable>: Sendable {
  @usableFromInline let table = Guarded<[Key: Connection<T, E>]>([:])

  @inlinable package init() {}

  /// - Parameter replay: How many of the newest values a new subscriber gets first.
  @inlinable package func subscribe(
    _ sink: Sink<T, E>, to signal: Signal<T, E>, key: Key, replay: Int
  ) -> any Disposable {
    let gate = Subscriber(sink)
    let (connection, seat, isNew, _) = table.withLock {
      table -> (Connection<T, E>, Connection<T, E>.Seat, Bool, Connection<T, E>?) in
      let present = table[key]
      if let present, present.members.join() { return (present, present.admit(gate), false, nil) }
      // One that was told to stop stays with its members. It is let go of outside the lock.
      let connection = Connection<T, E>(replay: replay)
      table[key] = connection
      return (connection, connection.admit(gate), true, present)
    }
    gate.attach(
      ActionDisposable {
        [weak self, weak connection, members = connection.members, subscription = seat.subscription] in
        subscription.dispose()
        let connection = connection  // held, so that nothing is freed under the lock
        guard self?.leave(members, isFirst: isNew, key) ?? members.leave(isFirst: isNew) else { return }
        members.upstream.dispose()
        connection?.close()
      })
    gate.redeem(seat.replay)
    if isNew { start(signal, connection, key, for: gate) }
    return gate.subscription
  }

  @inlinable func start(
    _ signal: Signal<T, E>, _ connection: Connection<T, E>, _ key: Key, for first: Subscriber<T, E>
  ) {
    // Whoever opened it may have left by now.
    if connection.members.upstream.isDisposed { return }
    let scope = ConnectionScope(connection.members, first: first)
    connection.members.upstream.set(
      signal.subscribe(
        Sink(
          next: { connection.send($0) },
          error: { self.end(connection, key, .error($0)) },
          completed: { self.end(connection, key, .completed) },
          scope: scope)))
    scope.signalHasStarted()
  }

  @inlinable func end(_ connection: Connection<T, E>, _ key: Key, _ event: SignalEvent<T, E>) {
    table.withLock { remove(connection.members, key, from: &$0) }
    connection.end(with: event)
  }

  /// - Returns: Whether nobody is left.
  @inlinable func leave(_ members: ConnectionMembers, isFirst: Bool, _ key: Key) -> Bool {
    table.withLock { table in
      let isEmpty = members.leave(isFirst: isFirst)
      if isEmpty { remove(members, key, from: &table) }
      return isEmpty
    }
  }

  /// The caller holds the connection, so nothing is freed here.
  @inlinable func remove(_ members: ConnectionMembers, _ key: Key, from table: inout [Key: Connection<T, E>])
  {
    if table[key]?.members === members { table[key] = nil }
  }
}

/// Those for whom a signal is shared: the last who leaves disposes of it.
///
/// The signal's run and the table hold a connection, and a connection holds its members. They hold this alone: they would keep
/// each other alive after everything else is gone.
@_fixed_layout @usableFromInline
final class ConnectionMembers: Sendable {
  @usableFromInline struct Count {
    /// With the one for whom the signal is started.
    @usableFromInline var all = 1
    @usableFromInline var isFirstIn = true
    /// Nobody may join any more: the signal was told to stop.
    @usableFromInline var isClosed = false

    @usableFromInline init() {}

    @usableFromInline var isFirstAlone: Bool { all == 1 && isFirstIn }
  }

  @usableFromInline let count = Guarded(Count())
  @usableFromInline let upstream = MetaDisposable()

  @inlinable init() {}

  /// - Returns: Whether that was possible.
  @usableFromInline func join() -> Bool {
    count.withLock { count in
      if !count.isClosed { count.all += 1 }
      return !count.isClosed
    }
  }

  /// - Returns: Whether it was the last one.
  @usableFromInline func leave(isFirst: Bool) -> Bool {
    count.withLock { count in
      count.all -= 1
      if isFirst { count.isFirstIn = false }
      return count.all == 0
    }
  }

  /// Whether the signal has to stop, as the member for whom it is being started wants nothing, and nobody else is there.
  @usableFromInline func stops(without first: (any Scope)?) -> Bool {
    let (isClosed, isFirstAlone) = count.withLock { ($0.isClosed, $0.isFirstAlone) }
    // Not under the lock: others are asked.
    guard !isClosed, isFirstAlone, !first.isOpen else { return isClosed }
    return count.withLock { count in
      count.isClosed = count.isFirstAlone
      return count.isClosed
    }
  }
}

/// What a shared signal is asked for: while it is being started, the first member may be the only one, and may have gone
/// without being able to say so.
@_fixed_layout @usableFromInline
final class ConnectionScope: Scope {
  @usableFromInline let members: ConnectionMembers
  /// `nil` once the signal has started: from then on, whoever goes can say so.
  @usableFromInline let first: Guarded<(any Scope)?>

  @inlinable init(_ members: ConnectionMembers, first: any Scope) {
    self.members = members
    self.first = Guarded(first)
  }

  @usableFromInline func signalHasStarted() {
    _ = first.withLock { first in
      let leaving = first
      first = nil
      return leaving
    }
  }

  @usableFromInline var isOver: Bool {
    members.upstream.isDisposed || members.stops(without: first.withLock { $0 })
  }
  @usableFromInline var outer: (any Scope)? { nil }
}

/// One run of a shared signal.
@_fixed_layout @usableFromInline
final class Connection<T: Sendable, E: Sendable>: Sendable {
  /// What is left to do for a new member after the unlock.
  @frozen @usableFromInline struct Seat: Sendable {
    @usableFromInline let subscription: HubSubscription
    @usableFromInline let replay: Ticket<T>

    @inlinable init(subscription: HubSubscription, replay: Ticket<T>) {
      self.subscription = subscription
      self.replay = replay
    }
  }

  @usableFromInline let replayed = Guarded(Fifo<T>())
  @usableFromInline let hub = Hub<T, E>()
  @usableFromInline let members = ConnectionMembers()
  @usableFromInline let replay: Int

  @inlinable init(replay: Int) {
    self.replay = replay
  }

  deinit {
    hub.close()
  }

  /// Gives a new member the replayed values, and its place among those that will be sent.
  @inlinable func admit(_ gate: Subscriber<T, E>) -> Seat {
    let subscription = HubSubscription(hub: hub, sink: gate.asSink)
    return replayed.withLock { replayed in
      hub.join(subscription)
      var first = Ticket<T>.nothing
      for value in replayed {
        let ticket = gate.reserve(value)
        // The first one takes the turn of a new gate; the others are queued behind it.
        if case .nothing = first { first = ticket }
      }
      return Seat(subscription: subscription, replay: first)
    }
  }

  /// - Returns: Whether more is wanted.
  @inlinable func send(_ value: T) -> Bool {
    let (ticket, _) = replayed.withLock { replayed -> (Ticket<T>, T?) in
      var outdated: T?
      if replay > 0 {
        if replayed.count == replay { outdated = replayed.popFirst() }
        replayed.append(value)
      }
      return (hub.reserve(value), outdated)  // what is outdated is let go of outside the lock
    }
    hub.redeem(ticket)
    return !members.upstream.isDisposed
  }

  @inlinable func end(with event: SignalEvent<T, E>) {
    _ = replayed.withLock { $0.takeAll() }
    hub.put(event: event)
    members.upstream.dispose()
  }

  /// The last member has left.
  @inlinable func close() {
    hub.close()
    _ = replayed.withLock { $0.takeAll() }
  }
}
