/// Something whose cost is measured, by doing it over and over.
final class Subject {
  let name: String
  /// Nanoseconds an operation, in the best run so far.
  private(set) var cost = Double.infinity

  private let operations: Int
  private let iterate: (Int) -> Void
  private var iterations = 1

  /// - Parameters:
  ///   - name: What stands in the table.
  ///   - operations: How many operations one iteration consists of.
  ///   - iterate: Does as many iterations as it is told.
  init(_ name: String, operations: Int = 1, iterate: @escaping (Int) -> Void) {
    self.name = name
    self.operations = operations
    self.iterate = iterate
  }

  /// Finds out how many iterations fill a run.
  func calibrate() {
    while true {
      let elapsed = min(run(), run())
      if elapsed >= Self.shortestRun / 4 {
        iterations = max(1, Int(Double(iterations) * Self.shortestRun / elapsed))
        return
      }
      iterations *= 4
    }
  }

  /// - Returns: How many nanoseconds the run took.
  @discardableResult func run() -> Double {
    let time = ContinuousClock().measure { iterate(iterations) }.components
    let elapsed = Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9
    cost = min(cost, elapsed / Double(iterations * operations))
    return elapsed
  }

  /// In nanoseconds: short enough to slip in between whatever else the machine does.
  private static let shortestRun = 1.5e6
}

/// Runs the subjects in turn, so that each meets the machine in all of its moods.
func measure(_ subjects: [Subject], rounds: Int) {
  for subject in subjects { subject.calibrate() }
  for _ in 0..<rounds {
    for subject in subjects { subject.run() }
  }
}

/// Hides from the optimiser what a value is.
@inline(never) @_optimize(none)
func opaque<T>(_ value: T) -> T { value }

/// Where handlers leave what they got, so that it counts as used.
///
/// Each handler adds another number, and so do the closures of the chains: equal closures are made one by the optimiser,
/// and all but one of their users take a detour to it.
struct Tally: @unchecked Sendable {  // safe: each is used by one thread at a time
  private let sum = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init() {
    sum.initialize(to: 0)
  }

  func add(_ value: Int) {
    sum.pointee &+= value
  }
}
