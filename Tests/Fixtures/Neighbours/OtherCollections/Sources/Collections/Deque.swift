/// Something of that other package.
public struct Deque<Element> {
  /// What is in it.
  public private(set) var elements: [Element]

  /// Holds the elements.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// Puts an element in front.
  public mutating func prepend(_ element: Element) {
    elements.insert(element, at: 0)
  }
}
