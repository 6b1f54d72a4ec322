public import SignalPrimitives

/// A value that several threads read and replace, one at a time.
///
/// Use it for state that is shared between threads. The closures run on the calling thread under the value's lock: keep
/// them short, call no handler from them, and do not touch the same `Atomic` there. A closure that does stops the
/// program with a message in debug builds on Linux and in every build on Apple platforms, and waits for ever in
/// release builds on Linux.
///
/// A value that was replaced is let go of after the unlock, so its `deinit` may use the `Atomic` again.
/// SwiftSignalKit's and ReactiveSwift's `Atomic`; the standard library's `Mutex` is the same idea.
@_fixed_layout @preconcurrency
public final class Atomic<T: Sendable>: Sendable {
  @usableFromInline let guarded: Guarded<T>

  /// Holds `value`.
  ///
  /// - Parameter value: The first value.
  @preconcurrency
  public init(value: T) {
    guarded = Guarded(value)
  }

  /// Reads the value under the lock.
  ///
  /// - Parameter f: Gets the value; runs under the lock.
  /// - Returns: What `f` returns.
  /// - Throws: What `f` throws.
  @preconcurrency
  @inlinable public func with<R, Failure>(_ f: (T) throws(Failure) -> R) throws(Failure) -> R {
    try guarded.withLock { (value: inout T) throws(Failure) in try f(value) }
  }

  /// Reads the value under the lock, unless the lock is taken.
  ///
  /// It fails also if the calling thread itself holds the lock.
  ///
  /// - Parameter f: Gets the value; runs under the lock.
  /// - Returns: What `f` returns.
  /// - Throws: ``AtomicLockError/isLocked`` if the lock is taken, else what `f` throws.
  @preconcurrency
  @inlinable public func tryWith<R>(_ f: (T) throws -> R) throws -> R {
    let result = guarded.withLockIfAvailable { value in Result { try f(value) } }
    guard let result else { throw AtomicLockError.isLocked }
    return try result.get()
  }

  /// Replaces the value by one that is made from it.
  ///
  /// - Parameter f: Gets the value and makes the next one; runs under the lock.
  /// - Returns: The new value.
  /// - Throws: What `f` throws; the value stays as it was then.
  @preconcurrency
  @discardableResult
  @inlinable public func modify<Failure>(_ f: (T) throws(Failure) -> T) throws(Failure) -> T {
    // The replaced value leaves the critical section with the result.
    let (_, current) = try guarded.withLock { (value: inout T) throws(Failure) -> (T, T) in
      let previous = value
      value = try f(previous)
      return (previous, value)
    }
    return current
  }

  /// Replaces the value.
  ///
  /// - Parameter value: The next value.
  /// - Returns: The previous one.
  @preconcurrency
  @discardableResult
  @inlinable public func swap(_ value: T) -> T {
    guarded.withLock { current in
      let previous = current
      current = value
      return previous
    }
  }
}

/// Why ``Atomic/tryWith(_:)`` did not run its closure.
public enum AtomicLockError: Error {
  /// The lock was taken at the moment of the call.
  case isLocked
}
