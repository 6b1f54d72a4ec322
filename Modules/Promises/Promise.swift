internal import Disposables
internal import Locking
public import Signals

/// Remembers the newest value of a signal, for any number of subscribers.
///
/// ``set(_:)`` starts a signal; whoever asks by ``get()`` gets its newest value at once, when there is one, and then
/// every later one. Use it to share the result of some work. For a state that is set by hand, use ``ValuePromise``.
///
/// - Delivery: On the thread on which the signal sends. All subscribers see the values in one order, and end with
///   the value that is stored.
/// - Life: The signal that was set is disposed of when another is set, and when the promise goes away. A promise
///   lives for as long as one of its subscriptions.
///
/// SwiftSignalKit's `Promise`. Near to RxSwift's `share(replay: 1, scope: .forever)` and RAC's `RACReplaySubject`.
@preconcurrency
public final class Promise<T: Sendable>: Sendable {
  private struct State {
    var value: T?
    /// Which call of `set` the value belongs to; what an older signal still sends is ignored.
    var round = 0
    var upstream = MetaDisposable()
    var initializer: Signal<T, NoError>?
  }

  private let state: Guarded<State>
  private let hub = Hub<T, NoError>()

  /// Makes a promise without a value.
  public init() {
    state = Guarded(State())
  }

  /// Makes a promise that has a value.
  ///
  /// - Parameter value: The present value.
  public init(_ value: T) {
    state = Guarded(State(value: value))
  }

  /// Makes a promise that sets itself when somebody asks for the first time.
  ///
  /// - Parameter signal: What to set at the first start of ``get()``, or at the first look at ``rawValue``, unless
  ///   another signal was set before.
  public init(initializeOnFirstAccess signal: Signal<T, NoError>?) {
    state = Guarded(State(initializer: signal))
  }

  deinit {
    state.withLock { $0.upstream }.dispose()
    hub.close()
  }

  /// Starts a signal, and remembers its newest value.
  ///
  /// The previous signal is disposed of first. Its value is forgotten: who asks from now on waits for the new signal's
  /// first value. That the signal completes changes nothing.
  ///
  /// - Parameter signal: Started before this returns, on this thread.
  public func set(_ signal: Signal<T, NoError>) {
    begin(signal)
  }

  /// The newest value, if there is one, and then every later one.
  ///
  ///     a--b-c--
  ///
  /// - Delivery: The newest value before `start` returns, on the thread that starts; the others on the thread on
  ///   which the signal that was set sends.
  /// - Returns: A signal that never ends, and keeps the promise alive.
  public func get() -> Signal<T, NoError> {
    Signal.bare { sink in
      let gate = Subscriber(sink)
      let subscription = HubSubscription(hub: self.hub, sink: gate.asSink)
      // Holds the promise, and with it the signal that was set, for as long as somebody listens.
      gate.attach(ActionDisposable { [self] in withExtendedLifetime(self) { subscription.dispose() } })
      let (first, joining) = self.state.withLock { state in
        (state.value.map(gate.reserve) ?? .nothing, self.hub.reserve(joining: subscription))
      }
      self.hub.redeem(joining)
      gate.redeem(first)
      self.begin(nil)
      return gate
    }
  }

  /// The newest value, or `nil` if there is none yet.
  ///
  /// Writing a value sets a signal that sends it and completes; writing `nil` changes nothing.
  public var rawValue: T? {
    get {
      begin(nil)
      return state.withLock { $0.value }
    }
    set {
      if let newValue { set(.single(newValue)) }
    }
  }

  /// Starts `signal`; without one, what was given for the first access, if that is still due.
  private func begin(_ signal: Signal<T, NoError>?) {
    let upstream = MetaDisposable()
    let change = state.withLock { state -> (next: Signal<T, NoError>, previous: State, round: Int)? in
      guard let next = signal ?? state.initializer else { return nil }
      let previous = state
      state = State(round: previous.round + 1, upstream: upstream)
      return (next, previous, state.round)
    }
    guard let change else { return }
    change.previous.upstream.dispose()
    upstream.set(
      change.next.start(next: { [weak self] value in
        self?.receive(value, of: change.round)
      }))
  }

  private func receive(_ value: T, of round: Int) {
    let (replaced, ticket) = state.withLock { state -> (T?, Ticket<T>) in
      guard round == state.round else { return (nil, .nothing) }
      let replaced = state.value
      state.value = value
      return (replaced, hub.reserve(value))
    }
    hub.redeem(ticket)
    _ = replaced  // let go of outside the lock
  }
}
