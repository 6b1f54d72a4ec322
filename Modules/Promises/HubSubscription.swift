public import Disposables
public import SignalPrimitives
public import Signals

/// One sink's place in a `Hub`.
@_fixed_layout @usableFromInline
package final class HubSubscription: Finishable, @unchecked Sendable {
  // safe: `sink` is atomic, and what it holds is dropped by the one who lets the subscription go, when its handler does not run;
  // `position` and `isGone` belong to the hub's lock, and the hub is held. Known by ComingAndGoingTests: "a subscription that is
  // over is freed, however it ends", "when two threads dispose of one subscription, none is called by a handler after its disposal".

  @usableFromInline let hub: HubCore
  /// A `SinkBox` of the hub's types.
  @usableFromInline let sink: HeldObject
  /// The place in the hub's list, or -1.
  @usableFromInline var position = -1
  /// It was disposed of, or wants no more, or the hub has ended.
  @usableFromInline var isGone = false

  @inlinable package init<T, E>(hub: Hub<T, E>, sink: Sink<T, E>) {
    self.hub = hub
    self.sink = HeldObject(SinkBox(sink))
  }

  /// Whether nothing will be delivered any more: not before a terminal event was, which may have others follow.
  package var isFinished: Bool { sink.pointer == nil }

  /// Also while another thread is at it, this does not return before the hub knows.
  @usableFromInline package func dispose() {
    hub.remove(self)
  }

  /// - Returns: Whether it was not gone already.
  func goes() -> Bool {
    if isGone { return false }
    isGone = true
    return true
  }
}

/// One member of a `SeatList`, and its sink, which a delivery finds here without looking at the member.
///
/// The list holds the member, until `vacate` or `takeAll`; the member holds the sink, until that is dropped, which is after the seat is
/// vacated, and not during a delivery, unless by the one who delivers. Known by: "who goes while another thread delivers is freed
/// once, and not called again", "a subscription that is over is freed, however it ends", "a handler that runs is not freed before
/// it returns, whoever disposes of it".
@frozen @usableFromInline
struct Seat {
  @usableFromInline let subscription: Unmanaged<HubSubscription>
  @usableFromInline let sink: UnsafeRawPointer

  @inlinable init(_ subscription: HubSubscription, sink: UnsafeRawPointer) {
    self.subscription = .passRetained(subscription)
    self.sink = sink
  }
}

/// The places of a `Hub`, in the order of joining.
///
/// A place that was given up stays empty until `compact`, so nothing moves during a delivery. The list holds its members;
/// it keeps its state behind a pointer, because a delivery walks through it without checks and without retaining. The hub frees
/// what is behind it in its `deinit`. Whose the places are, the hub says; see `HubCore`. Known as that is, and by: "many leave in any
/// order, and the others are served in theirs".
@frozen @usableFromInline
struct SeatList {
  @usableFromInline let storage: UnsafeMutablePointer<(seats: ContiguousArray<Seat?>, empty: Int)>

  @usableFromInline init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: ([], 0))
  }

  func destroy() {
    for subscription in takeAll() { subscription.sink.drop() }
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  @inlinable var count: Int { storage.pointee.seats.count }

  @inlinable subscript(position: Int) -> Seat? { storage.pointee.seats[position] }

  func append(_ subscription: HubSubscription) {
    guard !subscription.isGone, let sink = subscription.sink.pointer else { return }
    subscription.position = count
    storage.pointee.seats.append(Seat(subscription, sink: sink))
  }

  /// Gives up the place of a subscription; the caller holds it, so that nothing is freed here.
  func vacate(_ subscription: HubSubscription) {
    let position = subscription.position
    guard position >= 0 else { return }
    subscription.position = -1
    storage.pointee.seats[position]?.subscription.release()
    storage.pointee.seats[position] = nil
    storage.pointee.empty += 1
  }

  /// Whether there are more gaps than members, and some.
  @inlinable var isSparse: Bool { storage.pointee.empty > 16 && storage.pointee.empty * 2 > count }

  /// Closes the gaps, once there are more gaps than members.
  ///
  /// - Complexity: O(1) on average.
  @usableFromInline func compact() {
    guard isSparse else { return }
    storage.pointee.seats.removeAll { $0 == nil }
    storage.pointee.empty = 0
    for position in 0..<count {
      storage.pointee.seats[position]?.subscription._withUnsafeGuaranteedRef { $0.position = position }
    }
  }

  /// - Returns: The members, all of whom are gone now.
  func takeAll() -> [HubSubscription] {
    let leaving = storage.pointee.seats.compactMap { $0?.subscription.takeRetainedValue() }
    storage.pointee = ([], 0)
    for subscription in leaving {
      subscription.position = -1
      subscription.isGone = true
    }
    return leaving
  }
}
