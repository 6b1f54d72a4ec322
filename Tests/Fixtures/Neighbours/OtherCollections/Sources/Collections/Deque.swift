/// Something of that other package.
public struct Deque<Element> {
  public private(set) var elements: [Element]

  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  public mutating func prepend(_ element: Element) {
    elements.insert(element, at: 0)
  }
}
