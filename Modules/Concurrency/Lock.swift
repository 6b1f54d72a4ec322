public import SignalPrimitives

/// A mutual exclusion lock.
///
/// Use it where several variables change together, or a piece of code must not run twice at once. For one variable,
/// ``Atomic`` holds value and lock together.
///
/// The lock is not recursive: a closure that takes the lock it runs under stops the program with a message in debug
/// builds on Linux and in every build on Apple platforms, and waits for ever in release builds on Linux. Keep the
/// closures short, and call no handler from them.
@_fixed_layout public final class Lock: Sendable {
  // It guards a byte that nobody uses: ThreadSanitizer takes an access to nothing for one to the object's header.
  @usableFromInline let mutex = Guarded<UInt8>(0)

  /// A lock that nobody holds.
  public init() {}

  /// Waits until the lock is free, and runs a closure while holding it.
  ///
  /// - Parameter body: What to do under the lock, on the calling thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is free again then.
  @inlinable @discardableResult
  public func withLock<R, Failure>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    try mutex.withLock { (_: inout UInt8) throws(Failure) in try body() }
  }

  /// Runs a closure while holding the lock, if nobody holds it now.
  ///
  /// - Parameter body: What to do under the lock, on the calling thread.
  /// - Returns: What `body` returns, or `nil` if the lock was taken and `body` did not run.
  /// - Throws: What `body` throws; the lock is free again then.
  @inlinable @discardableResult
  public func withLockIfAvailable<R, Failure>(_ body: () throws(Failure) -> R) throws(Failure) -> R? {
    try mutex.withLockIfAvailable { (_: inout UInt8) throws(Failure) in try body() }
  }

  /// SwiftSignalKit's name for ``withLock(_:)``.
  ///
  /// - Parameter f: What to do under the lock, on the calling thread.
  @inlinable public func locked(_ f: () -> Void) {
    withLock(f)
  }

  /// SwiftSignalKit's name for ``withLock(_:)`` with a closure that may throw.
  ///
  /// - Parameter f: What to do under the lock, on the calling thread.
  /// - Throws: What `f` throws; the lock is free again then.
  @inlinable public func throwingLocked(_ f: () throws -> Void) throws {
    try withLock(f)
  }
}
