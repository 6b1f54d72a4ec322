import Collections
import Testing

@Suite struct BagTests {
  @Test("elements are visited in the order of adding, whatever was removed between them")
  func order() {
    let bag = Bag<String>()
    let indices = ["a", "b", "c", "d"].map(bag.add)
    #expect(bag.take(indices[1]) == "b")
    _ = bag.add("e")
    #expect(bag.copyItems() == ["a", "c", "d", "e"])
    #expect(Array(bag) == ["a", "c", "d", "e"])
    #expect(bag.copyItemsWithIndices().map(\.0) == [0, 2, 3, 4])
    #expect(bag.first?.0 == indices[0])
    #expect(bag.first?.1 == "a")
  }

  @Test("an index finds its own element only, and nothing after the removal")
  func indices() {
    let bag = Bag<String>()
    let a = bag.add("same")
    let b = bag.add("same")
    #expect(a != b)
    #expect(bag.take(a) == "same")
    #expect(bag.take(a) == nil)
    #expect(bag.get(a) == nil)
    #expect(bag.get(b) == "same")
    #expect(bag.get(-1) == nil)
    #expect(bag.get(b + 1) == nil)
    #expect(bag.count == 1)
  }

  @Test("a removal without a result takes the same element out")
  func removal() {
    let bag = Bag<String>()
    let indices = ["a", "b"].map(bag.add)
    let remove: (Int) -> Void = bag.remove
    remove(indices[0])
    remove(indices[0])
    #expect(bag.copyItems() == ["b"])
  }

  @Test("an index is never used again, not even after removeAll")
  func freshIndices() {
    let bag = Bag<Int>()
    let old = (0..<10).map(bag.add)
    bag.removeAll()
    #expect(bag.isEmpty)
    #expect(bag.first == nil)
    let new = bag.add(1)
    #expect(!old.contains(new))
    for index in old { #expect(bag.take(index) == nil) }
    #expect(bag.copyItems() == [1])
  }

  @Test("nil is an element like any other")
  func optionalElements() {
    let bag = Bag<Int?>()
    let a = bag.add(nil)
    _ = bag.add(2)
    #expect(bag.copyItems() == [nil, 2])
    #expect(Array(bag) == [nil, 2])
    #expect(bag.get(a) == .some(nil))
    #expect(bag.take(a) == .some(nil))
    #expect(bag.count == 1)
    #expect(bag.get(a) == nil)
  }

  @Test("a loop sees the bag as it was when the loop began")
  func iterationIsASnapshot() {
    let bag = Bag<Int>()
    let indices = (0..<5).map(bag.add)
    var seen: [Int] = []
    for element in bag {
      seen.append(element)
      if element == 1 { bag.remove(indices[2]) }
      if element == 2 { bag.removeAll() }
      _ = bag.add(element + 10)
    }
    #expect(seen == [0, 1, 2, 3, 4])
    #expect(bag.copyItems() == [12, 13, 14])
  }

  @Test("B26: the deinit of an element that is removed may use the bag")
  func deinitDuringRemove() {
    let bag = Bag<CallsBack>()
    let other = bag.add(CallsBack {})
    let index = bag.add(
      CallsBack {
        #expect(bag.copyItems().count == 1)
        bag.remove(other)
        #expect(bag.isEmpty)
        _ = bag.add(CallsBack {})
      })
    bag.remove(index)
    #expect(bag.count == 1)
  }

  @Test("B26: the deinit of an element sees an empty bag during removeAll, and what it adds stays")
  func deinitDuringRemoveAll() {
    let bag = Bag<CallsBack>()
    for _ in 0..<3 {
      _ = bag.add(
        CallsBack {
          #expect(bag.copyItems().count == bag.count)
          _ = bag.add(CallsBack {})
        })
    }
    bag.removeAll()
    #expect(bag.count == 3)
  }

  @Test("a removed element is let go of at once")
  func release() {
    let bag = Bag<CallsBack>()
    var freed = 0
    let indices = (0..<100).map { _ in bag.add(CallsBack { freed += 1 }) }
    for (removed, index) in indices.enumerated() {
      bag.remove(index)
      #expect(freed == removed + 1)
    }
  }

  @Test(
    "B112: removing a hundred thousand elements one by one stays fast in every order",
    arguments: ["random", "oldest first", "newest first", "first of the bag"])
  func removalIsNotLinear(order: String) {
    let bag = Bag<Int>()
    var indices = (0..<100_000).map(bag.add)
    var random = SplitMix64(seed: 112)
    if order == "random" { indices.shuffle(using: &random) }
    if order == "newest first" { indices.reverse() }
    let clock = ContinuousClock()
    let duration = clock.measure {
      for index in indices {
        bag.remove(order == "first of the bag" ? bag.first?.0 ?? -1 : index)
      }
    }
    #expect(bag.isEmpty)
    // A linear search takes minutes here, a logarithmic one a fraction of a second, unoptimised.
    #expect(duration < .seconds(10))
  }
}

/// Runs a closure when it is freed.
final class CallsBack {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }
}
