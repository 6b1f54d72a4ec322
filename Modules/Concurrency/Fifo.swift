/// A first-in, first-out queue; both ends cost O(1) on average.
///
/// Invariant: what is before `head` has been taken, and is `nil`.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let first = elements[head].take()
    head += 1
    if head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
