internal import Synchronization

/// Runs a closure at the first ``dispose()``.
///
/// Use it where a generator has to stop something: `return ActionDisposable { task.cancel() }`.
///
/// The closure runs once, on the thread that disposes, and is released when it returns. When several threads dispose
/// at once, one runs it, and the others return without waiting. If the object goes away undisposed, the closure is
/// released and does not run; ``ScopedDisposable`` is the one that disposes at the end of its life.
/// RAC calls this `RACDisposable`, ReactiveSwift `AnyDisposable`, Combine `AnyCancellable`.
public final class ActionDisposable: Finishable {
  private let isTaken = Atomic(false)
  // safe: read and emptied only by the thread whose exchange turned `isTaken` to true, and held by that until it returns. Known by:
  // "an action runs once when eight threads dispose", under ThreadSanitizer; "an action runs once, at the first dispose, and is
  // released then".
  private nonisolated(unsafe) var action: (@Sendable () -> Void)?

  /// - Parameter action: What to do at the first `dispose()`.
  @preconcurrency
  public init(action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  package var isFinished: Bool { isTaken.load(ordering: .acquiring) }

  /// Runs the closure, if no call has run it yet.
  public func dispose() {
    guard !isTaken.exchange(true, ordering: .releasing) else { return }
    let action = self.action
    self.action = nil
    action?()
  }
}
