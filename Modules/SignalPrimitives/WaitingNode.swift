/// Something that is queued at a ``Turnstile``, and the address of its neighbour.
///
/// The turnstile has its address alone. A retain of `hold` keeps it alive from before it is linked until whoever takes it out
/// (`takeOldest`, `release(from:)`) gives that back; `letGo` does if it was not linked. `older` belongs to who pushes until it is linked,
/// and then to the holder of the turn, or to whoever took it out of the word. Known by: "a turnstile frees what nobody took, and the
/// holder what it does not want", "what is brought at the moment of the closing is dealt with, or freed".
@_fixed_layout @usableFromInline
class WaitingNode {
  /// The one that was queued before it; once both were taken, the one that was queued after it.
  @usableFromInline final var older: UInt = 0

  #if _pointerBitWidth(_32)
    // A turnstile keeps four flags below an address. Objects are at multiples of 8 here, unless they hold what asks for 16.
    @usableFromInline final let alignment = SIMD4<UInt32>()
  #endif

  @inlinable init() {}

  /// - Returns: The address of the object, which is kept alive from now on.
  @inlinable final func hold() -> UInt {
    let address = UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
    precondition(
      address & Turnstile.flags == 0, "objects must be at multiples of 16: their addresses bear flags")
    return address
  }

  /// Takes back `hold`, of one that was not linked.
  @inlinable final func letGo() {
    Unmanaged.passUnretained(self).release()
  }

  /// The node at an address that was taken out, and is held by its retain; 0 is none.
  @inlinable static func at(_ address: UInt) -> Unmanaged<WaitingNode>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }

  /// - Returns: The address of the oldest, whose neighbour is now the second oldest, and so on; 0 if there is none.
  @usableFromInline static func reverse(from newest: UInt) -> UInt {
    var oldest: UInt = 0
    var current = newest
    while current > Turnstile.inLine, let node = at(current) {
      node._withUnsafeGuaranteedRef { node in
        let next = node.older
        node.older = oldest
        oldest = current
        current = next
      }
    }
    return oldest
  }

  /// Gives up a line that was turned over.
  @usableFromInline static func release(from oldest: UInt) {
    var current = oldest
    while let node = at(current) {
      current = node._withUnsafeGuaranteedRef { $0.older }
      node.release()
    }
  }
}

@_fixed_layout @usableFromInline
final class WaitingItem<Item>: WaitingNode {
  @usableFromInline let item: Item

  @inlinable init(_ item: Item) {
    self.item = item
  }
}
