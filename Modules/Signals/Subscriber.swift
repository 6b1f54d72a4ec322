public import Disposables
public import SignalPrimitives

/// What a signal's generator sends its events to: the gate of one subscription.
///
/// Any thread may call it at any moment, also from inside a handler. Events are delivered one at a time, in the order in
/// which they arrived, on the thread that sent them. One that arrives while another is being delivered is queued, and the
/// thread that is delivering takes it along; the caller does not wait. After a terminal event, or after the subscription
/// was disposed of, everything is ignored.
///
/// RxSwift calls it `Observer`, ReactiveSwift `Signal.Observer`, RAC `RACSubscriber`.
@_fixed_layout @preconcurrency
public final class Subscriber<T: Sendable, E: Sendable>: Finishable, Scope, Sendable {
  /// What the start returns, which does not hold this.
  @usableFromInline package let subscription: Subscription
  @usableFromInline package let outer: (any Scope)?

  @inlinable package init(_ sink: __shared Sink<T, E>) {
    subscription = Subscription(sink: SinkBox(sink))
    outer = sink.scope
  }

  /// Makes a gate of handlers, for code that sends by hand.
  ///
  /// A signal makes one by itself at each start: use ``Signal/start(next:error:completed:)``, which also disposes of the
  /// source. This is for code that is given a subscriber and no signal, such as a test of a generator.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if an error is sent; nothing follows.
  ///   - completed: Called once if a completion is sent; nothing follows.
  @preconcurrency
  public convenience init(
    next: (@Sendable (T) -> Void)? = nil, error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil
  ) {
    self.init(
      Sink(
        next: Signal<T, E>.handler(next), error: error ?? { _ in }, completed: completed ?? {}, scope: nil))
  }

  /// Nobody can send any more.
  deinit {
    subscription.abandon()
  }

  // MARK: Sending

  /// Whether events are still delivered: no terminal event was, and nobody disposed of the subscription, nor of one of
  /// those that it is a part of.
  ///
  /// A generator that sends many values in a loop, or works for long, asks it now and then.
  ///
  /// - Complexity: O(*n*), where *n* is the number of operators between it and the handlers that need a gate.
  @preconcurrency
  @inlinable public var isActive: Bool { !isOver && outer.isOpen }

  /// Whether this gate is closed, for an operator whose gate it is.
  @inlinable package var isOver: Bool { subscription.turn.isClosed }

  /// Sends a value.
  ///
  /// - Parameter value: Delivered before this returns, unless another event is being delivered at this moment.
  /// - Complexity: Two compare-and-swaps and the handler; when another thread is delivering, one allocation instead.
  @preconcurrency
  @inlinable public func putNext(_ value: T) {
    _ = send(value)
  }

  /// - Returns: Whether more is wanted.
  @inlinable @inline(__always) package func send(_ value: T) -> Bool {
    if subscription.turn.enter() { return deliverClaimed(value) }
    put(.next(value))
    return !isOver
  }

  /// Sends the end of the signal by a failure, and disposes of what the generator returned.
  ///
  /// - Parameter error: Delivered unless the subscription has ended already. In that case it is ignored; see
  ///   ``DroppedErrors``.
  @preconcurrency
  @inlinable public func putError(_ error: E) {
    if !put(.error(error)) { DroppedErrors.report(error) }
  }

  /// Sends the end of the signal, and disposes of what the generator returned.
  @preconcurrency
  @inlinable public func putCompletion() {
    put(.completed)
  }

  /// Sends an event.
  ///
  /// - Parameter event: As by ``putNext(_:)``, ``putError(_:)`` or ``putCompletion()``.
  @preconcurrency
  @inlinable public func put(event: SignalEvent<T, E>) {
    switch event {
    case .next(let value): putNext(value)
    case .error(let error): putError(error)
    case .completed: putCompletion()
    }
  }

  /// Keeps an object alive until the subscription has ended.
  ///
  /// - Parameter object: Released at termination or disposal; at once, if that has happened already.
  @preconcurrency
  public func keepAlive(_ object: AnyObject) {
    subscription.keepAlive(object)
  }

  // MARK: Ending

  /// Whether it has ended, and what the generator returned is disposed of or will be.
  package var isFinished: Bool { subscription.isFinished }

  /// Ends the subscription: nothing more is delivered, and what the generator returned is disposed of.
  ///
  /// After it returns, no handler starts on this thread; on another, at most the one that is running finishes. What the
  /// handlers captured is released at once, or when the running handler returns.
  @preconcurrency
  public func dispose() {
    subscription.dispose()
  }

  /// Takes over what the generator returned.
  ///
  /// To be called once. If the subscription is over, it disposes at once.
  @inlinable package func attach(_ disposable: any Disposable) {
    subscription.attach(disposable)
  }

  // MARK: The turn, for its holder

  /// Delivers a value, then everything that was queued meanwhile, and gives the turn back.
  ///
  /// - Returns: Whether more is wanted.
  @inlinable @inline(__always) @discardableResult func deliverClaimed(_ value: T) -> Bool {
    let wantsMore = withSink { $0.next(value) }
    if wantsMore && subscription.turn.leave() { return true }
    if !wantsMore { _ = subscription.turn.raise(Turnstile.closed) }
    drain()
    return !isOver
  }

  /// Delivers everything that is queued, and gives the turn back; or another takes it over.
  @inlinable @inline(never) func drain() {
    var stint = Stint()
    while true {
      switch subscription.turn.next(SignalEvent<T, E>.self, &stint) {
      case .item(let event): deliver(event)
      case .left, .marked: return
      case .closed: return finish()
      }
    }
  }

  @inlinable @inline(never) func finish() {
    // What was sent after the end, while the end or what was before it was being delivered: nobody gets it.
    while let late = subscription.turn.takeOldest(SignalEvent<T, E>.self) {
      if case .error(let error) = late { DroppedErrors.report(error) }
    }
    subscription.finish()
  }

  /// - Returns: Whether the event was taken.
  @inlinable @inline(never) @discardableResult func put(_ event: SignalEvent<T, E>) -> Bool {
    switch subscription.turn.push(event) {
    case .queued: return true
    case .refused: return false
    case .entered:
      drain()
      return true
    }
  }

  /// The sink, for the holder of the turn: nobody else drops it, so it needs no retaining for the call.
  ///
  /// It is there: whoever drops it has the turn for good, and calls nobody afterwards. Known by GateTests: "disposal from another thread lets the
  /// running handler finish, starts no other, and waits for nothing", which
  /// looks for the sink in the middle of the call.
  @inlinable func withSink<Result>(_ body: (SinkBox<T, E>) -> Result) -> Result {
    let pointer = subscription.sink.pointer.unsafelyUnwrapped
    return Unmanaged<SinkBox<T, E>>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  @inlinable @inline(never) func deliver(_ event: SignalEvent<T, E>) {
    switch event {
    case .next(let value):
      if !withSink({ $0.next(value) }) { _ = subscription.turn.raise(Turnstile.closed) }
    case .error(let error):
      if subscription.turn.raise(Turnstile.closed).before & Turnstile.closed == 0 {
        withSink { $0.error(error) }
      } else {
        DroppedErrors.report(error)
      }
    case .completed:
      if subscription.turn.raise(Turnstile.closed).before & Turnstile.closed == 0 {
        withSink { $0.completed() }
      }
    }
  }
}

extension Subscriber: CustomStringConvertible {
  /// `Subscriber<Int, Never>(active)` or `Subscriber<Int, Never>(ended)`.
  @preconcurrency
  public var description: String {
    "Subscriber<\(T.self), \(E.self)>(\(isActive ? "active" : "ended"))"
  }
}
