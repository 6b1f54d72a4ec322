#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

#if !canImport(Darwin)
  // The C library has it, but its headers show it to GNU programs only.
  @_silgen_name("gettid") private func gettid() -> pid_t
#endif

/// What the C library knows about threads.
enum PlatformThread {
  /// Whether the caller runs on the thread that entered `main`.
  static var isMain: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      // The kernel gives the first thread of a process the number of the process.
      getpid() == gettid()
    #endif
  }
}

/// One pointer a thread, `nil` at first.
///
/// The pointee is not owned: whoever sets the pointer resets it before the pointee goes away. Each instance uses up one
/// of the few keys that the C library has, for the rest of the program.
struct ThreadLocal<Pointee>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "pthread_key_create failed with error \(result)")
    self.key = key
  }

  var pointer: UnsafePointer<Pointee>? {
    get { pthread_getspecific(key).map { UnsafePointer($0.assumingMemoryBound(to: Pointee.self)) } }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
