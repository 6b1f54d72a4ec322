// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Foundation
internal import SignalPrimitives

// Subjects are not `Sendable`, as in Combine, though any thread may use them.

/// Sends to those who are subscribed; who has not asked for more misses it.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let core = SubjectCore<Output, Failure>(nil)

  public init() {}

  public func send(_ value: Output) { core.send(value) }
  public func send(completion: Subscribers.Completion<Failure>) { core.finish(completion) }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    core.add(subscriber, to: self)
  }
}

/// Keeps its newest value for those who subscribe, or ask, later.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let core: SubjectCore<Output, Failure>

  public init(_ value: Output) {
    core = SubjectCore(value)
  }

  public func send(_ value: Output) { core.send(value) }
  public func send(completion: Subscribers.Completion<Failure>) { core.finish(completion) }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    core.add(subscriber, to: self)
  }
}

private final class SubjectCore<Output, Failure: Error> {
  struct State {
    /// The newest value, of a subject that keeps it.
    var current: Output?
    var conduits: [Conduit<Output, Failure>] = []
    var end: Subscribers.Completion<Failure>?
  }

  let keepsCurrent: Bool
  private let state: Guarded<State>

  init(_ current: Output?) {
    keepsCurrent = current != nil
    state = Guarded(State(current: current))
  }

  var current: Output? { state.withLock { $0.current } }

  func send(_ value: Output) {
    let (conduits, previous): ([Conduit<Output, Failure>], Output?) = state.withLock { state in
      guard state.end == nil else { return ([], nil) }
      let previous = state.current
      if keepsCurrent { state.current = value }
      return (state.conduits, previous)
    }
    for conduit in conduits { conduit.offer(value) }
    withExtendedLifetime(previous) {}  // released outside the lock
  }

  func finish(_ end: Subscribers.Completion<Failure>) {
    let conduits = state.withLock { state in
      let leaving = state.conduits
      state.end = state.end ?? end
      state.conduits = []
      return leaving
    }
    for conduit in conduits { conduit.finish(end) }
  }

  func add(_ subscriber: any Subscriber<Output, Failure>, to owner: AnyObject) {
    let conduit = Conduit((self, owner, subscriber))
    let end = state.withLock { state in
      if state.end == nil { state.conduits.append(conduit) }
      return state.end
    }
    subscriber.receive(subscription: conduit)
    if let end { conduit.finish(end) }
  }

  func remove(_ conduit: Conduit<Output, Failure>) {
    state.withLock { $0.conduits.removeAll { $0 === conduit } }  // who calls holds it
  }
}

/// One subscriber of a subject: it holds both until the end.
private final class Conduit<Output, Failure: Error>: Subscription {
  typealias Downstream = any Subscriber<Output, Failure>
  typealias Line = (subject: SubjectCore<Output, Failure>, owner: AnyObject, downstream: Downstream)

  private struct State {
    var line: Line?
    var demand = Subscribers.Demand.none
    /// The newest value of the subject was not wanted yet.
    var hasMissed: Bool
  }

  private let state: Guarded<State>
  /// Two threads that send come one after the other; a handler may send.
  private let turn = NSRecursiveLock()

  init(_ line: Line) {
    state = Guarded(State(line: line, hasMissed: line.subject.keepsCurrent))
  }

  func offer(_ value: Output) {
    let line: Line? = state.withLock { state in
      guard let line = state.line else { return nil }
      state.hasMissed = state.demand == .none && line.subject.keepsCurrent
      guard state.demand > .none else { return nil }
      state.demand -= 1
      return line
    }
    if let line { deliver(value, to: line.downstream) }
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "Combine stops a program that asks for nothing")
    let line: Line? = state.withLock { state in
      state.demand += demand
      guard state.hasMissed, let line = state.line else { return nil }
      state.hasMissed = false
      state.demand -= 1
      return line
    }
    if let line, let value = line.subject.current { deliver(value, to: line.downstream) }
  }

  private func deliver(_ value: Output, to downstream: Downstream) {
    turn.lock()
    let more = downstream.receive(value)
    turn.unlock()
    state.withLock { $0.demand += more }
  }

  func finish(_ end: Subscribers.Completion<Failure>) {
    guard let line = leave() else { return }
    turn.lock()
    line.downstream.receive(completion: end)
    turn.unlock()
  }

  func cancel() {
    if let line = leave() { line.subject.remove(self) }
  }

  private func leave() -> Line? {
    state.withLock { $0.line.take() }
  }
}
