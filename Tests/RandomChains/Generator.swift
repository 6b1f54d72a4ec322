internal import Signals
internal import TestSupport

extension Chain {
  /// A chain of a few operators.
  static func random(using random: inout SplitMix) -> Chain {
    Chain.random(size: Int.random(in: 1...8, using: &random), using: &random)
  }

  private static func random(size: Int, using random: inout SplitMix) -> Chain {
    guard size > 0 else { return .input(randomScript(using: &random)) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      let (make, count) = Join.all.randomElement(using: &random) ?? Join.all[0]
      let inputs = (0..<count).map { _ in Chain.random(size: (size - 1) / 2, using: &random) }
      return .join(make(&random), inputs)
    case 2, 3:
      let flattener = (Flattener.all.randomElement(using: &random) ?? Flattener.all[0])(&random)
      let inners = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Chain.random(size: (size - 1) / 3, using: &random)
      }
      return .flatten(flattener, Chain.random(size: (size - 1) / 2, using: &random), inners)
    default:
      let step = (Step.all.randomElement(using: &random) ?? Step.all[0])(&random)
      return .step(step, Chain.random(size: size - 1, using: &random))
    }
  }

  private static func randomScript(using random: inout SplitMix) -> Line {
    var script: Line = []
    var time = 0
    // Some of it comes while the signal starts, and some of it in groups.
    func pause(_ random: inout SplitMix) {
      if Int.random(in: 0..<4, using: &random) > 0 { time += randomDelay(using: &random) / 2 }
    }
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      pause(&random)
      script.append(TimedEvent(time: time, event: .next(Int.random(in: 0..<40, using: &random))))
    }
    pause(&random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...5: script.append(TimedEvent(time: time, event: .completed))
    case 6, 7:
      script.append(
        TimedEvent(time: time, event: .error(Failure(code: Int.random(in: 0..<10, using: &random)))))
    default: break
    }
    return script
  }
}

/// So long, and of so many possible lengths, that two moments are hardly ever the same by accident.
func randomDelay(using random: inout SplitMix) -> Time {
  Time.random(in: (1 << 34)...(1 << 38), using: &random)
}
