// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import SignalPrimitives

/// Cancels when it goes away.
public final class AnyCancellable: Cancellable, Hashable {
  private let action: Guarded<(() -> Void)?>

  public init(_ cancel: @escaping () -> Void) {
    action = Guarded(cancel)
  }

  deinit {
    cancel()
  }

  public func cancel() {
    action.withLock { $0.take() }?()
  }

  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Publisher {
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Sink(receiveValue, receiveCompletion)
    subscribe(sink)
    return AnyCancellable { sink.cancel() }
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Holds the object until the end.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    sink(receiveValue: { object[keyPath: keyPath] = $0 })
  }
}

/// Asks for everything.
private final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
  private struct State {
    var handlers: (value: (Input) -> Void, completion: (Subscribers.Completion<Failure>) -> Void)?
    var subscription: (any Subscription)?
  }

  private let state: Guarded<State>

  init(
    _ value: @escaping (Input) -> Void, _ completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    state = Guarded(State(handlers: (value, completion)))
  }

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { state in
      guard state.handlers != nil, state.subscription == nil else { return false }
      state.subscription = subscription
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    state.withLock { $0.handlers }?.value(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    leave().handlers?.completion(completion)
  }

  func cancel() {
    leave().subscription?.cancel()
  }

  private func leave() -> State {
    state.withLock { state in
      let leaving = state
      state = State()
      return leaving
    }
  }
}
