package import Disposables

/// Where a subject is asked one clause: it makes rigs, writes down violations, and ends every subscription afterwards.
package final class Bench: Sendable {
  /// How to ask.
  package struct Manner: Sendable {
    /// How long to wait for what has to come, in seconds.
    let patience: Double
    /// Whether ThreadSanitizer sees it when two events overlap, and so reports a test in which they do on purpose.
    let isWatched: Bool
    /// Whether to start the signal as the operators of this package start each other, of which each has to know that it was disposed of;
    /// otherwise as those who use it do, by a `start` that asks by itself.
    let startsBare: Bool

    /// For operators of others.
    package static func foreign(patience: Double, isWatched: Bool = true) -> Manner {
      Manner(patience: patience, isWatched: isWatched, startsBare: false)
    }

    /// For operators of this package.
    package static let own = Manner(patience: 20, isWatched: true, startsBare: true)
    /// For what is broken on purpose.
    package static let broken = Manner(patience: 0.2, isWatched: false, startsBare: true)
  }

  package let subject: ContractSubject
  package let violations = Recording<String>()
  package let subscriptions = DisposableSet()
  package let activity = Activity()
  package let manner: Manner

  package init(_ subject: ContractSubject, _ manner: Manner) {
    self.subject = subject
    self.manner = manner
  }

  /// How long to wait for what has to come, in seconds; not so long where something is wrong already.
  package var patience: Double { violations.count == 0 ? manner.patience : min(1, manner.patience) }

  /// - Parameter lives: Where the values that the subject itself makes are known to be alive.
  package func rig(_ lives: Lives? = nil) -> Rig {
    Rig(self, lives)
  }

  package func expect(_ holds: Bool, _ violation: @autoclosure () -> String) {
    if !holds { violations.append(violation()) }
  }

  package func expect<T: Equatable>(_ seen: T, is expected: T, _ what: @autoclosure () -> String) {
    expect(seen == expected, "\(what()): \("\(seen)".prefix(200)), and not \(expected)")
  }

  /// - Returns: Whether it was opened in time.
  func wait(for latch: Latch) -> Bool {
    defer { activity.advance() }
    return latch.wait(seconds: patience)
  }

  /// - Parameter part: Of the patience.
  /// - Returns: Whether it was done in time.
  func join(_ worker: Worker, _ part: Double = 1) -> Bool {
    defer { activity.advance() }
    return worker.join(seconds: part * patience)
  }

  /// Runs a closure on two threads at once.
  func onTwoThreads(_ work: @escaping @Sendable (Int) -> Void) {
    let start = Latch()
    let workers = (0..<2).map { index in
      Worker {
        start.wait()
        work(index)
      }
    }
    start.open()
    for worker in workers { expect(join(worker, 5), "a thread that sends did not come back") }
  }

  /// Waits for what comes back as soon as nothing holds it up.
  func expectEnd(of workers: Worker...) {
    for worker in workers { expect(join(worker), "a thread did not come back") }
  }
}
