import Dispatch
import Disposables
import Synchronization

/// An object whose end can be seen.
final class Token: Sendable {
  private let atEnd: @Sendable () -> Void

  init(atEnd: @escaping @Sendable () -> Void = {}) {
    self.atEnd = atEnd
  }

  deinit {
    atEnd()
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func increment() {
    count.add(1, ordering: .sequentiallyConsistent)
  }
}

/// A disposable from outside the library: it has no guard of its own against being disposed of twice.
final class CountingDisposable: Disposable {
  private let counter: Counter

  var count: Int { counter.value }

  init(_ counter: Counter = Counter()) {
    self.counter = counter
  }

  func dispose() {
    counter.increment()
  }
}

/// What happened, in order.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  var entries: [Entry] { stored.withLock(\.self) }

  func append(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

/// A reference that does not keep.
struct WeakReference {
  weak var object: AnyObject?
}

/// Runs `body` on several threads, which all begin together, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = DispatchSemaphore(value: 0)
  let group = DispatchGroup()
  for index in 0..<count {
    DispatchQueue(label: "thread \(index)").async(group: group) {
      start.wait()
      body(index)
    }
  }
  for _ in 0..<count { start.signal() }
  group.wait()
}
