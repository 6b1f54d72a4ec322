import Operators
import RandomChains
import Signals
import TestSupport
import Testing

@Suite struct RandomChainsTests {
  @Test("random chains send what the model says, and leave nothing behind")
  func chains() {
    let count = stressRuns(3_000)
    let outcome = judge(seeds: 0..<UInt64(count))
    for discrepancy in outcome.wrong.prefix(5) { Issue.record("\(discrepancy)") }
    #expect(outcome.right > count * 9 / 10, "most chains are short enough to be looked at")
  }

  @Test("a chain that sends too much, too late or nothing at the end is found out")
  func spoiled() {
    func found(_ spoil: (Signal<Int, Failure>) -> Signal<Int, Failure>) -> Int {
      (UInt64(0)..<300).count { seed in
        if case .wrong = judge(seed: seed, spoil: spoil) { true } else { false }
      }
    }
    #expect(found { $0 } == 0)
    #expect(found { $0.map { $0 + 1 } } > 100)
    #expect(found { $0.merge(.never()) } > 50)
    #expect(found { signal in signal.start(with: [1]) } > 200)
    #expect(found { signal in Signal { subscriber in signal.start(next: { subscriber.putNext($0) }) } } > 50)
  }
}
