public import Collections
public import Locking

/// The part of a `Hub` that needs no types: who is there, who comes, and who goes.
///
/// Subscribers leave through `any Disposable`, and what is reached that way is compiled for no types in particular: were
/// the hub's types needed there, each would be asked of the runtime, which costs more than all the rest.
@usableFromInline
package class HubCore: @unchecked Sendable {
  // safe: `turn` is atomic, and everything else belongs to the holder of the turn

  @usableFromInline enum Arrival {
    case joining(HubSubscription)
    case leaving(HubSubscription)
    /// A `QueuedEvent` of the hub.
    case event(AnyObject)
    /// Nobody will send any more.
    case closing
  }

  @usableFromInline let turn = Turnstile()
  @usableFromInline let seats = SeatList()
  /// What was queued while a value was on its way.
  @usableFromInline final var backlog = Fifo<Arrival>()

  @usableFromInline init() {}

  deinit {
    seats.destroy()
  }

  /// Deals with everything that waits, and gives the turn back; for the holder of the turn.
  @usableFromInline func drain() {
    preconditionFailure("a hub knows how to deliver, its core does not")
  }

  @inlinable final func leave() {
    if !turn.leave() { drain() }
  }

  @inlinable @inline(never) final func put(_ arrival: Arrival) {
    if turn.push(arrival) == .entered { drain() }
  }

  final func remove(_ subscription: HubSubscription) {
    if turn.enter() {
      seats.remove(subscription)
      seats.compact()
      leave()
    } else {
      put(.leaving(subscription))
    }
  }

  /// Moves what waits to the backlog, but frees at once what is leaving; for the holder of the turn.
  @usableFromInline final func lookThroughWaiting() {
    var waiting = turn.takeWaiting(of: Arrival.self)
    while let arrival = waiting.next() {
      if case .leaving(let subscription) = arrival {
        seats.remove(subscription)
      } else {
        backlog.append(arrival)
      }
    }
  }
}
