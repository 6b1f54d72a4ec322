public import Synchronization

/// Lets one thread in at a time, and never makes the others wait: what they bring is queued, and whoever is inside deals
/// with it before leaving.
///
/// What the turnstile guards belongs to the holder of the turn alone: it may be used without a lock, and foreign code
/// may run meanwhile. This is how serial delivery is kept everywhere in this package.
///
/// One word is the whole state: four flags, and above them the address of the item that was queued last.
///
///     word                 enter        push               pushUnlessFree   next                    leave
///     ──────────────────── ──────────── ────────────────── ──────────────── ─────────────────────── ────────────────
///     free                 → taken      → taken + items    free             –                       –
///     taken                refused      → taken + items    → taken + items  → free                  → free
///     taken + items        refused      one more           one more         the oldest; or, when    refused
///                                                                           the stint is over,
///                                                                           → offered
///     offered (+ items)    refused      → taken + items    one more         –                       –
///     offered, closed      refused      refused            refused          –                       –
///     closed               refused      refused            refused          closed                  refused
///
/// The holder deals with what others bring, for as long as they bring it. So that a thread which came by is not kept by one
/// that sends all the time, the turn is offered when the holder's ``Stint`` is over: whoever pushes next has it. If nobody
/// does within a part of the time of the stint, the holder takes it back: then what waits is what is left. It also takes it back,
/// for good, if the turnstile is closed meanwhile: it knows what to do with what waits, and who closes may not.
///
/// Who comes for another reason than to bring work, uses `pushUnlessFree`, and never gets the turn.
///
/// Items are queued by linking them in front of each other (a push is one compare-and-swap), and are taken all at once,
/// so an address can't come back in between. What was taken is turned over, and stands in `line` until it is dealt with.
///
/// Its type does not say of what type the items are; `push` and `next` must agree. For the owner of a turnstile is
/// disposed of and freed by code that is compiled for no types in particular, which asks the runtime for each one that it
/// needs, and pays for that more than for all the rest.
@frozen @usableFromInline
package struct Turnstile: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)
  /// The address of the oldest item that was taken from the word.
  ///
  /// It belongs to the holder of the turn. While nobody holds it, something stands here in the state "offered" only. It is written
  /// and read without an order of its own: the word's is enough, by which the turn goes from one to the next. Known by: "who has
  /// the turn next sees what the one before has done", under ThreadSanitizer, and by "who closes it while another is inside drops what was brought
  /// last, and the holder has the rest".
  @usableFromInline let line = Atomic<UInt>(0)

  @inlinable package init() {}

  /// Gives up what nobody took.
  deinit {
    dropWaiting()
  }

  /// Somebody is inside.
  @inlinable package static var taken: UInt { 1 }
  /// Nothing is let in any more; never lowered.
  ///
  /// Who closes it while it is free has the turn for good; otherwise the one who has it, or offers it, has.
  @inlinable package static var closed: UInt { 2 }
  /// Two flags for the owner's own use, which change nothing here.
  @inlinable package static var firstMark: UInt { 4 }
  @inlinable package static var secondMark: UInt { 8 }
  @inlinable static var marks: UInt { 12 }
  @inlinable static var flags: UInt { 15 }
  /// Stands for an address while the turn is offered: what waits is in `line`.
  @inlinable static var inLine: UInt { 16 }

  @inlinable package var isClosed: Bool { has(Self.closed) }

  /// Whether nobody is inside and nothing waits.
  @inlinable package var isFree: Bool { word.load(ordering: .relaxed) & ~Self.marks == 0 }

  /// Whether somebody is inside, or was when the turnstile was closed.
  @inlinable package var isTaken: Bool { has(Self.taken) }

  @inlinable package func has(_ flag: UInt) -> Bool {
    word.load(ordering: .acquiring) & flag != 0
  }

  // MARK: Coming

  /// Takes the turn if nobody has it and nothing waits.
  @inlinable package func enter() -> Bool {
    let free = word.load(ordering: .relaxed)
    return free & ~Self.marks == 0
      && word.compareExchange(expected: free, desired: free | Self.taken, ordering: .acquiring).exchanged
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
  /// Runs no foreign code: it may be called under a lock. The holder may deal with the item, and let go of it, before this
  /// returns; who calls it under a lock goes on holding the item until after the unlock.
  @inlinable package func push<Item>(_ item: Item) -> Admission {
    var current = word.load(ordering: .relaxed)
    guard current & Self.closed == 0 else { return .refused }
    let node = WaitingItem(item)
    let address = node.hold()
    while current & Self.closed == 0 {
      if link(node, at: address, after: &current, raising: Self.taken) {
        return current & Self.taken == 0 ? .entered : .queued
      }
    }
    node.letGo()
    return .refused
  }

  /// Queues an item behind what somebody deals with, or will; `nil` if nothing is there to stand behind.
  ///
  /// Runs no foreign code: it may be called under a lock.
  @inlinable package func pushUnlessFree<Item>(_ item: Item) -> Admission? {
    var current = word.load(ordering: .relaxed)
    if current & ~Self.marks == 0 { return nil }
    let node = WaitingItem(item)
    let address = node.hold()
    while current & Self.closed == 0 && current & ~Self.marks != 0 {
      if link(node, at: address, after: &current, raising: 0) { return .queued }
    }
    node.letGo()
    return current & Self.closed == 0 ? nil : .refused
  }

  /// - Parameter current: The word as it was seen last.
  @inlinable func link(
    _ node: WaitingNode, at address: UInt, after current: inout UInt, raising flag: UInt
  ) -> Bool {
    node.older = current & ~Self.flags
    let (exchanged, seen) = word.compareExchange(
      expected: current, desired: address | current & Self.flags | flag,
      successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
    if !exchanged { current = seen }
    return exchanged
  }

  /// Takes the turn from one who offers it, or back, also if the turnstile was closed meanwhile.
  @inlinable package func enterIfOffered() -> Bool {
    var seen = word.load(ordering: .relaxed)
    while seen & Self.taken == 0 && seen & ~Self.marks != 0 {
      let (exchanged, now) = word.compareExchange(
        expected: seen, desired: seen | Self.taken, successOrdering: .acquiring, failureOrdering: .relaxed)
      if exchanged { return true }
      seen = now
    }
    return false
  }

  // MARK: Inside

  /// Gives the turn back, unless something waits, the turnstile is closed, or one of some marks is raised.
  @inlinable package func leave(unless heeded: UInt = 0) -> Bool {
    let held = word.load(ordering: .relaxed)
    return held & ~(Self.marks & ~heeded) == Self.taken
      && word.compareExchange(expected: held, desired: held & ~Self.taken, ordering: .releasing).exchanged
  }

  @frozen @usableFromInline package enum Next<Item> {
    /// The oldest item that waits, for the holder to deal with.
    case item(Item)
    /// The turn is not the caller's any more.
    case left
    /// One of the heeded marks is raised. The turn is still the caller's.
    case marked
    /// The turn is the caller's for good.
    case closed
  }

  /// What the holder of the turn does next; it calls this until it has left.
  ///
  /// - Parameters:
  ///   - type: As it was pushed.
  ///   - stint: How long the holder has been at it.
  ///   - heeded: Marks that the holder wants to hear of before it goes on or leaves.
  @inlinable package func next<Item>(
    _ type: Item.Type, _ stint: inout Stint, heeding heeded: UInt = 0
  ) -> Next<Item> {
    while true {
      let seen = word.load(ordering: .relaxed)
      if seen & (Self.closed | heeded) != 0 { return seen & Self.closed == 0 ? .marked : .closed }
      if stint.isOver() {
        guard offer(after: stint) else { return .left }
        stint = Stint()
        continue
      }
      if let item = takeOldest(type) {
        stint.items += 1
        return .item(item)
      }
      if leave(unless: heeded) { return .left }
    }
  }

  /// Takes the oldest item that waits, also once closed; for the holder of the turn.
  @inlinable package func takeOldest<Item>(_ type: Item.Type) -> Item? {
    var oldest = line.load(ordering: .relaxed)
    if oldest == 0 { oldest = WaitingNode.reverse(from: takeNewest()) }
    guard let node = WaitingNode.at(oldest)?.takeRetainedValue() else { return nil }
    line.store(node.older, ordering: .relaxed)
    // safe: who pushes and who takes name the same type, which the owner of the turnstile sees to; debug builds look
    return unsafeDowncast(node, to: WaitingItem<Item>.self).item
  }

  @inlinable func takeNewest() -> UInt {
    word.bitwiseAnd(Self.flags, ordering: .acquiring).oldValue & ~Self.flags
  }

  /// Gives up everything that waits, for the holder of the turn.
  @usableFromInline package func dropWaiting() {
    WaitingNode.release(from: line.exchange(0, ordering: .relaxed))
    WaitingNode.release(from: WaitingNode.reverse(from: takeNewest()))
  }

  /// Gives up what was queued last, for one who has closed it while another is inside; the holder drops the rest.
  @usableFromInline package func dropNewest() {
    WaitingNode.release(from: WaitingNode.reverse(from: takeNewest()))
  }

  /// Lets whoever brings something next have the turn, if something waits.
  ///
  /// - Returns: Whether the turn is offered; otherwise it is still the caller's.
  @usableFromInline package func offer() -> Bool {
    var held = word.load(ordering: .relaxed)
    while held & Self.closed == 0 {
      let hasNew = held & ~Self.flags != 0
      if !hasNew && line.load(ordering: .relaxed) == 0 { return false }
      let offered = (hasNew ? held : held | Self.inLine) & ~Self.taken
      let (exchanged, seen) = word.compareExchange(
        expected: held, desired: offered, successOrdering: .releasing, failureOrdering: .relaxed)
      if exchanged { return true }
      held = seen
    }
    return false
  }

  /// Offers the turn for as long as is worth it after a stint.
  ///
  /// - Returns: Whether the turn is the caller's again, or still.
  @usableFromInline @inline(never) func offer(after stint: Stint) -> Bool {
    guard offer() else { return true }
    var patience = stint.patience()
    while patience.lasts() {
      let seen = word.load(ordering: .relaxed)
      // Somebody has it, or has had it and has dealt with everything.
      if seen & Self.taken != 0 || seen & ~Self.marks == 0 { return false }
      if seen & Self.closed != 0 { break }
    }
    return enterIfOffered()
  }

  // MARK: Flags

  /// Raises flags, and takes the turn for good if the turnstile is closed thereby and was free.
  ///
  /// - Returns: The flags as they were before, and whether the turn is now the caller's.
  @inlinable @discardableResult package func raise(_ raised: UInt) -> (before: UInt, entered: Bool) {
    var current = word.load(ordering: .relaxed)
    while true {
      let enters = raised & Self.closed != 0 && current & ~Self.marks == 0
      let (exchanged, seen) = word.compareExchange(
        expected: current, desired: current | raised | (enters ? Self.taken : 0),
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if exchanged { return (current & Self.flags, enters) }
      current = seen
    }
  }

  /// Raises flags if nobody is inside and nothing waits.
  @inlinable package func raiseIfFree(_ raised: UInt) -> Bool {
    var current = word.load(ordering: .relaxed)
    while current & ~Self.marks == 0 {
      let (exchanged, seen) = word.compareExchange(
        expected: current, desired: current | raised, successOrdering: .acquiring,
        failureOrdering: .relaxed)
      if exchanged { return true }
      current = seen
    }
    return false
  }

  /// Lowers a mark.
  @inlinable package func lower(_ mark: UInt) {
    word.bitwiseAnd(~mark, ordering: .relaxed)
  }
}
