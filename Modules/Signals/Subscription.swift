public import Disposables
public import SignalPrimitives

/// What a start returns: the part of a ``Subscriber`` by which a subscription is ended.
///
/// References run in two directions. Events go down: a source holds its subscriber, whose sink holds what comes next, as far
/// as the handlers. Disposal goes up: a subscription holds `upstream`, and so on, as far as the source. Were these the
/// same objects, an operator that joins both directions would keep itself alive. So the subscription lends the sink its place,
/// and it is the subscriber that keeps it: when nobody can send any more, the sink is dropped, whoever still holds the subscription.
///
/// Its life in terms of the turnstile's flags:
///
///     closed     no event will be delivered any more; raised by a terminal event, by `next` answering false, by dispose(), or
///                when the subscriber is gone. The turn is never given back after that: its holder drops the sink, and nobody
///                comes after.
///     attached   `upstream` is there.
///     detached   `upstream` is to be disposed of. Of the two calls that raise these marks, the second disposes.
///
/// It does not know the types of the events: code that disposes is compiled for no types in particular.
@_fixed_layout @usableFromInline
package final class Subscription: Finishable, @unchecked Sendable {
  // safe: `turn` is atomic; what `sink` points at is held until the holder of the turn drops it, who alone uses it; `upstream` is
  // written once, before the mark `attached` is raised, and read once, by whoever finds both marks raised first. Known by GateTests,
  // under ThreadSanitizer: "what the generator returns is disposed of once, if another thread disposes at that moment".
  @usableFromInline let turn = Turnstile()
  /// A `SinkBox`.
  @usableFromInline let sink: HeldObject
  @exclusivity(unchecked) @usableFromInline var upstream: (any Disposable)?
  /// A `Belongings`, if there is one.
  private let belongings = HeldObject()

  @inlinable static var attached: UInt { Turnstile.firstMark }
  @inlinable static var detached: UInt { Turnstile.secondMark }

  @inlinable init(sink: AnyObject) {
    self.sink = HeldObject(sink)
  }

  /// Whether it has ended, and what the generator returned is disposed of or will be.
  @usableFromInline package var isFinished: Bool { turn.has(Self.detached) }

  @usableFromInline package func dispose() {
    let (before, entered) = turn.raise(Turnstile.closed | Self.detached)
    detach(ifFirst: before)
    if entered { dropSink() }
  }

  /// The subscriber is gone.
  ///
  /// This is no end: `upstream` waits for its disposal, which may never come, and so does what belongs to the subscription.
  @usableFromInline func abandon() {
    if turn.raise(Turnstile.closed).entered { dropSink() }
  }

  @inlinable func attach(_ disposable: any Disposable) {
    upstream = disposable
    let before = turn.raise(Self.attached).before
    assert(before & Self.attached == 0, "a subscriber was given a second upstream")
    if before & Self.detached != 0 { takeUpstream()?.dispose() }
  }

  /// Gives up what is upstream, and what belongs to this; the first of those who raise `detached` does it.
  func detach(ifFirst before: UInt) {
    guard before & Self.detached == 0 else { return }
    if before & Self.attached != 0 { takeUpstream()?.dispose() }
    Belongings.at(belongings.pointer)?.giveUp()
  }

  @inlinable func takeUpstream() -> (any Disposable)? {
    let taken = upstream
    upstream = nil
    return taken
  }

  /// For the holder of the turn, once closed.
  @usableFromInline func finish() {
    detach(ifFirst: turn.raise(Self.detached).before)
    dropSink()
  }

  /// For the holder of the turn, once closed.
  private func dropSink() {
    turn.dropWaiting()
    sink.drop()
  }

  func keepAlive(_ object: AnyObject) {
    own { $0.keep(object) }
  }

  /// Disposes of something together with this.
  @usableFromInline func adopt(_ part: any Disposable) {
    own { $0.parts.add(part) }
  }

  private func own(_ add: (Belongings) -> Void) {
    if belongings.pointer == nil { belongings.hold(Belongings()) }
    guard let owned = Belongings.at(belongings.pointer) else { return }
    add(owned)
    // It raises nothing, but comes before or after the raising of `detached` in the one order that the word has: whoever comes
    // second sees what the other has done, and gives the belongings up.
    if turn.raise(0).before & Self.detached != 0 { owned.giveUp() }
  }
}

/// What goes with a subscription, besides what the generator returned: objects that are kept alive, and runs that are parts of it.
private final class Belongings: Sendable {
  // safe: objects are only held here, and never used; they go with the end of the subscription, outside the lock. Known by GateTests:
  // "keepAlive holds an object until the end, and no longer".
  private struct Kept: @unchecked Sendable {
    let object: AnyObject
  }

  let parts = DisposableSet()
  private let objects = Guarded<[Kept]>([])

  /// The subscription holds them until it is freed, and is held by whoever asks.
  ///
  /// Known by GateTests: "what is kept or adopted at the
  /// moment of the disposal goes, too".
  static func at(_ pointer: UnsafeRawPointer?) -> Belongings? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  func keep(_ object: AnyObject) {
    objects.withLock { $0.append(Kept(object: object)) }
  }

  func giveUp() {
    parts.dispose()
    _ = objects.withLock { objects in
      let leaving = objects
      objects = []
      return leaving
    }
  }
}
