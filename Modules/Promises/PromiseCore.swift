public import Disposables
public import SignalPrimitives
public import Signals

/// What a `Promise` is made of, apart from its life.
///
/// The signal that was set holds the core while it can send, and the core holds the subscribers. Subscribers hold the state,
/// by which the signal is disposed of when the last one leaves, and not the core: they would keep each other alive after
/// everything else is gone.
///
///     event                        what follows
///     ──────────────────────────── ───────────────────────────────────────────────────────────────────────────────
///     a signal is set              a new round: the previous signal is disposed of, its value is forgotten
///     the signal of a round sends  stored and delivered, if the round is the present one
///     the promise is abandoned     nothing, for as long as somebody listens and the signal goes on; else the end
///     the last subscriber leaves   the end, if the promise is abandoned
///     the signal completes         the end, if the promise is abandoned
///     the end                      the signal is disposed of, and the hub lets go of everybody
@_fixed_layout @usableFromInline
final class PromiseCore<T: Sendable>: Sendable {
  @frozen @usableFromInline struct State {
    @usableFromInline var value: T?
    @usableFromInline var round = 0
    @usableFromInline var upstream = MetaDisposable()
    @usableFromInline var initializer: Signal<T, NoError>?
    @usableFromInline var subscribers = 0
    @usableFromInline var isAbandoned = false
    /// The signal of the present round has completed.
    @usableFromInline var isComplete = false

    @inlinable init(value: T?, initializer: Signal<T, NoError>?) {
      self.value = value
      self.initializer = initializer
    }

    @usableFromInline mutating func takeContents() -> (T?, Signal<T, NoError>?) {
      let taken = (value, initializer)
      (value, initializer) = (nil, nil)
      return taken
    }

    /// - Returns: Whether the last subscriber of an abandoned promise has left.
    @inlinable mutating func subscriberLeft() -> Bool {
      subscribers -= 1
      return isAbandoned && subscribers == 0
    }
  }

  @usableFromInline let state: Guarded<State>
  @usableFromInline let hub = Hub<T, NoError>()

  @inlinable init(value: T? = nil, initializer: Signal<T, NoError>? = nil) {
    state = Guarded(State(value: value, initializer: initializer))
  }

  /// The promise is gone, and its signal can't send any more.
  deinit {
    hub.close()
    _ = state.withLock { $0.takeContents() }
  }

  @inlinable var value: T? { state.withLock { $0.value } }

  /// Starts `signal`; without one, what was given for the first access, if that is still due.
  @inlinable func begin(_ signal: Signal<T, NoError>?) {
    guard let (next, upstream, round) = beginRound(signal) else { return }
    upstream.set(
      next.subscribe(
        Sink(
          next: { value in
            self.receive(value, in: round)
            return !upstream.isDisposed
          },
          error: { _ in },
          completed: { self.complete(round) },
          scope: UpstreamScope(upstream))))
  }

  /// Ends the present round, and lets go of what it held.
  @inlinable func beginRound(
    _ signal: Signal<T, NoError>?
  ) -> (next: Signal<T, NoError>, upstream: MetaDisposable, round: Int)? {
    let upstream = MetaDisposable()
    let change = state.withLock { state -> (next: Signal<T, NoError>, previous: State, round: Int)? in
      guard let next = signal ?? state.initializer else { return nil }
      let previous = state
      state.value = nil
      state.round += 1
      state.upstream = upstream
      state.initializer = nil
      state.isComplete = false
      return (next, previous, state.round)
    }
    guard let (next, previous, round) = change else { return nil }
    previous.upstream.dispose()
    return (next, upstream, round)
  }

  @inlinable func subscribe(_ sink: Sink<T, NoError>) -> any Disposable {
    let gate = Subscriber(sink)
    let subscription = HubSubscription(hub: hub, sink: gate.asSink)
    gate.attach(
      ActionDisposable { [weak self, state] in
        subscription.dispose()
        guard state.withLock({ $0.subscriberLeft() }) else { return }
        state.withLock { $0.upstream }.dispose()
        self?.hub.close()
      })
    let (first, isFirstAccess) = state.withLock { state in
      state.subscribers += 1
      hub.join(subscription)
      return (state.value.map(gate.reserve) ?? .nothing, state.initializer != nil)
    }
    gate.redeem(first)
    if isFirstAccess { begin(nil) }
    return gate.subscription
  }

  /// The promise is gone: nobody will set a signal or subscribe any more.
  @inlinable func abandon() {
    endIf { state in
      state.isAbandoned = true
      return state.subscribers == 0 || state.isComplete
    }
  }

  @inlinable func complete(_ round: Int) {
    endIf { state in
      guard round == state.round else { return false }
      state.isComplete = true
      return state.isAbandoned
    }
  }

  @inlinable func receive(_ value: T, in round: Int) {
    let (replaced, ticket) = state.withLock { state -> (T?, Ticket<T>) in
      guard round == state.round else { return (nil, .nothing) }
      let replaced = state.value
      state.value = value
      return (replaced, hub.reserve(value))
    }
    hub.redeem(ticket)
    _ = replaced  // let go of outside the lock
  }

  @inlinable func endIf(_ decide: (inout State) -> Bool) {
    if state.withLock(decide) { end() }
  }

  @inlinable func end() {
    state.withLock { $0.upstream }.dispose()
    hub.close()
  }
}

/// What a signal is asked for while it is being started: another may have taken its place.
@_fixed_layout @usableFromInline
final class UpstreamScope: Scope {
  @usableFromInline let upstream: MetaDisposable

  @inlinable init(_ upstream: MetaDisposable) {
    self.upstream = upstream
  }

  @usableFromInline var isOver: Bool { upstream.isDisposed }
  @usableFromInline var outer: (any Scope)? { nil }
}
