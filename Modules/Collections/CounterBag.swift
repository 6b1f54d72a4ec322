/// Counts things that are going on: each gets an index when it begins, and gives it back when it ends.
///
/// Use it instead of an integer where one end may be announced twice: an index that was given back already changes
/// nothing, so the count never goes wrong. Where something is to be kept for each of them, prefer ``Bag``.
///
/// A counter bag is not thread-safe. SwiftSignalKit's `CounterBag`.
public final class CounterBag {
  /// What one of the things is known by; never used again.
  public typealias Index = Int

  private let indices = Bag<Void>()

  /// Counts nothing yet.
  public init() {}

  /// Whether everything that was added has been removed.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { indices.isEmpty }

  /// How many things are going on.
  ///
  /// - Complexity: O(1).
  public var count: Int { indices.count }

  /// Counts one more.
  ///
  /// - Returns: The index to remove it by.
  /// - Complexity: O(1) on average.
  public func add() -> Index {
    indices.add(())
  }

  /// Counts one less; an index that was removed before changes nothing.
  ///
  /// - Parameter index: What ``add()`` returned.
  /// - Complexity: O(log *n*) on average.
  public func remove(_ index: Index) {
    indices.remove(index)
  }

  /// Counts from nothing again; the indices that were given out are not used again.
  ///
  /// - Complexity: O(*n*).
  public func removeAll() {
    indices.removeAll()
  }
}
