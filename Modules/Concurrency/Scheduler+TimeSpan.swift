public import Disposables

extension Scheduler {
  /// Runs `work` here after a time, never at once.
  ///
  /// - Parameters:
  ///   - delay: The time. Zero and less mean as soon as possible.
  ///   - work: What to do.
  /// - Returns: Disposing of it in time cancels the work and releases it. Dropping it cancels nothing.
  @preconcurrency
  @discardableResult
  @_disfavoredOverload  // a literal is for the scheduler itself
  public func after(_ delay: some TimeSpan, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    after(delay.inSeconds, work)
  }
}
