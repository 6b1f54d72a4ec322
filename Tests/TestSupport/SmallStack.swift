import SignalPrimitives

/// A closure for a thread with a stack of 512 KiB.
package final class SmallStack: Sendable {
  private let work: @Sendable () -> Void

  package init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  /// - Returns: Whether the thread could be made.
  package func start() -> Bool {
    Platform.detachThread(stackSize: 512 << 10, work) == 0
  }
}
