public import Synchronization

/// Lets one thread in at a time, and never makes the others wait: what they bring is queued, and whoever is inside deals
/// with it before leaving.
///
/// What the turnstile guards belongs to the holder of the turn alone: it may be used without a lock, and foreign code
/// may run meanwhile. This is how serial delivery is kept everywhere in this package.
///
/// One word is the whole state: four flags, and above them the address of the item that was queued last.
///
///     word                 enter        push            takeWaiting     leave
///     ──────────────────── ──────────── ─────────────── ─────────────── ────────────────────
///     free                 → taken      → taken + item  –               –
///     taken                refused      → taken + item  nothing there   → free
///     taken + items        refused      → one more      → taken         refused: take first
///     closed               refused      refused         the rest        refused: never again
///
/// Items are queued by linking them in front of each other (a push is one compare-and-swap), and are taken all at once,
/// so an address can't come back in between.
///
/// Its type does not say of what type the items are; `push` and `takeWaiting` must agree. For the owner of a turnstile is
/// disposed of and freed by code that is compiled for no types in particular, which asks the runtime for each one that it
/// needs, and pays for that more than for all the rest.
@frozen @usableFromInline
package struct Turnstile: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable package init() {}

  /// Gives up what nobody took.
  deinit {
    dropWaiting()
  }

  /// Somebody is inside.
  @inlinable static var taken: UInt { 1 }
  /// Nothing is let in any more; never lowered.
  @inlinable package static var closed: UInt { 2 }
  /// Two flags for the owner's own use, which change nothing here.
  @inlinable package static var firstMark: UInt { 4 }
  @inlinable package static var secondMark: UInt { 8 }
  @inlinable static var marks: UInt { 12 }
  @inlinable static var flags: UInt { 15 }

  @inlinable package var isClosed: Bool { has(Self.closed) }

  /// Whether somebody is inside, or was when the turnstile was closed.
  @inlinable package var isTaken: Bool { has(Self.taken) }

  @inlinable package func has(_ flag: UInt) -> Bool {
    word.load(ordering: .acquiring) & flag != 0
  }

  /// Whether something was queued, or the turnstile was closed, since the holder of the turn last looked.
  @inlinable package var needsAttention: Bool {
    word.load(ordering: .acquiring) & ~(Self.marks | Self.taken) != 0
  }

  /// Takes the turn if nobody has it and nothing waits.
  @inlinable package func enter() -> Bool {
    let free = word.load(ordering: .relaxed)
    return free & ~Self.marks == 0
      && word.compareExchange(expected: free, desired: free | Self.taken, ordering: .acquiring).exchanged
  }

  /// Gives the turn back, unless something waits or the turnstile is closed.
  @inlinable package func leave() -> Bool {
    let held = word.load(ordering: .relaxed)
    return held & ~Self.marks == Self.taken
      && word.compareExchange(expected: held, desired: held & ~Self.taken, ordering: .releasing).exchanged
  }

  @frozen @usableFromInline package enum Admission {
    /// The holder of the turn will deal with the item.
    case queued
    /// The item is queued, and the turn is the caller's, who deals with it.
    case entered
    /// The item was not taken: closed.
    case refused
  }

  /// Queues an item, and takes the turn if nobody has it.
  ///
  /// Runs no foreign code: it may be called under a lock.
  @inlinable package func push<Item>(_ item: Item) -> Admission {
    var current = word.load(ordering: .relaxed)
    guard current & Self.closed == 0 else { return .refused }
    let node = WaitingItem(item)
    let address = UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())
    while current & Self.closed == 0 {
      node.older = current & ~Self.flags
      let (exchanged, seen) = word.compareExchange(
        expected: current, desired: address | current & Self.flags | Self.taken,
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if exchanged { return current & Self.taken == 0 ? .entered : .queued }
      current = seen
    }
    Unmanaged.passUnretained(node).release()
    return .refused
  }

  /// Takes everything that waits, oldest first; for the holder of the turn.
  @inlinable package func takeWaiting<Item>(of type: Item.Type) -> Waiting<Item> {
    Waiting(newestFirst: takeNewest())
  }

  /// Gives up everything that waits.
  @usableFromInline package func dropWaiting() {
    WaitingNode.release(from: WaitingNode.reverse(from: takeNewest()))
  }

  @inlinable func takeNewest() -> UInt {
    word.bitwiseAnd(Self.flags, ordering: .acquiringAndReleasing).oldValue & ~Self.flags
  }

  /// Raises flags, and takes the turn for good if the turnstile is closed thereby and nobody is inside.
  ///
  /// - Returns: The flags as they were before, and whether the turn is now the caller's.
  @inlinable package func raise(_ raised: UInt) -> (before: UInt, entered: Bool) {
    var current = word.load(ordering: .relaxed)
    while true {
      let enters = raised & Self.closed != 0 && current & Self.taken == 0
      let (exchanged, seen) = word.compareExchange(
        expected: current, desired: current | raised | (enters ? Self.taken : 0),
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if exchanged { return (current & Self.flags, enters) }
      current = seen
    }
  }
}

/// What was queued at a ``Turnstile``, oldest first.
@frozen @usableFromInline
package struct Waiting<Item>: ~Copyable {
  @usableFromInline var oldest: UInt

  @inlinable init(newestFirst newest: UInt) {
    oldest = WaitingNode.reverse(from: newest)
  }

  deinit {
    WaitingNode.release(from: oldest)
  }

  @inlinable package mutating func next() -> Item? {
    guard let node = WaitingNode.at(oldest)?.takeRetainedValue() else { return nil }
    oldest = node.older
    return unsafeDowncast(node, to: WaitingItem<Item>.self).item
  }
}

/// Something that is queued, and the address of its neighbour.
@usableFromInline
class WaitingNode {
  @usableFromInline final var older: UInt = 0

  @inlinable init() {}

  @inlinable static func at(_ address: UInt) -> Unmanaged<WaitingNode>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }

  /// - Returns: The address of the oldest, whose neighbour is now the second oldest, and so on.
  @usableFromInline static func reverse(from newest: UInt) -> UInt {
    var oldest: UInt = 0
    var current = newest
    while let node = at(current) {
      node._withUnsafeGuaranteedRef { node in
        let next = node.older
        node.older = oldest
        oldest = current
        current = next
      }
    }
    return oldest
  }

  @usableFromInline static func release(from oldest: UInt) {
    var current = oldest
    while let node = at(current) {
      current = node._withUnsafeGuaranteedRef { $0.older }
      node.release()
    }
  }
}

@usableFromInline
final class WaitingItem<Item>: WaitingNode {
  @usableFromInline let item: Item

  @inlinable init(_ item: Item) {
    self.item = item
  }
}
