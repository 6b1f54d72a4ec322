public import SignalPrimitives

/// The part of a `Hub` that needs no types: who is there, who comes, and who goes.
///
/// Subscribers leave through `any Disposable`, and what is reached that way is compiled for no types in particular: were
/// the hub's types needed there, each would be asked of the runtime, which costs more than all the rest.
///
/// Who sends has the turn while it delivers, and what others send meanwhile is its work, too. Who comes or goes never has the
/// turn, so it never delivers to others. It changes the list of seats itself, under a lock, when nobody is delivering; the mark
/// `changed` sends whoever delivers next by way of the lock.
///
///     turn          who comes                   who goes
///     ───────────── ─────────────────────────── ──────────────────────────────────────────────────────────────
///     free          takes a seat                gives up its seat, and drops its sink
///     taken         is queued, as a value is    is listed: the holder of the turn looks before the next handler
///     offered       is queued, as a value is    as when free
///     closed        drops its sink              has no seat any more
@_fixed_layout @usableFromInline
package class HubCore: @unchecked Sendable {
  // safe: `turn` is atomic; `seats` belongs to the lock of `leaving` while nobody has the turn, and otherwise to whoever has, who
  // takes the lock as well where it changes something that who comes or goes looks at. Who calls the hub holds it, and so does every
  // subscription. Known by ComingAndGoingTests, under ThreadSanitizer: "handlers run on the threads that send,
  // whoever comes and goes meanwhile", "who goes while another thread delivers is freed once, and not called again".

  @usableFromInline let turn = Turnstile()
  @usableFromInline let seats = SeatList()
  /// Those who went while somebody had the turn, who lets them go.
  @usableFromInline let leaving = Guarded<[HubSubscription]>([])

  /// Who is there is not the same any more.
  @inlinable static var changed: UInt { Turnstile.firstMark }

  @usableFromInline init() {}

  /// Nobody has the hub any more, so nobody has the turn or the lock.
  deinit {
    seats.destroy()
  }

  // MARK: Coming and going

  /// Gives a new subscription a seat, if nobody is delivering and nothing waits.
  @usableFromInline final func seatIfFree(_ subscription: HubSubscription) -> Bool {
    // While somebody delivers, who comes does not queue for the lock as well.
    guard turn.isFree else { return false }
    return leaving.withLock { _ in
      guard turn.raiseIfFree(Self.changed) else { return false }
      seats.append(subscription)
      return true
    }
  }

  /// When it returns, every delivery that begins knows of it.
  final func remove(_ subscription: HubSubscription) {
    let isGone = leaving.withLock { leaving in
      guard subscription.goes() else { return false }
      // Who is queued yet gets no seat.
      guard subscription.position >= 0 else { return true }
      if turn.raise(Self.changed).before & (Turnstile.taken | Turnstile.closed) != 0 {
        leaving.append(subscription)
        return false
      }
      seats.vacate(subscription)
      seats.compact()
      return true
    }
    if isGone { subscription.sink.drop() }
  }

  // MARK: The turn, for its holder

  /// Lets those go who have gone since the last look.
  @usableFromInline @inline(never) final func lookWhoHasGone() {
    let gone = leaving.withLock { leaving in
      turn.lower(Self.changed)
      let gone = leaving
      leaving = []
      for subscription in gone { seats.vacate(subscription) }
      return gone
    }
    for subscription in gone { subscription.sink.drop() }
  }

  @usableFromInline final func seat(_ subscription: HubSubscription) {
    if subscription.isFinished { return }
    leaving.withLock { _ in
      guard !subscription.isGone else { return }
      seats.compact()
      seats.append(subscription)
    }
  }

  /// Lets one go that wants no more.
  @usableFromInline final func unseat(_ subscription: HubSubscription) {
    let isGone = leaving.withLock { _ in
      guard subscription.goes() else { return false }
      seats.vacate(subscription)
      return true
    }
    if isGone { subscription.sink.drop() }
  }

  @inlinable final func compact() {
    if seats.isSparse { leaving.withLock { _ in seats.compact() } }
  }

  /// Lets everybody go, once the hub is closed.
  @usableFromInline final func unseatAll() {
    let gone = leaving.withLock { leaving in
      leaving = []  // who is listed has a seat
      return seats.takeAll()
    }
    for subscription in gone { subscription.sink.drop() }
  }
}
