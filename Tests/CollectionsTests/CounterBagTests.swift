import Collections
import Testing

@Suite struct CounterBagTests {
  @Test("a counter bag is empty when everything that was added has been removed")
  func counts() {
    let bag = CounterBag()
    #expect(bag.isEmpty)
    let a = bag.add()
    let b = bag.add()
    #expect(bag.count == 2)
    bag.remove(b)
    #expect(!bag.isEmpty)
    bag.remove(a)
    #expect(bag.isEmpty)
  }

  @Test("an end that is announced twice counts once")
  func removedTwice() {
    let bag = CounterBag()
    let a = bag.add()
    _ = bag.add()
    bag.remove(a)
    bag.remove(a)
    #expect(bag.count == 1)
  }

  @Test("an end that is announced after removeAll does not count")
  func removedAfterRemoveAll() {
    let bag = CounterBag()
    let a = bag.add()
    bag.removeAll()
    #expect(bag.isEmpty)
    _ = bag.add()
    bag.remove(a)
    #expect(bag.count == 1)
  }
}
