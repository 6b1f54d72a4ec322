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
@frozen @usableFromInline
package struct Turnstile<Item>: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable package init() {}

  /// Gives up what nobody took.
  deinit {
    _ = Waiting<Item>(newestFirst: word.load(ordering: .acquiring) & ~Self.flags)
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
  @inlinable package func push(_ item: Item) -> Admission {
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
  @inlinable package func takeWaiting() -> Waiting<Item> {
    Waiting(newestFirst: word.bitwiseAnd(Self.flags, ordering: .acquiringAndReleasing).oldValue & ~Self.flags)
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
    oldest = 0
    var current = newest
    while let node = Self.node(at: current) {
      node._withUnsafeGuaranteedRef { node in
        let next = node.older
        node.older = oldest
        oldest = current
        current = next
      }
    }
  }

  deinit {
    var current = oldest
    while let node = Self.node(at: current) {
      current = node._withUnsafeGuaranteedRef { $0.older }
      node.release()
    }
  }

  @inlinable package mutating func next() -> Item? {
    guard let node = Self.node(at: oldest)?.takeRetainedValue() else { return nil }
    oldest = node.older
    return node.item
  }

  @inlinable static func node(at address: UInt) -> Unmanaged<WaitingItem<Item>>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }
}

/// One queued item, and the address of its neighbour.
@usableFromInline
final class WaitingItem<Item> {
  @usableFromInline let item: Item
  @usableFromInline var older: UInt = 0

  @inlinable init(_ item: Item) {
    self.item = item
  }
}
