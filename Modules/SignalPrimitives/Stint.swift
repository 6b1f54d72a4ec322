/// How long somebody has been dealing with what others bring: the holder of a ``Turnstile``'s turn, or one who serves a line on a queue.
///
/// It is over after a number of items, or after a time. Looking at the clock costs as much as dealing with an item, so that is
/// done after 2, 4, 8, 16 and 32 items, and then after every 64.
@frozen @usableFromInline
package struct Stint {
  /// How many were dealt with.
  @usableFromInline package var items = 0
  @usableFromInline let most: Int
  @usableFromInline var nextLook = 2
  /// When the second one had been dealt with, in seconds.
  @usableFromInline var beginning = 0.0

  @inlinable package init(most: Int = 256) {
    self.most = most
  }

  /// In seconds.
  @inlinable static var longest: Double { 0.001 }

  /// Whether somebody else should have the turn, before the next item.
  ///
  /// It is asked once after each item.
  ///
  /// - Parameter now: What the clock says, in seconds.
  @inlinable package mutating func isOver(_ now: () -> Double = { Platform.seconds }) -> Bool {
    guard items >= nextLook else { return false }
    if nextLook == 2 { beginning = now() }
    nextLook += min(nextLook, 64)
    return items >= most || now() - beginning >= Self.longest
  }

  /// How long to wait for another: a part of the time that the stint has taken, so that waiting in vain costs no more than that.
  ///
  /// One who brings items faster than they are dealt with comes within the time of one item. For slow handlers there is a limit.
  func patience() -> Patience {
    let now = Platform.seconds
    return Patience(until: now + min((now - beginning) / 8, 0.002))
  }
}

/// Waits without sleeping: for what another thread does within a moment, if it does.
struct Patience {
  private let end: Double
  private var looks = 0

  init(until end: Double) {
    self.end = end
  }

  /// Lets a little time pass, unless the end has come.
  mutating func lasts() -> Bool {
    looks += 1
    if looks < 64 { return true }
    guard Platform.seconds < end else { return false }
    Platform.yield()
    return true
  }
}
