internal import SignalPrimitives

/// What happens to an error that nobody can receive any more.
///
/// An error that is sent after the end of a signal, or after its subscription was disposed of, is ignored: two threads
/// may well race for the end. To see such errors while looking for a mistake, set a ``handler``.
public enum DroppedErrors {
  private static let stored = Guarded<StoredClosure<@Sendable (any Sendable) -> Void>?>(nil)

  /// Called with each dropped error, on the thread that sent it; `nil`, as at first, for nothing.
  ///
  /// Set it once, at the start of the program or of a test run.
  public static var handler: (@Sendable (any Sendable) -> Void)? {
    get { stored.withLock { $0 }?.closure }
    set {
      _ = stored.withLock { stored in
        let previous = stored
        stored = newValue.map { StoredClosure($0) }
        return previous  // let go of outside the lock
      }
    }
  }

  @usableFromInline package static func report(_ error: some Sendable) {
    handler?(error)
  }
}
