import Collections

/// The numbers in the opposite order.
public func reversed(_ numbers: [Int]) -> [Int] {
  var deque = Deque<Int>()
  for number in numbers { deque.prepend(number) }
  return deque.elements
}
