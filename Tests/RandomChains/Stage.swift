internal import Dispatch
internal import Disposables
internal import Foundation
internal import SignalPrimitives
internal import SignalTesting
package import Signals
internal import TestSupport

/// Where a chain runs: virtual time, and counts of what was started and disposed of.
final class Stage: Sendable {
  let scheduler = TestScheduler()
  private let starts = Counter()
  private let disposals = Counter()

  /// Starts that were not disposed of.
  var open: Int { starts.value - disposals.value }

  var time: Time { Time((scheduler.now * 1e6).rounded()) }

  /// A signal that plays a script at each start.
  func input(_ script: Line) -> Signal<Int, Failure> {
    Signal { [self] subscriber in
      starts.increment()
      let timers = DisposableSet()
      for group in Dictionary(grouping: script, by: \.time).sorted(by: { $0.key < $1.key }) {
        let play: @Sendable () -> Void = {
          for timed in group.value { subscriber.put(event: timed.event) }
        }
        if group.key == 0 { play() } else { timers.add(scheduler.after(seconds(group.key), play)) }
      }
      return ActionDisposable { [self] in
        timers.dispose()
        disposals.increment()
      }
    }
  }
}

/// The form in which a scheduler takes times.
func seconds(_ time: Time) -> Double { Double(time) / 1e6 }

/// What was wrong with a run of a chain.
package struct Discrepancy: Sendable, CustomStringConvertible {
  package let seed: UInt64
  let chain: Chain
  let disposal: Time
  let complaint: String

  package var description: String {
    "seed \(seed), disposed of at \(disposal):\n\(chain)\n\(complaint)\nTo see it again: swift run random-chains --seed \(seed) --count 1"
  }
}

/// What became of a chain.
package enum Verdict: Sendable {
  case right
  case tooLong
  case wrong(Discrepancy)
}

/// The chain of a seed, as text.
package func describe(seed: UInt64) -> String {
  var random = SplitMix(seed: seed)
  return "seed \(seed):\n\(Chain.random(using: &random))"
}

/// Makes the chain of a seed, runs it, and compares what it sends with what the model says.
///
/// - Parameters:
///   - seed: Repeats the same chain.
///   - spoil: For the tests of this comparison: changes the signal that is compared.
package func judge(seed: UInt64, spoil: (Signal<Int, Failure>) -> Signal<Int, Failure> = { $0 }) -> Verdict {
  var random = SplitMix(seed: seed)
  let chain = Chain.random(using: &random)
  let disposal = Time.random(in: 1...(1 << 41), using: &random)
  guard let expected = try? chain.line(from: 0, until: disposal) else { return .tooLong }
  func wrong(_ complaint: String) -> Verdict {
    .wrong(Discrepancy(seed: seed, chain: chain, disposal: disposal, complaint: complaint))
  }

  let stage = Stage()
  let log = Recording<TimedEvent>()
  let aviary = Aviary()
  let subscription = MetaDisposable()
  defer { subscription.dispose() }
  do {
    let canary = aviary.canary()
    let signal = spoil(chain.signal(on: stage))
    @Sendable func note(_ event: SignalEvent<Int, Failure>) {
      canary.sing()
      log.append(TimedEvent(time: stage.time, event: event))
    }
    // On the scheduler, as everything else.
    stage.scheduler.after(0) {
      subscription.set(
        signal.start(next: { note(.next($0)) }, error: { note(.error($0)) }, completed: { note(.completed) }))
    }
  }
  stage.scheduler.advance(to: seconds(disposal))
  let seen = log.elements
  guard seen == expected else {
    let same = zip(seen, expected).prefix { $0 == $1 }.count
    return wrong(
      "the first \(same) events are right, then it sent\n  \(list(seen.dropFirst(same)))\nand not\n  \(list(expected.dropFirst(same)))"
    )
  }
  let hasEnded = expected.last.map { $0.event.isTerminal } ?? false
  if !hasEnded { subscription.dispose() }
  let moment = hasEnded ? "the end" : "disposal"
  if stage.open != 0 { return wrong("\(stage.open) inputs were not disposed of at \(moment)") }
  if stage.scheduler.pending != 0 { return wrong("\(stage.scheduler.pending) timers were left at \(moment)") }
  if aviary.alive != 0 { return wrong("the handlers were not freed at \(moment)") }
  stage.scheduler.advance(by: 1e6)
  if log.elements.count != seen.count { return wrong("something came after \(moment)") }
  return .right
}

private func list(_ line: ArraySlice<TimedEvent>) -> String {
  line.isEmpty ? "nothing" : line.map(\.description).joined(separator: ", ")
}

extension SignalEvent {
  var isTerminal: Bool {
    if case .next = self { false } else { true }
  }
}

/// What became of several chains.
package struct Outcome: Sendable {
  package var right = 0
  package var tooLong = 0
  package var wrong: [Discrepancy] = []
}

/// Judges the chains of some seeds, on as many threads as there are processors.
package func judge(seeds: Range<UInt64>) -> Outcome {
  let outcome = Guarded(Outcome())
  let next = Guarded(seeds.lowerBound)
  let threads = ProcessInfo.processInfo.activeProcessorCount
  DispatchQueue.concurrentPerform(iterations: threads) { _ in
    while let seed = next.withLock({ next -> UInt64? in
      guard next < seeds.upperBound else { return nil }
      defer { next += 1 }
      return next
    }) {
      let verdict = judge(seed: seed)
      outcome.withLock { outcome in
        switch verdict {
        case .right: outcome.right += 1
        case .tooLong: outcome.tooLong += 1
        case .wrong(let discrepancy): outcome.wrong.append(discrepancy)
        }
      }
    }
  }
  return outcome.withLock { $0 }
}
