import Disposables
import Testing

@Suite struct DisposableSetTests {
  @Test("a set disposes in the order of adding", arguments: 0...6)
  func order(count: Int) {
    let set = DisposableSet()
    let log = Log<Int>()
    for number in 0..<count { set.add(ActionDisposable { log.append(number) }) }
    set.dispose()
    #expect(log.entries == Array(0..<count))
  }

  @Test("what is removed is not disposed of, wherever it stands", arguments: 0..<6)
  func remove(position: Int) {
    let set = DisposableSet()
    let log = Log<Int>()
    let elements = (0..<6).map { number in ActionDisposable { log.append(number) } }
    for element in elements { set.add(element) }
    set.remove(elements[position])
    set.remove(elements[position])
    set.remove(ActionDisposable {})
    set.add(ActionDisposable { log.append(6) })
    set.dispose()
    set.remove(elements[0])
    #expect(log.entries == (0...6).filter { $0 != position })
  }

  @Test("an element that is removed is let go of, and may be added again at the end")
  func readd() {
    let set = DisposableSet()
    let log = Log<Int>()
    let elements = (0..<4).map { number in ActionDisposable { log.append(number) } }
    for element in elements { set.add(element) }
    for element in elements.reversed() { set.remove(element) }
    weak var weakElement: CountingDisposable?
    do {
      let element = CountingDisposable()
      weakElement = element
      set.add(element)
      set.remove(element)
    }
    #expect(weakElement == nil)
    for element in [elements[2], elements[0]] { set.add(element) }
    set.dispose()
    #expect(log.entries == [2, 0])
  }

  @Test("B46: a set keeps nothing of what is over")
  func finished() {
    let set = DisposableSet()
    let live = Counter()
    let ended = Counter()
    var references: [WeakReference] = []
    for number in 0..<10_000 {
      live.increment()
      let disposable = ActionDisposable { [token = Token { ended.increment() }] in
        withExtendedLifetime(token) {}
      }
      // Half of them are over before they are added, the others soon afterwards.
      if number % 2 == 0 { disposable.dispose() }
      set.add(disposable)
      disposable.dispose()
      references.append(WeakReference(object: disposable))
    }
    #expect(ended.value == live.value)
    #expect(references.count { $0.object != nil } < 50)
  }

  @Test("B46: a set forgets every kind of disposable of this library that was disposed of", arguments: 0..<6)
  func finishedKinds(kind: Int) {
    let set = DisposableSet()
    var references: [WeakReference] = []
    for _ in 0..<100 {
      let disposable: any Disposable =
        switch kind {
        case 0: ActionDisposable {}
        case 1: MetaDisposable()
        case 2: DisposableSet()
        case 3: DisposableDict<Int>()
        case 4: EmptyDisposable.asScoped()
        default: EmptyDisposable.strict()
        }
      set.add(disposable)
      disposable.dispose()
      references.append(WeakReference(object: disposable))
    }
    #expect(references.count { $0.object != nil } < 50)
  }

  @Test("B46: a set keeps what is alive, however much is over")
  func alive() {
    let set = DisposableSet()
    let log = Log<Int>()
    for number in 0..<1_000 {
      if number % 10 == 0 { set.add(ActionDisposable { log.append(number) }) }
      set.add(CountingDisposable())
      let disposable = ActionDisposable {}
      set.add(disposable)
      disposable.dispose()
    }
    set.dispose()
    #expect(log.entries == Array(stride(from: 0, to: 1_000, by: 10)))
  }

  @Test("B25: sets may hold each other and themselves")
  func cycles() {
    let a = DisposableSet()
    let b = DisposableSet()
    a.add(a)
    a.add(b)
    b.add(a)
    for _ in 0..<100 {
      for set in [a, b] {
        let disposable = ActionDisposable {}
        set.add(disposable)
        disposable.dispose()
      }
    }
    let element = CountingDisposable()
    b.add(element)
    a.dispose()
    #expect(element.count == 1)
  }

  @Test("B25: eight threads may add to sets that hold each other")
  func cyclesOnThreads() {
    let sets = (0..<8).map { _ in DisposableSet() }
    let count = Counter()
    for set in sets { for other in sets { set.add(other) } }
    onThreads(8) { index in
      for _ in 0..<1_000 {
        let disposable = ActionDisposable { count.increment() }
        sets[index].add(disposable)
        disposable.dispose()
        sets[index].add(ActionDisposable { count.increment() })
      }
    }
    sets[0].dispose()
    #expect(count.value == 16_000)
  }

  @Test("B112: a hundred thousand elements are removed in random order in no time", .timeLimit(.minutes(1)))
  func manyRemovals() {
    let set = DisposableSet()
    let elements = (0..<100_000).map { _ in CountingDisposable() }
    for element in elements { set.add(element) }
    for element in elements.shuffled().dropLast() { set.remove(element) }
    set.dispose()
    #expect(elements.count { $0.count == 1 } == 1)
  }

  @Test("a set does what a plain list does", arguments: seeds(20))
  func model(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let log = Log<Int>()
    let set = DisposableSet()
    let elements = (0..<80).map { number in ActionDisposable { log.append(number) } }
    var list: [Int] = []
    for _ in 0..<Int.random(in: 0...600, using: &random) {
      let number = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...4:
        set.add(elements[number])
        if !list.contains(number) { list.append(number) }
      case 5, 6:
        set.remove(elements[number])
        list.removeAll { $0 == number }
      default:
        elements[number].dispose()
      }
    }
    let over = log.entries
    set.dispose()
    #expect(log.entries.dropFirst(over.count) == list.filter { !over.contains($0) }[...], "seed \(seed)")
  }
}

private func seeds(_ count: Int) -> [UInt64] {
  (0..<count).map { _ in .random(in: .min ... .max) }
}

/// Vigna's generator: the same numbers for the same seed.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
