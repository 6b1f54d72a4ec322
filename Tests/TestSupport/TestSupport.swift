import Dispatch
import SignalPrimitives
// What tests have in common with the contract suite is a part of `SignalTesting`, and is seen where this module is.
@_exported public import SignalTesting
import Synchronization

/// Random numbers that a seed repeats.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Lets other threads run.
package func yieldThread() {
  Platform.yield()
}

/// How often a stress test repeats itself: the number given, or a part of it where everything is slower.
///
/// - Parameter full: The number without the environment's `STRESS_DIVISOR`.
package func stressRuns(_ full: Int) -> Int {
  let divisor = Platform.environment("STRESS_DIVISOR").flatMap(Int.init) ?? 1
  return full / max(1, divisor)
}

/// What tells the calling thread from every other one that runs.
package func currentThread() -> UInt { Platform.thread }

/// A lock that says so if a thread takes it twice, instead of waiting for ever.
package final class ReportingLock: Sendable {
  private let semaphore = DispatchSemaphore(value: 1)
  private let holder = Atomic<UInt>(0)
  private let twice = Atomic(false)

  package init() {}

  package var wasTakenTwice: Bool { twice.load(ordering: .acquiring) }

  package func withLock(_ body: () -> Void) {
    if holder.load(ordering: .acquiring) == currentThread() {
      twice.store(true, ordering: .releasing)
      return
    }
    semaphore.wait()
    holder.store(currentThread(), ordering: .releasing)
    body()
    holder.store(0, ordering: .releasing)
    semaphore.signal()
  }
}
