internal import SignalPrimitives

/// Work for a ``ThreadPool``, which can be cancelled.
///
/// Cancelling releases the closure and keeps it from being started. A closure that runs already looks at
/// ``ThreadPoolTaskState/cancelled`` now and then, and returns early. SwiftSignalKit's `ThreadPoolTask`.
public final class ThreadPoolTask: Sendable {
  private let state = ThreadPoolTaskState()
  /// `nil` once cancelled.
  private let action: Guarded<StoredClosure<@Sendable (ThreadPoolTaskState) -> Void>?>

  /// Makes a task; adding it to a ``ThreadPool`` or a ``ThreadPoolQueue`` runs it.
  ///
  /// - Parameter action: What to do. It lives as long as the task, unless the task is cancelled.
  @preconcurrency
  public init(_ action: @escaping @Sendable (ThreadPoolTaskState) -> Void) {
    self.action = Guarded(StoredClosure(action))
  }

  /// Keeps the task from being started, and tells it if it runs.
  ///
  /// It does not wait for a closure that runs.
  public func cancel() {
    state.cancelled.swap(true)
    _ = action.withLock { action in
      let cancelled = action
      action = nil
      return cancelled  // let go of outside the lock
    }
  }

  /// Runs the task on the calling thread, unless it was cancelled.
  ///
  /// A ``ThreadPool`` does it on a thread of its own; call it for a task that is to run without one.
  public func execute() {
    action.withLock { $0 }?.closure(state)
  }
}

/// What a running ``ThreadPoolTask`` can learn about itself.
public final class ThreadPoolTaskState: Sendable {
  /// Whether the task was cancelled.
  public let cancelled = Atomic(value: false)
}
