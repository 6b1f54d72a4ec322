#if canImport(Combine)
  public import Combine
  internal import Disposables
  internal import SignalPrimitives
  public import Signals

  extension Signal where E: Error {
    /// The signal as a publisher: each subscriber starts it anew.
    ///
    /// It is compiled for Apple's platforms and run on Linux over a stand-in for Combine; it has not been run on a system of Apple's.
    ///
    /// - Delivery: On the thread that sends, or on the one that asks for more; one event at a time. A signal can't be told to wait:
    ///   what the subscriber has not asked for yet is kept, without a limit. An end waits for the values before it, and for no demand.
    /// - Disposal: Cancelling the subscription disposes of the signal, also of one whose generator has not returned yet. A
    ///   subscriber that cancels when it gets the subscription does not start it. What the subscriber captured is released at
    ///   the end, by cancelling, or when the source has gone away and nothing waits.
    public var publisher: SignalPublisher<T, E> {
      SignalPublisher(signal: self)
    }

    /// Makes a signal of a publisher.
    ///
    ///     let ticks = Signal(publisher: { clock.ticks.prefix(3) })
    ///
    /// Publishers are not `Sendable`, and a signal may be started on any thread. So it is given a closure, which
    /// makes a publisher at each start.
    ///
    /// It is compiled for Apple's platforms and run on Linux over a stand-in for Combine; it has not been run on a system of Apple's.
    ///
    /// - Delivery: On the thread of the publisher, which is asked for everything at once: a subject loses what it sends to those who
    ///   have not asked. What it sends from two threads at a time, or from inside a handler, is queued.
    /// - Errors: Passed on.
    /// - Disposal: Cancels the subscription to the publisher; if that has not returned from being subscribed to, at its next value. A
    ///   publisher that lets go of its subscriber without an end releases the handlers. A subject of Combine's does not while it has
    ///   subscriptions.
    ///
    /// - Parameter publisher: Makes the publisher; called on the thread that starts.
    @preconcurrency
    public init<P: Publisher & SendableMetatype>(
      publisher: @escaping @Sendable () -> P
    ) where P.Output == T, P.Failure == E {
      self.init { subscriber in
        let upstream = Upstream()
        publisher().subscribe(PublisherSink(gate: subscriber, upstream: upstream))
        return upstream
      }
    }
  }

  // MARK: Signal to publisher

  /// A signal as a publisher; see ``Signals/Signal/publisher``.
  public struct SignalPublisher<T: Sendable, E: Error>: Publisher, Sendable {
    /// The values of the signal.
    public typealias Output = T
    /// The errors of the signal.
    public typealias Failure = E

    fileprivate let signal: Signal<T, E>

    /// Starts the signal for a subscriber.
    ///
    /// - Parameter subscriber: Receives the events.
    public func receive<S: Combine.Subscriber>(subscriber: S) where S.Input == T, S.Failure == E {
      let subscription = SignalSubscription(Delivery(subscriber))
      subscriber.receive(subscription: subscription)
      subscription.start(signal)
    }
  }

  /// What the subscriber asks and cancels by.
  ///
  /// It is held by the subscriber, and not by the source.
  private final class SignalSubscription<T: Sendable, E: Error>: Combine.Subscription, Sendable {
    private let delivery: Delivery<T, E>
    private let upstream = MetaDisposable()

    init(_ delivery: Delivery<T, E>) {
      self.delivery = delivery
    }

    func start(_ signal: Signal<T, E>) {
      guard !delivery.isOver else { return }
      let source = Source(delivery)
      upstream.set(
        signal.subscribe(
          Sink(
            next: { source.delivery.add($0) },
            error: { if !source.delivery.finish(.failure($0)) { DroppedErrors.report($0) } },
            completed: { source.delivery.finish(.finished) },
            scope: delivery)))
    }

    func request(_ demand: Subscribers.Demand) {
      delivery.request(demand)
    }

    func cancel() {
      delivery.cancel()
      upstream.dispose()
    }
  }

  /// What the sink alone holds: when it goes, nobody can send any more.
  private final class Source<T: Sendable, E: Error>: Sendable {
    let delivery: Delivery<T, E>

    init(_ delivery: Delivery<T, E>) {
      self.delivery = delivery
    }

    deinit {
      delivery.finish(nil)
    }
  }

  /// Brings what a signal sends to a subscriber, as far as it asks for it.
  private final class Delivery<T: Sendable, E: Error>: Scope, @unchecked Sendable {
    typealias Downstream = any Combine.Subscriber<T, E>

    // safe: `line` is reached through its lock, and holds the subscriber until the end or `cancel()`; who has set `isServed` calls
    // it, and holds it meanwhile. Known by Tests/BridgesTests/CombineTests, over the stand-in under ThreadSanitizer: “of what two
    // threads send and a third asks for nothing is lost, and nothing overlaps”.
    private struct Line {
      var subscriber: Downstream?
      var demand = Subscribers.Demand.none
      var waiting = Fifo<T>()
      var end = End.none
      /// Somebody delivers, and looks again before leaving.
      var isServed = false

      enum End {
        case none
        case sent(Subscribers.Completion<E>)
        /// The source has gone away.
        case silent
      }

      enum Step {
        case value(T, Downstream)
        case end(Subscribers.Completion<E>, Downstream)
        case release(Downstream)
      }

      /// - Returns: What to deliver next; with `nil` the line is not served any more.
      mutating func next() -> Step? {
        isServed = true
        if let subscriber {
          if demand > .none, let value = waiting.popFirst() {
            demand -= 1
            return .value(value, subscriber)
          }
          if waiting.isEmpty {
            switch end {
            case .none: break
            case .sent(let end):
              (self.subscriber, self.end) = (nil, .silent)
              return .end(end, subscriber)
            case .silent:
              self.subscriber = nil
              return .release(subscriber)
            }
          }
        }
        isServed = false
        return nil
      }
    }

    private let line: Guarded<Line>

    init(_ subscriber: Downstream) {
      line = Guarded(Line(subscriber: subscriber))
    }

    var isOver: Bool { line.withLock { $0.subscriber == nil } }
    var outer: (any Scope)? { nil }

    /// - Returns: Whether more is wanted.
    func add(_ value: T) -> Bool {
      serve { line in
        if line.subscriber != nil { line.waiting.append(value) }
      }
      return !isOver
    }

    /// - Parameter end: `nil` if the source has gone away. After the end that means nothing.
    /// - Returns: Whether it was not over before.
    @discardableResult
    func finish(_ end: Subscribers.Completion<E>?) -> Bool {
      serve { line in
        guard line.subscriber != nil else { return false }
        if case .none = line.end { line.end = end.map { .sent($0) } ?? .silent }
        return true
      }
    }

    func request(_ demand: Subscribers.Demand) {
      serve { $0.demand += demand }
    }

    func cancel() {
      _ = line.withLock { line in
        let leaving = (line.subscriber, line.waiting.takeAll(), line.end)
        (line.subscriber, line.end) = (nil, .silent)
        return leaving
      }
    }

    /// Changes the line, and delivers what can be, unless somebody does already.
    private func serve<Result>(_ change: (inout Line) -> Result) -> Result {
      var (result, step) = line.withLock { line in
        (change(&line), line.isServed ? nil : line.next())
      }
      while let current = step {
        var more = Subscribers.Demand.none
        switch current {
        case .value(let value, let subscriber): more = subscriber.receive(value)
        case .end(let end, let subscriber): subscriber.receive(completion: end)
        case .release: break
        }
        step = line.withLock { line in
          line.demand += more
          return line.next()
        }
      }
      return result
    }
  }

  // MARK: Publisher to signal

  /// What the publisher sends to.
  ///
  /// It is held by the publisher, and not by what disposes.
  private final class PublisherSink<T: Sendable, E: Error>: Combine.Subscriber, Sendable {
    typealias Input = T
    typealias Failure = E

    private let gate: Signals.Subscriber<T, E>
    private let upstream: Upstream

    init(gate: Signals.Subscriber<T, E>, upstream: Upstream) {
      self.gate = gate
      self.upstream = upstream
    }

    func receive(subscription: any Combine.Subscription) {
      guard gate.isActive, upstream.hold(subscription) else { return subscription.cancel() }
      // Everything at once: whoever sends to those alone who have asked, asks the same of its next value.
      subscription.request(.unlimited)
    }

    func receive(_ value: T) -> Subscribers.Demand {
      gate.putNext(value)
      // Who has ended it can't dispose of this before the publisher has returned from being subscribed to.
      if !gate.isActive { upstream.dispose() }
      return .none
    }

    func receive(completion: Subscribers.Completion<E>) {
      upstream.end()
      switch completion {
      case .finished: gate.putCompletion()
      case .failure(let error): gate.putError(error)
      }
    }
  }

  /// The subscription to a publisher.
  private final class Upstream: Disposable, @unchecked Sendable {
    // safe: the state is reached through its lock, and holds the subscription until the end or the disposal; a subscription may be
    // used on any thread. Known by CombineTests: “a publisher that two threads send to, and several dispose of, is cancelled once”.
    private enum State {
      case waiting
      case running(any Combine.Subscription)
      case over
    }

    private let state = Guarded(State.waiting)

    /// - Returns: Whether there was none before, and this has not ended.
    func hold(_ subscription: any Combine.Subscription) -> Bool {
      state.withLock { state in
        guard case .waiting = state else { return false }
        state = .running(subscription)
        return true
      }
    }

    /// There is nothing to cancel any more.
    func end() {
      _ = leave()
    }

    func dispose() {
      if case .running(let subscription) = leave() { subscription.cancel() }
    }

    private func leave() -> State {
      state.withLock { state in
        let previous = state
        state = .over
        return previous
      }
    }
  }
#endif
