// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import SignalPrimitives

public enum Publishers {
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    let elements: Elements

    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let subscription = SequenceSubscription(elements, subscriber)
      subscriber.receive(subscription: subscription)
      subscription.serve(.none)
    }

    public func setFailureType<E: Error>(to type: E.Type) -> Sequence<Elements, E> where Failure == Never {
      Sequence<Elements, E>(elements: elements)
    }
  }

  /// The first so many values.
  public struct Prefix<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let count: Int

    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      upstream.subscribe(PrefixSubscriber(count, subscriber))
    }
  }
}

public struct Fail<Output, Failure: Error>: Publisher {
  let error: Failure

  public init(error: Failure) {
    self.error = error
  }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    subscriber.receive(subscription: EmptySubscription())
    subscriber.receive(completion: .failure(error))
  }
}

extension Sequence {
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(elements: self) }
}

extension Publisher {
  public func prefix(_ count: Int) -> Publishers.Prefix<Self> {
    Publishers.Prefix(upstream: self, count: count)
  }
}

private final class EmptySubscription: Subscription {
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
}

/// Sends while more is wanted, before the request returns; and the end behind the last element, whether or not more is wanted.
private final class SequenceSubscription<Element, Failure: Error>: Subscription {
  private struct State {
    var rest: any IteratorProtocol<Element>
    var next: Element?
    var downstream: (any Subscriber<Element, Failure>)?
    var demand = Subscribers.Demand.none
    var isSending = false
  }

  private enum Step {
    case value(Element, any Subscriber<Element, Failure>)
    case end(any Subscriber<Element, Failure>)
  }

  private let state: Guarded<State>

  init(_ elements: some Sequence<Element>, _ downstream: any Subscriber<Element, Failure>) {
    var rest: any IteratorProtocol<Element> = elements.makeIterator()
    let first = rest.next()
    state = Guarded(State(rest: rest, next: first, downstream: downstream))
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "Combine stops a program that asks for nothing")
    serve(demand)
  }

  func serve(_ demand: Subscribers.Demand) {
    var step = state.withLock { state in
      state.demand += demand
      return state.isSending ? nil : takeStep(&state)
    }
    while let current = step {
      var more = Subscribers.Demand.none
      switch current {
      case .value(let element, let downstream): more = downstream.receive(element)
      case .end(let downstream): downstream.receive(completion: .finished)
      }
      step = state.withLock { state in
        state.demand += more
        return takeStep(&state)
      }
    }
  }

  private func takeStep(_ state: inout State) -> Step? {
    state.isSending = true
    if let downstream = state.downstream {
      guard let element = state.next else {
        state.downstream = nil
        return .end(downstream)
      }
      if state.demand > .none {
        state.demand -= 1
        state.next = state.rest.next()
        return .value(element, downstream)
      }
    }
    state.isSending = false
    return nil
  }

  func cancel() {
    _ = state.withLock { $0.downstream.take() }
  }
}

private final class PrefixSubscriber<Input, Failure: Error>: Subscriber, Subscription {
  private struct State {
    var left: Int
    var downstream: (any Subscriber<Input, Failure>)?
    var upstream: (any Subscription)?
  }

  private let state: Guarded<State>

  init(_ count: Int, _ downstream: any Subscriber<Input, Failure>) {
    state = Guarded(State(left: count, downstream: downstream))
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLock { state in
      state.upstream = subscription
      return state.downstream
    }
    downstream?.receive(subscription: self)
    if state.withLock({ $0.left }) == 0 { finish(.finished) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let (downstream, isLast) = state.withLock { state in
      state.left -= 1
      return (state.left >= 0 ? state.downstream : nil, state.left == 0)
    }
    let more = downstream?.receive(input) ?? .none
    if isLast { finish(.finished) }
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    leave().downstream?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.upstream }?.request(demand)
  }

  func cancel() {
    leave().upstream?.cancel()
  }

  private func finish(_ end: Subscribers.Completion<Failure>) {
    let line = leave()
    line.upstream?.cancel()
    line.downstream?.receive(completion: end)
  }

  private func leave() -> (downstream: (any Subscriber<Input, Failure>)?, upstream: (any Subscription)?) {
    state.withLock { ($0.downstream.take(), $0.upstream.take()) }
  }
}
