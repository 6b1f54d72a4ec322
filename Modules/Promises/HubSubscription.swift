public import Disposables
public import Signals
public import Synchronization

/// One sink's place in a `Hub`.
@usableFromInline
package final class HubSubscription<T: Sendable, E: Sendable>: Finishable, @unchecked Sendable {
  // safe: `isGone` and `sink` are atomic; the object behind `sink` and `position` belong to the holder of the hub's turn

  @usableFromInline let hub: Hub<T, E>
  @usableFromInline let isGone = Atomic(false)
  /// The address of a `SinkBox`; 0 once it was dropped.
  @usableFromInline let sink: Atomic<UInt>
  /// The place in the hub's list, or -1.
  @usableFromInline var position = -1

  @inlinable package init(hub: Hub<T, E>, sink: Sink<T, E>) {
    self.hub = hub
    self.sink = Atomic(UInt(bitPattern: Unmanaged.passRetained(SinkBox(sink)).toOpaque()))
  }

  deinit {
    dropSink()
  }

  package var isFinished: Bool { isGone.load(ordering: .acquiring) }

  @inlinable package func dispose() {
    if !isGone.exchange(true, ordering: .acquiringAndReleasing) { hub.remove(self) }
  }

  /// Its `next` wants no more.
  @inlinable func markGone() {
    isGone.store(true, ordering: .releasing)
  }

  @inlinable func end(_ deliver: (SinkBox<T, E>) -> Void) {
    if !isGone.exchange(true, ordering: .acquiringAndReleasing) {
      unmanagedSink?._withUnsafeGuaranteedRef(deliver)
    }
  }

  @inlinable var unmanagedSink: Unmanaged<SinkBox<T, E>>? {
    UnsafeRawPointer(bitPattern: sink.load(ordering: .relaxed)).map(Unmanaged.fromOpaque)
  }

  @usableFromInline func dropSink() {
    UnsafeRawPointer(bitPattern: sink.exchange(0, ordering: .relaxed)).map {
      Unmanaged<SinkBox<T, E>>.fromOpaque($0).release()
    }
  }
}

/// One member of a `SeatList`, and its sink, which a delivery finds here without looking at the member.
@frozen @usableFromInline
struct Seat<T: Sendable, E: Sendable> {
  @usableFromInline let subscription: Unmanaged<HubSubscription<T, E>>
  @usableFromInline let sink: Unmanaged<SinkBox<T, E>>

  @inlinable init(_ subscription: HubSubscription<T, E>, _ sink: Unmanaged<SinkBox<T, E>>) {
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
struct SeatList<T: Sendable, E: Sendable> {
  @usableFromInline let storage: UnsafeMutablePointer<(seats: ContiguousArray<Seat<T, E>?>, empty: Int)>

  @inlinable init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: ([], 0))
  }

  @inlinable func destroy() {
    removeAll()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  @inlinable var count: Int { storage.pointee.seats.count }

  @inlinable subscript(position: Int) -> Seat<T, E>? { storage.pointee.seats[position] }

  @inlinable func append(_ subscription: HubSubscription<T, E>) {
    guard !subscription.isGone.load(ordering: .acquiring), let sink = subscription.unmanagedSink else {
      subscription.dropSink()
      return
    }
    subscription.position = count
    storage.pointee.seats.append(Seat(subscription, sink))
  }

  /// Gives up the place, and drops the sink of a subscription that has one.
  @inlinable func remove(_ subscription: HubSubscription<T, E>) {
    let position = subscription.position
    subscription.position = -1
    let seat = position < 0 ? nil : storage.pointee.seats[position]
    if position >= 0 {
      storage.pointee.seats[position] = nil
      storage.pointee.empty += 1
    }
    subscription.dropSink()
    seat?.subscription.release()
  }

  /// Closes the gaps, once there are more gaps than members.
  ///
  /// - Complexity: O(1) on average.
  @inlinable func compact() {
    if storage.pointee.empty > 16 && storage.pointee.empty * 2 > count { closeGaps() }
  }

  @inlinable @inline(never) func closeGaps() {
    storage.pointee.seats.removeAll { $0 == nil }
    storage.pointee.empty = 0
    for position in 0..<count {
      storage.pointee.seats[position]?.subscription._withUnsafeGuaranteedRef { $0.position = position }
    }
  }

  @inlinable func removeAll() {
    let leaving = storage.pointee.seats
    storage.pointee = ([], 0)
    for case let seat? in leaving {
      let subscription = seat.subscription.takeRetainedValue()
      subscription.position = -1
      subscription.dropSink()
    }
  }
}
