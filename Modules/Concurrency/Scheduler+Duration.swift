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
  public func after(_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    after(delay.inSeconds, work)
  }
}

extension Duration {
  /// The form in which a ``Scheduler`` takes times.
  @inlinable package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
