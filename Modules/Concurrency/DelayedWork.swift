internal import Dispatch
internal import Disposables
internal import Locking

/// Work that a timer holds until it fires or is disposed of.
///
/// Until then, timer and work hold each other, which keeps both alive. Whoever comes first, the timer or `dispose()`,
/// takes the work out and cancels the timer, which takes it off Dispatch's books at once.
final class DelayedWork: Finishable {
  private struct Pending {
    let work: @Sendable () -> Void
    let timer: (any DispatchSourceTimer)?
  }

  private let pending: Guarded<Pending?>

  init(_ work: @escaping @Sendable () -> Void, timer: (any DispatchSourceTimer)?) {
    pending = Guarded(Pending(work: work, timer: timer))
  }

  var isFinished: Bool { pending.withLock { $0 == nil } }

  func run() {
    take()?.work()
  }

  func dispose() {
    _ = take()
  }

  private func take() -> Pending? {
    let taken = pending.withLock { pending in
      let taken = pending
      pending = nil
      return taken
    }
    taken?.timer?.cancel()
    return taken
  }
}
