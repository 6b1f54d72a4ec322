import Concurrency
import Disposables
import SignalPrimitives

/// A clock that only a test moves.
///
/// Work runs on the thread that moves it, in order of time, then of arrival.
final class VirtualTime: Scheduler {
  private struct State {
    var now = 0.0
    var count = 0
    var pending: [Int: (time: Double, work: @Sendable () -> Void)] = [:]
  }

  private let state = Guarded(State())

  var now: Double { state.withLock(\.now) }

  /// How many pieces of work wait for their time.
  var pendingCount: Int { state.withLock(\.pending.count) }

  func isCurrent() -> Bool { false }

  func async(_ work: @escaping @Sendable () -> Void) {
    after(0, work)
  }

  @discardableResult
  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    let number = state.withLock { state in
      state.count += 1
      state.pending[state.count] = (state.now + max(0, delay), work)
      return state.count
    }
    return ActionDisposable { [self] in
      _ = state.withLock { $0.pending.removeValue(forKey: number) }
    }
  }

  /// Runs what is due until then, a hair's breadth of rounding included.
  func advance(by seconds: Double) {
    let end = now + seconds
    while let next = popFirst(until: end + 1e-9) { next() }
    state.withLock { $0.now = end }
  }

  /// Moves the clock as a handler that takes long does: nothing runs meanwhile.
  func lose(_ seconds: Double) {
    state.withLock { $0.now += seconds }
  }

  private func popFirst(until end: Double) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let first = state.pending.min { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
      guard let first, first.value.time <= end else { return nil }
      state.pending[first.key] = nil
      state.now = max(state.now, first.value.time)
      return first.value.work
    }
  }
}
