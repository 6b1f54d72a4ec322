/// An ordered collection that gives every element an index to remove it by.
///
/// Use it for a list of observers: elements that need be neither equatable nor unique, that come and go in any order,
/// and that are visited in the order in which they came. To know only how many things are going on, prefer
/// ``CounterBag``; for elements that have a key of their own, prefer a `Dictionary`.
///
/// Iteration works on a snapshot: it visits what was in the bag when it began, whatever the loop adds or removes. The
/// bag lets go of an element after its own state has settled, so the element's `deinit` may use the bag again.
///
/// A bag is not thread-safe: guard it with a lock, and take a snapshot (``copyItems()``) inside the lock to call the
/// elements outside it. SwiftSignalKit's and RxSwift's `Bag`.
public final class Bag<T> {
  /// What an element is known by: larger than that of every element added before, and never used again.
  public typealias Index = Int

  // Invariants: `indices` ascends and has the length of `elements`; `count` elements are not `nil`; `head` is the
  // first of them, or the end; at least half of the slots are in use, give or take one.
  private var indices: [Index] = []
  private var elements: [T?] = []
  private var head = 0
  private var nextIndex = 0

  /// How many elements the bag holds.
  ///
  /// - Complexity: O(1).
  public private(set) var count = 0

  /// Holds nothing yet.
  public init() {}

  /// Whether the bag holds nothing.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { count == 0 }

  /// The oldest element and its index, or `nil` if the bag is empty.
  ///
  /// - Complexity: O(1).
  public var first: (Index, T)? {
    guard head < elements.count, let element = elements[head] else { return nil }
    return (indices[head], element)
  }

  /// Adds an element behind all others; an equal one that is in the bag already stays.
  ///
  /// - Parameter item: The element.
  /// - Returns: The index to get or remove it by.
  /// - Complexity: O(1) on average.
  public func add(_ item: T) -> Index {
    let index = nextIndex
    nextIndex += 1
    indices.append(index)
    elements.append(item)
    count += 1
    return index
  }

  /// Finds the element with an index.
  ///
  /// - Parameter index: What ``add(_:)`` returned.
  /// - Returns: The element, or `nil` if it was removed.
  /// - Complexity: O(log *n*).
  public func get(_ index: Index) -> T? {
    position(of: index).flatMap { elements[$0] }
  }

  /// Takes an element out; an index that is not in the bag changes nothing.
  ///
  /// To get the element, use ``take(_:)``.
  ///
  /// - Parameter index: What ``add(_:)`` returned.
  /// - Complexity: As ``take(_:)``.
  public func remove(_ index: Index) {
    _ = take(index)
  }

  /// Takes an element out, and returns it; an index that is not in the bag changes nothing.
  ///
  /// - Parameter index: What ``add(_:)`` returned.
  /// - Returns: The element, or `nil` if it was removed before.
  /// - Complexity: O(log *n*) on average. The first removal while a snapshot is being iterated copies the bag: O(*n*).
  public func take(_ index: Index) -> T? {
    guard let position = position(of: index), let removed = elements[position] else { return nil }
    elements[position] = nil
    count -= 1
    if position == head { head = elements[head...].firstIndex { $0 != nil } ?? elements.count }
    if count < elements.count / 2 { closeGaps() }
    return removed
  }

  /// Takes all elements out; their indices are not used again.
  ///
  /// - Complexity: O(*n*).
  public func removeAll() {
    let leaving = elements
    withExtendedLifetime(leaving) {
      indices = []
      elements = []
      head = 0
      count = 0
    }
  }

  /// Takes a snapshot of the elements, oldest first.
  ///
  /// - Returns: The elements. The bag can change without changing them.
  /// - Complexity: O(*n*).
  public func copyItems() -> [T] {
    elements.compactMap(\.self)
  }

  /// Takes a snapshot of the elements and their indices, oldest first.
  ///
  /// - Returns: The pairs. The bag can change without changing them.
  /// - Complexity: O(*n*).
  public func copyItemsWithIndices() -> [(Index, T)] {
    zip(indices, elements).compactMap { index, element in element.map { (index, $0) } }
  }

  /// Removed elements leave gaps behind, which are paid for by those removals.
  private func closeGaps() {
    let live = elements.indices.filter { elements[$0] != nil }
    indices = live.map { indices[$0] }
    elements = live.map { elements[$0] }
    head = 0
  }

  private func position(of index: Index) -> Int? {
    var low = head
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < indices.count && indices[low] == index ? low : nil
  }
}

extension Bag: Sequence {
  /// Visits what was in the bag when the iterator was made, oldest first.
  public struct Iterator: IteratorProtocol {
    fileprivate var slots: IndexingIterator<ArraySlice<T?>>

    /// Moves on to the next element.
    ///
    /// - Returns: The element, or `nil` at the end.
    public mutating func next() -> T? {
      while let slot = slots.next() {
        if let element = slot { return element }
      }
      return nil
    }
  }

  /// Takes a snapshot to iterate over.
  ///
  /// - Returns: An iterator, which keeps the elements of the snapshot alive.
  /// - Complexity: O(1).
  public func makeIterator() -> Iterator {
    Iterator(slots: elements[head...].makeIterator())
  }

  /// How many elements an iterator will visit.
  public var underestimatedCount: Int { count }
}
