public import Disposables
public import Locking
public import Signals
public import Synchronization

/// One sink's place in a `Hub`.
@usableFromInline
package final class HubSubscription: Finishable, @unchecked Sendable {
  // safe: `isGone` and `sink` are atomic; the object behind `sink` and `position` belong to the holder of the hub's turn

  @usableFromInline let hub: HubCore
  @usableFromInline let isGone = Atomic(false)
  /// A `SinkBox` of the hub's types.
  @usableFromInline let sink: HeldObject
  /// The place in the hub's list, or -1.
  @usableFromInline var position = -1

  @inlinable package init<T, E>(hub: Hub<T, E>, sink: Sink<T, E>) {
    self.hub = hub
    self.sink = HeldObject(SinkBox(sink))
  }

  /// Whether nothing will be delivered any more: not before a terminal event was, which may have others follow.
  package var isFinished: Bool { sink.pointer == nil }

  @usableFromInline package func dispose() {
    if goes() { hub.remove(self) }
  }

  /// - Returns: Whether it was not gone already.
  @inlinable func goes() -> Bool {
    !isGone.exchange(true, ordering: .acquiringAndReleasing)
  }
}

/// One member of a `SeatList`, and its sink, which a delivery finds here without looking at the member.
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
/// It belongs to the holder of the hub's turn.
///
/// A place that was given up stays empty until `compact`, so nothing moves during a delivery. The list holds its members;
/// it keeps its state behind a pointer, because a delivery walks through it without checks and without retaining.
@frozen @usableFromInline
struct SeatList {
  @usableFromInline let storage: UnsafeMutablePointer<(seats: ContiguousArray<Seat?>, empty: Int)>

  @usableFromInline init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: ([], 0))
  }

  func destroy() {
    removeAll()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  @inlinable var count: Int { storage.pointee.seats.count }

  @inlinable subscript(position: Int) -> Seat? { storage.pointee.seats[position] }

  @usableFromInline func append(_ subscription: HubSubscription) {
    guard !subscription.isFinished, let sink = subscription.sink.pointer else {
      subscription.sink.drop()
      return
    }
    subscription.position = count
    storage.pointee.seats.append(Seat(subscription, sink: sink))
  }

  /// Gives up the place, and drops the sink of a subscription that has one.
  @usableFromInline func remove(_ subscription: HubSubscription) {
    let position = subscription.position
    subscription.position = -1
    let seat = position < 0 ? nil : storage.pointee.seats[position]
    if position >= 0 {
      storage.pointee.seats[position] = nil
      storage.pointee.empty += 1
    }
    subscription.sink.drop()
    seat?.subscription.release()
  }

  /// Closes the gaps, once there are more gaps than members.
  ///
  /// - Complexity: O(1) on average.
  @inlinable func compact() {
    if storage.pointee.empty > 16 && storage.pointee.empty * 2 > count { closeGaps() }
  }

  @usableFromInline func closeGaps() {
    storage.pointee.seats.removeAll { $0 == nil }
    storage.pointee.empty = 0
    for position in 0..<count {
      storage.pointee.seats[position]?.subscription._withUnsafeGuaranteedRef { $0.position = position }
    }
  }

  @usableFromInline func removeAll() {
    let leaving = storage.pointee.seats
    storage.pointee = ([], 0)
    for case let seat? in leaving {
      let subscription = seat.subscription.takeRetainedValue()
      subscription.position = -1
      subscription.sink.drop()
    }
  }
}
