import Collections
import Testing

@Suite struct BagModelTests {
  @Test("a bag answers like a plain array of pairs, through random changes", arguments: 0..<20)
  func agreesWithTheModel(round: Int) {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let bag = Bag<Int>()
    var model: [(index: Int, element: Int)] = []
    var known: [Int] = []

    for step in 0..<400 {
      // Some rounds grow, some shrink, some hold still.
      switch Int.random(in: 0..<(10 + round), using: &random) {
      case 0..<10:
        let element = Int.random(in: 0..<5, using: &random)
        let index = bag.add(element)
        #expect(known.allSatisfy { $0 < index }, "seed \(seed), step \(step)")
        known.append(index)
        model.append((index, element))
      case 10 where step % 40 == 0:
        bag.removeAll()
        model = []
      default:
        let index = known.randomElement(using: &random) ?? 0
        let expected = model.firstIndex { $0.index == index }.map { model.remove(at: $0).element }
        #expect(bag.take(index) == expected, "seed \(seed), step \(step)")
      }
      let probe = known.randomElement(using: &random) ?? 0
      let agrees =
        bag.count == model.count && bag.underestimatedCount == model.count && bag.isEmpty == model.isEmpty
        && bag.first?.0 == model.first?.index && bag.first?.1 == model.first?.element
        && bag.get(probe) == model.first { $0.index == probe }?.element
        && Array(bag) == model.map(\.element) && bag.copyItems() == model.map(\.element)
        && bag.copyItemsWithIndices().map(\.0) == model.map(\.index)
        && bag.copyItemsWithIndices().map(\.1) == model.map(\.element)
      #expect(agrees, "seed \(seed), step \(step)")
      guard agrees else { return }
    }
  }
}

/// Random numbers that a seed makes again.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
