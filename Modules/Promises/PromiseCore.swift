internal import Disposables
internal import Locking
internal import Signals

/// What a `Promise` is made of, apart from its life.
///
/// The signal that was set holds the core while it runs, and the core holds the subscribers. Subscribers hold neither:
/// they would keep each other alive after everything else is gone.
///
///     event                        what follows
///     ──────────────────────────── ───────────────────────────────────────────────────────────────────────────────
///     a signal is set              a new round: the previous signal is disposed of, its value is forgotten
///     the signal of a round sends  stored and delivered, if the round is the present one
///     the promise is abandoned     nothing, for as long as somebody listens and the signal goes on; else the end
///     the last subscriber leaves   the end, if the promise is abandoned
///     the signal completes         the end, if the promise is abandoned
///     the end                      the signal is disposed of, and the hub lets go of everybody
final class PromiseCore<T: Sendable>: Sendable {
  private struct State {
    var value: T?
    var round = 0
    var upstream = MetaDisposable()
    var initializer: Signal<T, NoError>?
    var subscribers = 0
    var isAbandoned = false
    /// The signal of the present round has completed.
    var isComplete = false
  }

  private let state: Guarded<State>
  private let hub = Hub<T, NoError>()

  init(value: T? = nil, initializer: Signal<T, NoError>? = nil) {
    state = Guarded(State(value: value, initializer: initializer))
  }

  deinit {
    end()
  }

  var value: T? { state.withLock { $0.value } }

  /// Starts `signal`; without one, what was given for the first access, if that is still due.
  func begin(_ signal: Signal<T, NoError>?) {
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
    guard let (next, previous, round) = change else { return }
    previous.upstream.dispose()
    upstream.set(
      next.start(
        next: { self.receive($0, in: round) },
        completed: { self.complete(round) }))
  }

  func subscribe(_ sink: Sink<T, NoError>) -> any Disposable {
    let gate = Subscriber(sink)
    let subscription = HubSubscription(hub: hub, sink: gate.asSink)
    gate.attach(
      ActionDisposable { [weak self] in
        subscription.dispose()
        self?.leave()
      })
    let (first, joining) = state.withLock { state in
      state.subscribers += 1
      return (state.value.map(gate.reserve) ?? .nothing, hub.reserve(joining: subscription))
    }
    hub.redeem(joining)
    gate.redeem(first)
    begin(nil)
    return gate
  }

  /// The promise is gone: nobody will set a signal or subscribe any more.
  func abandon() {
    endIf { state in
      state.isAbandoned = true
      return state.subscribers == 0 || state.isComplete
    }
  }

  private func leave() {
    endIf { state in
      state.subscribers -= 1
      return state.isAbandoned && state.subscribers == 0
    }
  }

  private func complete(_ round: Int) {
    endIf { state in
      guard round == state.round else { return false }
      state.isComplete = true
      return state.isAbandoned
    }
  }

  private func receive(_ value: T, in round: Int) {
    let (replaced, ticket) = state.withLock { state -> (T?, Ticket<T>) in
      guard round == state.round else { return (nil, .nothing) }
      let replaced = state.value
      state.value = value
      return (replaced, hub.reserve(value))
    }
    hub.redeem(ticket)
    _ = replaced  // let go of outside the lock
  }

  private func endIf(_ decide: (inout State) -> Bool) {
    if state.withLock(decide) { end() }
  }

  private func end() {
    state.withLock { $0.upstream }.dispose()
    hub.close()
  }
}
