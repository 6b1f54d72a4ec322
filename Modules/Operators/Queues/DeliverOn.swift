public import Concurrency
public import Disposables
public import SignalPrimitives
public import Signals

extension Signal {
  /// Delivers the events on a queue.
  ///
  ///     -a-b--(cd)-|
  ///     deliverOn(queue)
  ///     --a-b--(cd)-|
  ///
  /// In the diagram the queue takes a frame to come to its work.
  ///
  /// - Delivery: In order, also on a concurrent queue. At once, when the event is sent on the queue and none of this
  ///   subscription waits there; otherwise as soon as the queue comes to it. Many events may share one hop, but other
  ///   work of the queue has its turn, though more events come all the time, or handlers take long.
  /// - Errors: Delivered on the queue, after the values before them.
  /// - Disposal: What waits is not delivered, and is released at once, or when the handler that is running returns.
  /// - Memory: What waits is not limited. For a queue that can't keep up with the source, where only the newest value is
  ///   worth its delivery, use ``deliverLatestOn(_:)``.
  ///
  /// RxSwift's `observe(on:)`, Combine's `receive(on:)`.
  ///
  /// - Parameter queue: Where the handlers run.
  /// - Returns: The same signal, delivered there.
  /// - Complexity: O(1) an event, on average; one hop for all the events that come before the queue does.
  @preconcurrency
  @inlinable public func deliverOn(_ queue: any Scheduler) -> Signal<T, E> {
    transferred(to: queue, keepsAll: true)
  }

  /// Delivers the events on the threads of a pool, one after the other.
  ///
  /// As ``deliverOn(_:)-(Scheduler)``: in order, and at once when it is sent on a thread of the pool and none of this
  /// subscription waits. The subscription keeps the pool.
  ///
  /// - Parameter threadPool: Where the handlers run.
  /// - Returns: The same signal, delivered there.
  @preconcurrency
  @inlinable public func deliverOn(_ threadPool: ThreadPool) -> Signal<T, E> {
    deferred { self.deliverOn(PoolScheduler(threadPool)) }
  }

  /// Delivers on a queue what is newest when the queue comes to it.
  ///
  ///     -a-(bcd)-|
  ///     deliverLatestOn(queue)
  ///     --a-d-----|
  ///
  /// Use it for a state that is shown, where the source may be faster than the screen. In the diagram the queue takes a
  /// frame to come to its work.
  ///
  /// - Delivery: In order. At once, when the event is sent on the queue and none of this subscription waits there;
  ///   otherwise as soon as the queue comes to it. Of the values that come until then, the newest alone is delivered.
  /// - Errors: Delivered on the queue, after the value that was waiting.
  /// - Completion: Delivered on the queue, after the value that was waiting.
  /// - Disposal: What waits is not delivered, and is released at once, or when the handler that is running returns.
  /// - Memory: One value waits at most.
  ///
  /// RxJava's and Combine's `buffer` with a size of one that drops the oldest, and then a hop, come near to it.
  ///
  /// - Parameter queue: Where the handlers run.
  /// - Returns: The same signal, delivered there, with values left out.
  /// - Complexity: O(1) an event; one hop for all the events that come before the queue does.
  @preconcurrency
  @inlinable public func deliverLatestOn(_ queue: any Scheduler) -> Signal<T, E> {
    transferred(to: queue, keepsAll: false)
  }

  @inlinable func transferred(to queue: any Scheduler, keepsAll: Bool) -> Signal<T, E> {
    Signal.bare(runsForeignCode: false) { sink in
      let transfer = Transfer(sink, to: queue, keepsAll: keepsAll)
      transfer.subscribe(to: self)
      return transfer.gate.subscription
    }
  }

  /// Delivers the events on the main queue.
  ///
  ///     -a-b-|
  ///     deliverOnMainQueue()
  ///     -a-b-|
  ///
  /// `deliverOn(.mainQueue())`; see ``deliverOn(_:)-(Scheduler)``. In the diagram the events are sent on the main queue already.
  ///
  /// - Returns: The same signal, delivered there.
  @preconcurrency
  @inlinable public func deliverOnMainQueue() -> Signal<T, E> {
    deliverOn(Queue.mainQueue())
  }
}

/// Delivers the events on a queue; see ``Operators/Signals/Signal/deliverOn(_:)-(Scheduler)``.
///
/// - Parameter queue: Where the handlers run.
@preconcurrency
@inlinable public func deliverOn<T, E>(_ queue: any Scheduler) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.deliverOn(queue) }
}

/// Delivers the events on the threads of a pool, one after the other; see ``Operators/Signals/Signal/deliverOn(_:)-(ThreadPool)``.
///
/// - Parameter threadPool: Where the handlers run.
@preconcurrency
@inlinable public func deliverOn<T, E>(_ threadPool: ThreadPool) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.deliverOn(threadPool) }
}

/// Delivers on a queue what is newest when the queue comes to it; see ``Operators/Signals/Signal/deliverLatestOn(_:)``.
///
/// - Parameter queue: Where the handlers run.
@preconcurrency
@_disfavoredOverload
@inlinable public func deliverLatestOn<T, E>(_ queue: any Scheduler) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.deliverLatestOn(queue) }
}

/// Delivers the events on the main queue; see ``Operators/Signals/Signal/deliverOnMainQueue()``.
///
/// - Parameter signal: What to deliver there: `signal |> deliverOnMainQueue`.
@preconcurrency
@inlinable public func deliverOnMainQueue<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  signal.deliverOnMainQueue()
}

/// What waits in one start of `deliverOn` or `deliverLatestOn`.
///
/// Whoever brings an event to an empty line owes it a hop to the queue, and works there until the line is empty again, or
/// until it has delivered so much that other work of the queue should have its turn.
/// Events wait in an array and not in the gate, so that they cost no allocation each: one that is made on one thread
/// and freed on another costs more than all the rest.
///
///     service      an event comes            what is next?                    both have come: who gave way, and the new turn
///     ──────────── ───────────────────────── ──────────────────────────────── ─────────────────────────────────────────────
///     none         → working; a hop is owed  –                                –
///     working      waits                     nothing waits: → none            –
///                                            the turn is over: → giving way   –
///     giving way   waits                     –                                → working: the second of them goes on
///
/// The new turn may come first, if the queue runs work at once or is concurrent. That the second goes on, whoever it is,
/// keeps such turns from nesting.
@_fixed_layout @usableFromInline
final class TransferLine<T: Sendable, E: Sendable>: Disposable {
  @usableFromInline typealias Events = Fifo<SignalEvent<T, E>>

  @frozen @usableFromInline enum Service {
    /// Nothing waits.
    case none
    /// Somebody works, or is on the way to the queue.
    case working
    /// The turn of one is over, and another is asked for; neither that one nor the new turn has come to the line.
    case givingWay
    /// One of them has.
    case halfWay
  }

  @frozen @usableFromInline enum Next {
    case deliver(Events)
    case giveWay
    case nothing
  }

  @frozen @usableFromInline struct State {
    /// Whether a value waits beside others, or in place of another.
    @usableFromInline let keepsAll: Bool
    @usableFromInline var waiting = Events()
    @usableFromInline var service = Service.none
    @usableFromInline var isClosed = false

    @inlinable init(keepsAll: Bool) {
      self.keepsAll = keepsAll
    }

    /// - Returns: Whether the caller is to serve the line, and what to let go of outside the lock.
    @inlinable mutating func add(_ event: SignalEvent<T, E>) -> (isFirst: Bool, replaced: Events?) {
      if isClosed { return (false, nil) }
      var replaced: Events?
      // What waits before a value are values.
      if !keepsAll, !waiting.isEmpty, case .next = event { replaced = waiting.takeAll() }
      waiting.append(event)
      let isFirst = service == .none
      if isFirst { service = .working }
      return (isFirst, replaced)
    }

    /// What the server of the line does next.
    @inlinable mutating func next(isTurnOver: Bool) -> Next {
      if waiting.isEmpty {
        service = .none
        return .nothing
      }
      if isTurnOver {
        service = .givingWay
        return .giveWay
      }
      return .deliver(waiting.takeAll())
    }

    /// Called by the one who gives way, when the queue knows of it, and by the new turn.
    ///
    /// - Returns: Whether the caller goes on.
    @inlinable mutating func handOver() -> Bool {
      let isSecond = service == .halfWay
      service = isSecond ? .working : .halfWay
      return isSecond
    }

    /// Takes back what one had taken who gives way.
    ///
    /// - Returns: What to let go of outside the lock.
    @inlinable mutating func takeBack(_ older: inout Events) -> Events? {
      if isClosed { return nil }
      let newer = waiting.takeAll()
      swap(&waiting, &older)
      for event in newer { waiting.append(event) }
      return newer
    }

    @inlinable mutating func close() -> Events {
      isClosed = true
      return waiting.takeAll()
    }
  }

  @usableFromInline let state: Guarded<State>
  @usableFromInline let upstream = MetaDisposable()
  @usableFromInline let queue: any Scheduler

  @inlinable init(to queue: any Scheduler, keepsAll: Bool) {
    state = Guarded(State(keepsAll: keepsAll))
    self.queue = queue
  }

  @inlinable func handOver() -> Bool { state.withLock { $0.handOver() } }

  @inlinable func dispose() {
    _ = state.withLock { $0.close() }
    upstream.dispose()
  }
}

/// One start of `deliverOn` or `deliverLatestOn`.
@frozen @usableFromInline
struct Transfer<T: Sendable, E: Sendable>: Sendable {
  @usableFromInline let line: TransferLine<T, E>
  @usableFromInline let gate: Subscriber<T, E>

  @inlinable init(_ sink: Sink<T, E>, to queue: any Scheduler, keepsAll: Bool) {
    line = TransferLine(to: queue, keepsAll: keepsAll)
    gate = Subscriber(sink)
    gate.attach(line)
  }

  @inlinable func subscribe(to signal: Signal<T, E>) {
    line.upstream.set(
      signal.subscribe(
        Sink(
          next: { bring(.next($0)) },
          error: { _ = bring(.error($0)) },
          completed: { _ = bring(.completed) },
          scope: gate)))
  }

  /// - Returns: Whether more is wanted.
  @inlinable func bring(_ event: SignalEvent<T, E>) -> Bool {
    if line.state.withLock({ $0.add(event) }).isFirst {
      if line.queue.isCurrent() { work() } else { line.queue.async { work() } }
    }
    return !gate.isOver
  }

  /// Delivers what waits, on the queue, until nothing does, or the turn is over.
  @inlinable func work() {
    var stint = Stint(most: .max)
    var isTurnOver = false
    while true {
      switch line.state.withLock({ $0.next(isTurnOver: isTurnOver || stint.items >= Self.turn) }) {
      case .deliver(var events):
        while !gate.isOver, !isTurnOver, let event = events.popFirst() {
          gate.put(event: event)
          stint.items += 1
          isTurnOver = stint.isOver { line.queue.now }
        }
        if isTurnOver && !events.isEmpty { _ = line.state.withLock { $0.takeBack(&events) } }
      case .giveWay:
        line.queue.after(0) { if line.handOver() { work() } }
        guard line.handOver() else { return }
        (stint, isTurnOver) = (Stint(most: .max), false)
      case .nothing: return
      }
    }
  }

  /// After how many events other work of the queue has its turn, if what has come meanwhile waits.
  ///
  /// What waited already is delivered in one go, unless that takes longer than a ``Stint``.
  @inlinable static var turn: Int { 128 }
}
