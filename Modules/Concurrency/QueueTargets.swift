internal import Dispatch
internal import SignalPrimitives
internal import Synchronization

/// What is set on one dispatch queue, and found by the work of all queues that target it.
typealias TargetMark = DispatchSpecificKey<Void>

/// The queues that one queue targets, directly or through others.
///
/// Dispatch does not say what they are. But the work of a queue can ask about each queue that there is whether it runs
/// on that one, too; it asks once about each, since the targets of a queue are fixed before it runs anything.
struct QueueTargets: ~Copyable, Sendable {
  private let found = Guarded<[TargetMark]>([])
  private let isEmpty = Synchronization.Atomic(true)
  /// The number of the last registration that was asked about.
  private let lastAsked = Synchronization.Atomic(0)

  /// Asks about the queues that were registered since the last time; to be called by the queue's own work.
  ///
  /// - Complexity: O(n) for the first call after n registrations, and O(1) otherwise.
  func update(except own: TargetMark) {
    let lastAsked = lastAsked.load(ordering: .acquiring)
    if lastAsked < TargetRegistry.last.load(ordering: .acquiring) { ask(after: lastAsked, except: own) }
  }

  func contains(_ mark: TargetMark) -> Bool {
    if isEmpty.load(ordering: .acquiring) { return false }
    return found.withLock { found in found.contains { $0 === mark } }
  }

  @inline(never)
  private func ask(after number: Int, except own: TargetMark) {
    let (marks, last) = TargetRegistry.marks(after: number)
    let new = marks.filter { $0 !== own && DispatchQueue.getSpecific(key: $0) != nil }
    if !new.isEmpty {
      // Several works of a concurrent queue may ask at once.
      found.withLock { found in found += new.filter { mark in !found.contains { $0 === mark } } }
      isEmpty.store(false, ordering: .releasing)
    }
    lastAsked.max(last, ordering: .releasing)
  }
}

/// The queues that may be the targets of others, because somebody has had their dispatch queue in hand.
///
/// It has their marks, which keep neither a dispatch queue nor an identity alive; the identity takes its mark out when
/// it goes away.
enum TargetRegistry {
  /// The number of the last registration; they begin with 1.
  static let last = Synchronization.Atomic(0)

  /// In the order of their numbers.
  private static let entries = Guarded<[(number: Int, mark: TargetMark)]>([])

  /// Gives a mark that is on its queue already a number, and says it to `registration`, where 0 stands for none.
  static func add(_ mark: TargetMark, unless registration: borrowing Synchronization.Atomic<Int>) {
    entries.withLock { entries in
      guard registration.load(ordering: .relaxed) == 0 else { return }
      let number = last.load(ordering: .relaxed) + 1
      entries.append((number, mark))
      last.store(number, ordering: .releasing)
      registration.store(number, ordering: .releasing)
    }
  }

  /// Forgets the mark with this number, if it is there.
  static func remove(_ number: Int) {
    entries.withLock { entries in
      var range = entries.indices
      while let first = range.first {
        let middle = first + range.count / 2
        if entries[middle].number == number {
          entries.remove(at: middle)
          return
        }
        range = entries[middle].number < number ? middle + 1..<range.upperBound : first..<middle
      }
    }
  }

  /// - Returns: The marks whose numbers are greater, and the number of the last registration.
  static func marks(after number: Int) -> (marks: [TargetMark], last: Int) {
    entries.withLock { entries in
      (entries.reversed().prefix { $0.number > number }.map(\.mark), last.load(ordering: .relaxed))
    }
  }
}
