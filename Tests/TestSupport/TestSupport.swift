import Dispatch
import SignalPrimitives
import Synchronization

/// What a handler saw, in the order in which it saw it.
package final class Recording<Element: Sendable>: Sendable {
  private let stored = Guarded<[Element]>([])  // unlike Mutex, ThreadSanitizer sees it

  package init() {}

  package func append(_ element: Element) {
    stored.withLock { $0.append(element) }
  }

  package var elements: [Element] { stored.withLock { $0 } }

  package var count: Int { stored.withLock { $0.count } }

  package func element(at index: Int) -> Element { stored.withLock { $0[index] } }

  package func removeAll() {
    _ = stored.withLock { stored in
      let leaving = stored
      stored = []
      return leaving
    }
  }
}

/// A number that several threads change.
package final class Counter: Sendable {
  private let stored = Atomic(0)

  package init() {}

  package var value: Int { stored.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  package func increment(by amount: Int = 1) -> Int {
    stored.add(amount, ordering: .sequentiallyConsistent).newValue
  }
}

/// An object for closures to capture, which runs a closure of its own when it is freed.
package final class Canary: Sendable {
  private let onDeinit: @Sendable () -> Void

  package init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  /// Does nothing: what a closure does with a canary that it captures.
  package func sing() {}
}

/// Makes canaries, and counts those that are alive.
package final class Aviary: Sendable {
  private let counter = Counter()

  package init() {}

  package var alive: Int { counter.value }

  package func canary() -> Canary {
    counter.increment()
    return Canary { [counter] in counter.increment(by: -1) }
  }
}

/// A point at which one thread waits until another opens it; gives up after a time, so that a deadlock fails the test.
package final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() {
    semaphore.signal()
  }

  /// - Returns: Whether it was opened in time.
  @discardableResult
  package func wait(seconds: Double = 60) -> Bool {
    let isOpen = semaphore.wait(timeout: .now() + seconds) == .success
    if isOpen { semaphore.signal() }
    return isOpen
  }
}

/// A thread of its own for a closure.
package final class Worker: Sendable {
  private let isDone = Latch()

  package init(_ work: @escaping @Sendable () -> Void) {
    let isDone = isDone
    DispatchQueue(label: "worker").async {
      work()
      isDone.open()
    }
  }

  /// - Returns: Whether it was done in time.
  @discardableResult
  package func join(seconds: Double = 60) -> Bool {
    isDone.wait(seconds: seconds)
  }
}

/// Runs a closure on several threads at once.
///
/// - Returns: Whether all were done in time.
@discardableResult
package func concurrently(_ threads: Int, _ work: @escaping @Sendable (Int) -> Void) -> Bool {
  let start = Latch()
  let workers = (0..<threads).map { index in
    Worker {
      start.wait()
      work(index)
    }
  }
  start.open()
  return workers.map { $0.join() }.allSatisfy(\.self)
}

/// A place for one value, to be handed from one thread to another.
package final class Slot<T: Sendable>: Sendable {
  private let stored = Guarded<T?>(nil)

  package init() {}

  @discardableResult
  package func exchange(_ value: T?) -> T? {
    stored.withLock { stored in
      let previous = stored
      stored = value
      return previous
    }
  }

  package var value: T? { stored.withLock { $0 } }
}

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
