public import Disposables

extension Signal {
  /// Starts the signal.
  ///
  /// The subscription lives until it terminates or is disposed of. Letting go of what this returns does not end it; keep
  /// it with `asScoped()` to end it with its owner.
  ///
  /// - Delivery: The handlers run one at a time, on the thread that sends the event.
  /// - Disposal: What the handlers captured is released at the terminal event or at disposal.
  ///
  /// RAC and RxSwift call it `subscribe`, Combine `sink`.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  /// - Returns: What ends the subscription.
  @preconcurrency
  @discardableResult
  @inlinable public func start(
    next: (@Sendable (T) -> Void)? = nil,
    error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    let handler: @Sendable (T) -> Bool
    if let next {
      handler = { value in
        next(value)
        return true
      }
    } else {
      handler = { _ in true }
    }
    return subscribe(Sink(next: handler, error: error ?? { _ in }, completed: completed ?? {}))
  }

  /// Starts the signal for its effect alone.
  ///
  /// The same as ``start(next:error:completed:)``; the name tells the reader that nobody is meant to dispose of it.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  /// - Returns: What ends the subscription.
  @preconcurrency
  @discardableResult
  @inlinable public func startStandalone(
    next: (@Sendable (T) -> Void)? = nil,
    error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    start(next: next, error: error, completed: completed)
  }

  /// Starts the signal, and reports the place if the result goes away without having been disposed of.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  ///   - file: The file to name in a report.
  ///   - line: The line to name in a report.
  /// - Returns: What ends the subscription, and must be used to end it; see `StrictDisposable`.
  @preconcurrency
  @inlinable public func startStrict(
    next: (@Sendable (T) -> Void)? = nil,
    error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    file: String = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    start(next: next, error: error, completed: completed).strict(file: file, line: line)
  }
}
