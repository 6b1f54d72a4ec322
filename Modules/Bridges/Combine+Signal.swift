#if canImport(Combine)
  public import Combine
  internal import Disposables
  internal import SignalPrimitives
  public import Signals

  // The checks of this repository run on Linux, and do not compile this file.

  extension Signal where E: Error {
    /// The signal as a publisher: each subscriber starts it anew.
    ///
    /// This repository's checks do not compile it: they run on Linux.
    ///
    /// - Delivery: On the thread that sends, or on the one that asks for more. A signal can't be told to wait: what
    ///   the subscriber has not asked for yet is kept, without a limit.
    /// - Disposal: Cancelling the subscription disposes of the signal.
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
    /// This repository's checks do not compile it: they run on Linux.
    ///
    /// - Delivery: On the thread of the publisher, which is asked for one value after the other.
    /// - Errors: Passed on.
    /// - Disposal: Cancels the subscription to the publisher.
    ///
    /// - Parameter publisher: Makes the publisher; called on the thread that starts.
    @preconcurrency
    public init<P: Publisher & SendableMetatype>(
      publisher: @escaping @Sendable () -> P
    ) where P.Output == T, P.Failure == E {
      self.init { subscriber in
        let receiver = PublisherReceiver(subscriber)
        publisher().subscribe(receiver)
        return receiver
      }
    }
  }

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
      let subscription = SignalSubscription(subscriber)
      subscriber.receive(subscription: subscription)
      subscription.start(signal)
    }
  }

  /// One subscriber of a publisher that is a signal.
  private final class SignalSubscription<T: Sendable, E: Error>: Combine.Subscription, @unchecked Sendable {
    typealias Downstream = any Combine.Subscriber<T, E>

    // safe: `line` is reached through its lock, and holds the subscriber until the end or `cancel()`; who has set `isServed` calls
    // it, and holds it meanwhile. Known on Apple platforms, by Tests/BridgesTests/CombineTests: “a publisher sends what its
    // signal sends”, “cancelling disposes of the signal once”.
    private struct Line {
      var subscriber: Downstream?
      var demand = Subscribers.Demand.none
      var waiting = Fifo<T>()
      var end: Subscribers.Completion<E>?
      /// Somebody delivers, and looks again before leaving.
      var isServed = false

      enum Step {
        case value(T, Downstream)
        case end(Subscribers.Completion<E>, Downstream)
      }

      /// - Returns: What to deliver next; with `nil` the line is not served any more.
      mutating func next() -> Step? {
        isServed = true
        if let subscriber {
          if demand > .none, let value = waiting.popFirst() {
            demand -= 1
            return .value(value, subscriber)
          }
          if waiting.isEmpty, let end {
            self.subscriber = nil
            return .end(end, subscriber)
          }
        }
        isServed = false
        return nil
      }
    }

    private let line: Guarded<Line>
    private let upstream = MetaDisposable()

    init(_ subscriber: Downstream) {
      line = Guarded(Line(subscriber: subscriber))
    }

    func start(_ signal: Signal<T, E>) {
      upstream.set(
        signal.start(
          next: { self.add($0) }, error: { self.finish(.failure($0)) }, completed: { self.finish(.finished) })
      )
    }

    private func add(_ value: T) {
      serve { line in
        if line.subscriber != nil { line.waiting.append(value) }
      }
    }

    private func finish(_ end: Subscribers.Completion<E>) {
      serve { $0.end = end }
    }

    func request(_ demand: Subscribers.Demand) {
      serve { $0.demand += demand }
    }

    func cancel() {
      _ = line.withLock { line in
        let leaving = (line.subscriber, line.waiting.takeAll())
        line.subscriber = nil
        return leaving
      }
      upstream.dispose()
    }

    /// Changes the line, and delivers what can be, unless somebody does already.
    private func serve(_ change: (inout Line) -> Void) {
      var step = line.withLock { line in
        change(&line)
        return line.isServed ? nil : line.next()
      }
      while let current = step {
        var more = Subscribers.Demand.none
        switch current {
        case .value(let value, let subscriber): more = subscriber.receive(value)
        case .end(let end, let subscriber): subscriber.receive(completion: end)
        }
        step = line.withLock { line in
          line.demand += more
          return line.next()
        }
      }
    }
  }

  /// The subscription to a publisher that is made a signal.
  private final class PublisherReceiver<T: Sendable, E: Error>: Combine.Subscriber, Disposable,
    @unchecked Sendable
  {
    // safe: the state is reached through its lock, and holds the subscription until it is disposed of; a subscription may be
    // used on any thread. Known on Apple platforms, by CombineTests: “a publisher without an end stops when no more is wanted”.
    typealias Input = T
    typealias Failure = E

    private enum State {
      case waiting
      case running(any Combine.Subscription)
      case over
    }

    private let gate: Signals.Subscriber<T, E>
    private let state = Guarded(State.waiting)

    init(_ gate: Signals.Subscriber<T, E>) {
      self.gate = gate
    }

    func receive(subscription: any Combine.Subscription) {
      let isWanted = state.withLock { state in
        guard case .waiting = state else { return false }
        state = .running(subscription)
        return true
      }
      if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
    }

    func receive(_ value: T) -> Subscribers.Demand {
      gate.putNext(value)
      return gate.isActive ? .max(1) : .none
    }

    func receive(completion: Subscribers.Completion<E>) {
      switch completion {
      case .finished: gate.putCompletion()
      case .failure(let error): gate.putError(error)
      }
    }

    func dispose() {
      let previous = state.withLock { state in
        let previous = state
        state = .over
        return previous
      }
      if case .running(let subscription) = previous { subscription.cancel() }
    }
  }
#endif
