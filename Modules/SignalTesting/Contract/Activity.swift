internal import SignalPrimitives

/// What the suite is doing with an operator, so that it can say where it came to a stop.
package final class Activity: Sendable {
  private struct State {
    /// How often something has begun or ended.
    var changes = 0
    var running: [Int: StaticString] = [:]

    var present: String {
      if running.isEmpty { return "waiting" }
      return running.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined(separator: " and ")
    }
  }

  private let state = Guarded(State())

  package init() {}

  func during<Result>(_ what: StaticString, _ body: () -> Result) -> Result {
    let number = state.withLock { state in
      state.changes += 1
      state.running[state.changes] = what
      return state.changes
    }
    defer {
      state.withLock { state in
        state.changes += 1
        state.running[number] = nil
      }
    }
    return body()
  }

  /// Says that something has gone on.
  func advance() {
    state.withLock { $0.changes += 1 }
  }

  /// Waits for a thread that does something with an operator.
  ///
  /// - Parameter seconds: For how long nothing may go on. The whole may take ten times as long.
  /// - Returns: Where it came to a stop; `nil` if it is done.
  func obstacle(for worker: Worker, seconds: Double) -> String? {
    var seen = -1
    for _ in 1...10 {
      if worker.join(seconds: seconds) { return nil }
      let (changes, present) = state.withLock { ($0.changes, $0.present) }
      if changes == seen { return "it came to a stop: the suite has been \(present) for \(seconds) s" }
      seen = changes
    }
    return "it is too slow: after \(10 * seconds) s the suite is still \(state.withLock { $0.present })"
  }
}
