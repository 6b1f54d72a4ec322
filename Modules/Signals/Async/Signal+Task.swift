internal import Disposables

extension Signal where E: Error {
  /// Runs an asynchronous function at each start, sends what it returns, and completes.
  ///
  ///     let name = Signal<String, NoError>.task { await account.name }
  ///
  /// Use it to bring an `async` function into a chain; for many values there is ``async(_:)-8za8j``.
  ///
  /// - Delivery: On whichever thread the function ends. It runs in a task of its own, on no actor unless it says so
  ///   itself, and may send before `start` has returned.
  /// - Errors: What the function throws.
  /// - Disposal: Cancels the task. What the function returns or throws then is dropped.
  ///
  /// Combine's `Future`, for a function that is run anew for each subscriber.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the caller.
  ///   - operation: What to run. A signal that can't fail takes one that does not throw.
  ///     A closure says which type of error it throws, as Swift can't tell by itself:
  ///     `{ () async throws(Offline) in try await load() }`; a function can be passed as it is.
  /// - Returns: A signal of one value.
  @preconcurrency
  public static func task(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws(E) -> T
  ) -> Signal<T, E> {
    Signal { subscriber in
      subscriber.runTask(priority: priority) { () async throws(E) in
        subscriber.putNext(try await operation())
      }
    }
  }
}

extension Subscriber where E: Error {
  /// Runs what sends the values in a task of its own, and sends its end.
  ///
  /// - Returns: What cancels the task. The error that it may end with then is no news to anybody.
  func runTask(
    priority: TaskPriority? = nil, _ body: @escaping @Sendable () async throws(E) -> Void
  ) -> any Disposable {
    let task = Task(priority: priority) {
      do throws(E) {
        try await body()
        putCompletion()
      } catch {
        if isActive || !(error is CancellationError) { putError(error) }
      }
    }
    return ActionDisposable { task.cancel() }
  }
}
