public import Disposables
public import Locking

/// What a signal's generator sends its events to: the gate of one subscription.
///
/// Any thread may call it at any moment, also from inside a handler. Events are delivered one at a time, in the order in
/// which they arrived, on the thread that sent them. One that arrives while another is being delivered is queued, and the
/// thread that is delivering takes it along; the caller does not wait. After a terminal event, or after the subscription
/// was disposed of, everything is ignored.
///
/// RxSwift calls it `Observer`, ReactiveSwift `Signal.Observer`, RAC `RACSubscriber`.
@preconcurrency
public final class Subscriber<T: Sendable, E: Sendable>: Finishable, @unchecked Sendable {
  // safe: `turn` is atomic; what `sink` points at belongs to the holder of the turn; `upstream` is written once, before the mark
  // `attached` is raised, and read once, by whoever finds both marks raised first.
  //
  // The subscription's life in terms of the turnstile's flags:
  //
  //   closed     no event will be delivered any more; raised by a terminal event, by `next` answering false, or by
  //              dispose(). The turn is never given back after that: its holder drops the sink, and nobody comes after.
  //   attached   `upstream` is there.
  //   detached   `upstream` is to be disposed of. Of the two calls that raise these marks, the second disposes.
  @usableFromInline let turn = Turnstile()
  /// A `SinkBox`.
  @usableFromInline let sink: HeldObject
  @usableFromInline var upstream: (any Disposable)?
  /// A `KeptObjects`, if there is one.
  private let kept = HeldObject()

  @inlinable static var attached: UInt { Turnstile.firstMark }
  @inlinable static var detached: UInt { Turnstile.secondMark }

  @inlinable package init(_ sink: Sink<T, E>) {
    self.sink = HeldObject(SinkBox(sink))
  }

  // MARK: Sending

  /// Whether events are still delivered: no terminal event was, and nobody disposed of the subscription.
  ///
  /// A generator that sends many values in a loop asks it before each.
  @preconcurrency
  @inlinable public var isActive: Bool { !turn.isClosed }

  /// Sends a value.
  ///
  /// - Parameter value: Delivered before this returns, unless another event is being delivered at this moment.
  /// - Complexity: Two compare-and-swaps and the handler; when another thread is delivering, one allocation instead.
  @preconcurrency
  @inlinable public func putNext(_ value: T) {
    if turn.enter() {
      deliverClaimed(value)
    } else {
      put(.next(value))
    }
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
  public func keepAlive(_ object: AnyObject) {
    if kept.pointer == nil { kept.hold(KeptObjects()) }
    KeptObjects.at(kept.pointer)?.add(object)
    if !isActive { letGoOfKeptObjects() }
  }

  // MARK: Ending

  /// Whether it has ended, and what the generator returned is disposed of or will be.
  package var isFinished: Bool { turn.has(Self.detached) }

  /// Ends the subscription: nothing more is delivered, and what the generator returned is disposed of.
  ///
  /// After it returns, no handler starts on this thread; on another, at most the one that is running finishes. What the
  /// handlers captured is released at once, or when the running handler returns.
  public func dispose() {
    let (before, entered) = turn.raise(Turnstile.closed | Self.detached)
    if before & Self.detached == 0 { disposeUpstream(ifRaised: before) }
    if entered { dropSink() }
  }

  /// Takes over what the generator returned.
  ///
  /// To be called once. If the subscription is over, it disposes at once.
  @inlinable package func attach(_ disposable: any Disposable) {
    upstream = disposable
    let before = turn.raise(Self.attached).before
    assert(before & Self.attached == 0, "a subscriber was given a second upstream")
    if before & Self.detached != 0 { takeUpstream()?.dispose() }
  }

  @usableFromInline func disposeUpstream(ifRaised before: UInt) {
    if before & Self.attached != 0 { takeUpstream()?.dispose() }
  }

  @inlinable func takeUpstream() -> (any Disposable)? {
    let taken = upstream
    upstream = nil
    return taken
  }

  // MARK: The turn, for its holder

  /// Delivers a value, then everything that was queued meanwhile, and gives the turn back.
  @inlinable func deliverClaimed(_ value: T) {
    let wantsMore = withSink { $0.next(value) }
    if wantsMore && turn.leave() { return }
    if !wantsMore { _ = turn.raise(Turnstile.closed) }
    drain()
  }

  /// Delivers everything that is queued, and gives the turn back.
  @inlinable @inline(never) func drain() {
    while !turn.leave() {
      var waiting = turn.takeWaiting(of: SignalEvent<T, E>.self)
      while !turn.isClosed, let event = waiting.next() {
        deliver(event)
      }
      if turn.isClosed {
        finish()
        return
      }
    }
  }

  /// - Returns: Whether the event was taken.
  @inlinable @inline(never) @discardableResult func put(_ event: SignalEvent<T, E>) -> Bool {
    switch turn.push(event) {
    case .queued: return true
    case .refused: return false
    case .entered:
      drain()
      return true
    }
  }

  /// The sink, for the holder of the turn: nobody else drops it, so it needs no retaining for the call.
  @inlinable func withSink<Result>(_ body: (SinkBox<T, E>) -> Result) -> Result {
    let pointer = sink.pointer.unsafelyUnwrapped
    return Unmanaged<SinkBox<T, E>>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  @inlinable @inline(never) func deliver(_ event: SignalEvent<T, E>) {
    switch event {
    case .next(let value):
      if !withSink({ $0.next(value) }) { _ = turn.raise(Turnstile.closed) }
    case .error(let error):
      if turn.raise(Turnstile.closed).before & Turnstile.closed == 0 {
        withSink { $0.error(error) }
      }
    case .completed:
      if turn.raise(Turnstile.closed).before & Turnstile.closed == 0 {
        withSink { $0.completed() }
      }
    }
  }

  /// For the holder of the turn, once closed.
  @usableFromInline func finish() {
    let before = turn.raise(Self.detached).before
    if before & Self.detached == 0 { disposeUpstream(ifRaised: before) }
    dropSink()
  }

  private func dropSink() {
    turn.dropWaiting()
    letGoOfKeptObjects()
    sink.drop()
  }

  private func letGoOfKeptObjects() {
    KeptObjects.at(kept.pointer)?.letGo()
  }
}

extension Subscriber: CustomStringConvertible {
  /// `Subscriber<Int, Never>(active)` or `Subscriber<Int, Never>(ended)`.
  public var description: String {
    "Subscriber<\(T.self), \(E.self)>(\(isActive ? "active" : "ended"))"
  }
}

/// The objects of `keepAlive`.
private final class KeptObjects: Sendable {
  // safe: objects are only stored here, never used
  private struct Kept: @unchecked Sendable {
    let object: AnyObject
  }

  private let objects = Guarded<[Kept]>([])

  static func at(_ pointer: UnsafeRawPointer?) -> KeptObjects? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  func add(_ object: AnyObject) {
    objects.withLock { $0.append(Kept(object: object)) }
  }

  func letGo() {
    _ = objects.withLock { objects in
      let leaving = objects
      objects = []
      return leaving
    }
  }
}
