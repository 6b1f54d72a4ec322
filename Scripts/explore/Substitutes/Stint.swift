internal import Interleaving

/// It is over after as many items as the program says, so that the turn is offered in programs of a few items.
@frozen @usableFromInline
package struct Stint {
  @usableFromInline package var items = 0

  @inlinable package init(most: Int = 256) {}

  @usableFromInline package mutating func isOver(_ now: () -> Double = { 0 }) -> Bool {
    items >= Explorer.stint
  }

  func patience() -> Patience { Patience() }
}

/// Looks twice; at each look another thread may run.
struct Patience {
  private var looks = 0

  mutating func lasts() -> Bool {
    looks += 1
    Explorer.current.patience()
    return looks <= 2
  }
}
