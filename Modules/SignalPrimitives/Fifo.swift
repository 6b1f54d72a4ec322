/// A queue: elements leave in the order in which they came.
///
/// An element that has left is not held any more, and the memory follows the number of elements that wait, not of those
/// that have passed.
@frozen @usableFromInline
package struct Fifo<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable package init() {}

  @inlinable package var count: Int { elements.count - head }

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// - Complexity: O(1) on average.
  @inlinable package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      if head > 64 { elements = [] } else { elements.removeAll(keepingCapacity: true) }
      head = 0
    } else if head >= 32 && head * 2 >= elements.count {
      elements.removeSubrange(..<head)
      head = 0
    }
    return element
  }

  /// Takes everything out, so that the caller can let go of it in its own time.
  @inlinable package mutating func takeAll() -> Fifo {
    let all = self
    self = Fifo()
    return all
  }
}

extension Fifo: Sequence {
  /// The elements, oldest first.
  @inlinable package func makeIterator() -> some IteratorProtocol<Element> {
    elements[head...].lazy.compactMap(\.self).makeIterator()
  }
}
