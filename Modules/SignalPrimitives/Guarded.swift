// A module interface names what `PlatformMutex` stands for.
#if canImport(os)
  public import os
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// A state and the lock that guards it, in one allocation.
///
/// A state that is a closure is a ``StoredClosure``.
///
/// `withLock` is the only door. Two rules for its closure, which the type cannot check:
///
/// - It runs no foreign code: no handler, no `==`, no `dispose()`.
/// - What it takes out of the state it returns, so that the caller lets go of it after the unlock: a release can run a
///   `deinit`, and a `deinit` is foreign code.
@frozen @usableFromInline
package struct Guarded<State>: @unchecked Sendable {
  // safe: every copy holds the storage, and who calls one holds it meanwhile; the state is reached through the lock alone, and
  // neither pointer leaves the call. Known by Tests/SignalPrimitivesTests/GuardedTests: "a state is changed by one thread at a time", "a
  // state stays as long as there is a copy, and goes with the last one".
  @usableFromInline let storage: ManagedBuffer<State, PlatformMutex>

  @inlinable package init(_ state: State) {
    storage = GuardedStorage<State>.create(minimumCapacity: 1) { _ in state }
    storage.withUnsafeMutablePointerToElements { $0.initializeMutex() }
  }

  @inlinable package func withLock<Result, Failure>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { (state, mutex) throws(Failure) in
      mutex.lock()
      defer { mutex.unlock() }
      return try body(&state.pointee)
    }
  }

  /// Runs `body` unless another thread holds the lock, and says `nil` then.
  @inlinable package func withLockIfAvailable<Result, Failure>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try storage.withUnsafeMutablePointers { (state, mutex) throws(Failure) in
      guard mutex.tryLock() else { return nil }
      defer { mutex.unlock() }
      return try body(&state.pointee)
    }
  }
}

@usableFromInline
final class GuardedStorage<State>: ManagedBuffer<State, PlatformMutex> {
  // safe: nobody holds the storage any more, so nobody has the lock or waits for it. Known as above.
  deinit {
    withUnsafeMutablePointerToElements { $0.destroyMutex() }
  }
}
