internal import Dispatch
internal import Disposables
internal import SignalPrimitives

/// Work that a timer holds until it fires or is disposed of.
///
/// Until then, timer and work hold each other, which keeps both alive. Whoever comes first, the timer or `dispose()`,
/// takes the work out and cancels the timer, which takes it off Dispatch's books at once.
final class DelayedWork: Finishable {
  private struct Pending {
    let work: @Sendable () -> Void
    let timer: (any DispatchSourceTimer)?
  }

  private enum State {
    case waiting(Pending)
    case running
    case over
  }

  private let state: Guarded<State>

  init(_ work: @escaping @Sendable () -> Void, timer: (any DispatchSourceTimer)?) {
    state = Guarded(.waiting(Pending(work: work, timer: timer)))
  }

  /// Not while the work runs: it may start something that takes its place.
  var isFinished: Bool {
    state.withLock { state in
      switch state {
      case .waiting, .running: false
      case .over: true
      }
    }
  }

  func run() {
    guard let pending = take(leaving: .running) else { return }
    pending.work()
    state.withLock { $0 = .over }
  }

  func dispose() {
    _ = take(leaving: .over)
  }

  private func take(leaving next: State) -> Pending? {
    let taken = state.withLock { state -> Pending? in
      guard case .waiting(let pending) = state else { return nil }
      state = next
      return pending
    }
    taken?.timer?.cancel()
    return taken
  }
}
