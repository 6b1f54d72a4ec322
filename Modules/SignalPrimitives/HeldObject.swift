public import Synchronization

/// A reference that can be given up before its owner is.
///
/// The address is an atomic for the sake of speed alone: a variable of a class is checked for exclusive access at every
/// use, and its object is retained for it. When the object may be dropped, and when used, is for the owner to know.
///
/// The address stands for a retain of its own, from `init` or `hold` on. The one exchange that takes the address out gives that back:
/// in `drop`, or in `deinit`, when nobody can ask any more. Known by: "an object is held until it is dropped, or its owner goes",
/// "of objects that are to be held at once one is, and the others are let go of", "an object that several threads drop at once is
/// released once".
@frozen @usableFromInline
package struct HeldObject: ~Copyable, Sendable {
  @usableFromInline let address: Atomic<UInt>

  /// Holds nothing yet.
  @inlinable package init() {
    address = Atomic(0)
  }

  @inlinable package init(_ object: AnyObject) {
    address = Atomic(UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()))
  }

  deinit {
    drop()
  }

  /// Releases the object, unless that was done before.
  @usableFromInline package func drop() {
    let dropped = address.exchange(0, ordering: .acquiringAndReleasing)
    guard let object = UnsafeRawPointer(bitPattern: dropped) else { return }
    Unmanaged<AnyObject>.fromOpaque(object).release()
  }

  /// Holds the object, unless it holds one already.
  @usableFromInline package func hold(_ object: AnyObject) {
    let held = Unmanaged.passRetained(object)
    let (isHeld, _) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: held.toOpaque()), ordering: .releasing)
    if !isHeld { held.release() }
  }

  /// The object, not retained; `nil` once it was dropped.
  ///
  /// Who asks says why nobody drops it meanwhile: `Subscriber.withSink`, `Seat`, `Belongings`.
  @inlinable package var pointer: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
  }
}
