#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// One pointer a thread, `nil` at first.
///
/// It is the C library's thread-local storage. The pointee is not owned: whoever sets the pointer resets it before the
/// pointee goes away, or ends the thread. Each instance uses up one of the few keys that the C library has, for the
/// rest of the program. Only the thread itself reads or writes it. Known by those who use it: `SyncFrame`, `ThreadPoolCore.isCurrent`,
/// `PlatformThread.isMain`.
struct ThreadLocal: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "pthread_key_create failed with error \(result)")
    self.key = key
  }

  var pointer: UnsafeRawPointer? {
    get { UnsafeRawPointer(pthread_getspecific(key)) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
