/// How long the holder of a ``Turnstile``'s turn has been dealing with what others bring.
///
/// It is over after a number of items, or after a time. Looking at the clock costs as much as dealing with an item, so that is
/// done after 2, 4, 8 and 16 items, and then after every 16.
@frozen @usableFromInline
package struct Stint {
  /// How many were dealt with.
  @usableFromInline var items: UInt = 0
  @usableFromInline var nextLook: UInt = 2
  /// When the second one had been dealt with.
  @usableFromInline var beginning: UInt64 = 0

  @inlinable package init() {}

  @inlinable static var most: UInt { 256 }
  @inlinable static var nanoseconds: UInt64 { 1_000_000 }

  /// Whether somebody else should have the turn, before the next item.
  @inlinable mutating func isOver() -> Bool { items >= nextLook && look() }

  @usableFromInline @inline(never) mutating func look() -> Bool {
    let now = Platform.nanoseconds
    if beginning == 0 { beginning = now }
    nextLook += min(nextLook, 16)
    return items >= Self.most || now - beginning >= Self.nanoseconds
  }

  /// How long to wait for another: a part of the time that the stint has taken, so that waiting in vain costs no more than that.
  ///
  /// One who brings items faster than they are dealt with comes within the time of one item.
  func patience() -> Patience {
    Patience(until: Platform.nanoseconds, plus: (Platform.nanoseconds - beginning) / 8)
  }
}

/// Waits without sleeping: for what another thread does within a moment, if it does.
struct Patience {
  private let end: UInt64
  private var looks = 0

  init(until now: UInt64, plus time: UInt64) {
    end = now + time
  }

  /// Lets a little time pass, unless the end has come.
  mutating func lasts() -> Bool {
    looks += 1
    if looks < 64 { return true }
    guard Platform.nanoseconds < end else { return false }
    Platform.yield()
    return true
  }
}
