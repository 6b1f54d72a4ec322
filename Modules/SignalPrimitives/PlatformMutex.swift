#if canImport(os)
  public import os

  @usableFromInline package typealias PlatformMutex = os_unfair_lock
#elseif canImport(Glibc)
  public import Glibc

  @usableFromInline package typealias PlatformMutex = pthread_mutex_t
#elseif canImport(Musl)
  public import Musl

  @usableFromInline package typealias PlatformMutex = pthread_mutex_t
#elseif canImport(Android)
  public import Android

  @usableFromInline package typealias PlatformMutex = pthread_mutex_t
#endif

/// The platform's lock, in memory that never moves.
///
/// On Linux this is `pthread_mutex_t` and not `Synchronization.Mutex`, which costs five times as much there and hides
/// from ThreadSanitizer once it is contended.
///
/// The memory is that of a `GuardedStorage`, which makes it a lock before anybody has it, and unmakes it in its `deinit`. Known by
/// `GuardedTests`.
extension UnsafeMutablePointer where Pointee == PlatformMutex {
  @usableFromInline package func initializeMutex() {
    #if canImport(os)
      initialize(to: os_unfair_lock())
    #else
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      #if DEBUG
        // Taking the lock twice on one thread is reported, where a release build would wait for ever.
        pthread_mutexattr_settype(&attributes, .init(PTHREAD_MUTEX_ERRORCHECK))
      #endif
      let result = pthread_mutex_init(self, &attributes)
      pthread_mutexattr_destroy(&attributes)
      precondition(result == 0, "pthread_mutex_init failed with error \(result)")
    #endif
  }

  @usableFromInline package func destroyMutex() {
    #if canImport(os)
      deinitialize(count: 1)
    #else
      pthread_mutex_destroy(self)
    #endif
  }

  @inlinable package func lock() {
    #if canImport(os)
      os_unfair_lock_lock(self)
    #else
      let result = pthread_mutex_lock(self)
      precondition(result == 0, "a lock was taken twice by one thread: the closure given to it used it again")
    #endif
  }

  @inlinable package func tryLock() -> Bool {
    #if canImport(os)
      os_unfair_lock_trylock(self)
    #else
      pthread_mutex_trylock(self) == 0
    #endif
  }

  @inlinable package func unlock() {
    #if canImport(os)
      os_unfair_lock_unlock(self)
    #else
      pthread_mutex_unlock(self)
    #endif
  }
}
