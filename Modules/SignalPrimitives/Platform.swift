#if canImport(Darwin)
  public import Darwin
  internal import ObjectiveC
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#else
  #error(
    "swift-signals needs the C library of Darwin, glibc, musl or Android: this platform's is none of them")
#endif

#if !canImport(Darwin)
  // The C library has it, but its headers show it to GNU programs only.
  @_silgen_name("gettid") private func gettid() -> pid_t
#endif

/// What this package needs of the C library besides locks: clocks, threads and the process.
@usableFromInline
package enum Platform {
  // MARK: The process

  /// A variable of the process's environment; `nil` if it is not set.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  // MARK: Clocks

  /// Seconds since some moment, by a clock that never goes back.
  @usableFromInline package static var seconds: Double {
    #if canImport(Darwin)
      Double(clock_gettime_nsec_np(CLOCK_UPTIME_RAW)) * 1e-9
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    #endif
  }

  /// The present in UTC: whole seconds since 1970, and the nanoseconds after them.
  package static var date: (seconds: Int, nanoseconds: Int) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return (Int(time.tv_sec), Int(time.tv_nsec))
  }

  // MARK: The calling thread

  /// Lets another thread have the processor, if one waits for it.
  package static func yield() {
    sched_yield()
  }

  /// What tells the calling thread from every other one that runs at the moment.
  package static var thread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// `main`, or the number that the system gives the calling thread.
  package static var threadName: String {
    if isMainThread { return "main" }
    #if canImport(Darwin)
      var number: UInt64 = 0
      pthread_threadid_np(nil, &number)
      return "\(number)"
    #else
      return "\(gettid())"
    #endif
  }

  /// Whether the caller runs on the thread that entered `main`.
  package static var isMainThread: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      // The kernel gives the first thread of a process the number of the process. Asking it costs as much as
      // dispatching, so each thread asks once: 1 stands for yes, 2 for no. These are numbers, and never followed. Known by QueueTests:
      // "the main queue is current on the main thread, also where dispatchMain has not been called".
      var answer = UInt(bitPattern: knownIsMain.pointer)
      if answer == 0 {
        answer = getpid() == gettid() ? 1 : 2
        knownIsMain.pointer = UnsafeRawPointer(bitPattern: answer)
      }
      return answer == 1
    #endif
  }

  #if !canImport(Darwin)
    private static let knownIsMain = ThreadLocal()
  #endif

  /// Releases what Objective-C code puts off, where there is such a thing.
  package static func withAutoreleasePool(_ body: () -> Void) {
    #if canImport(ObjectiveC)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }

  // MARK: New threads

  /// Starts a thread that nobody waits for.
  ///
  /// - Parameters:
  ///   - priority: From 0 to 1, where 0.5 is ordinary.
  ///   - stackSize: Its bytes; `nil` for the platform's choice.
  ///   - body: What the thread does; it ends afterwards.
  /// - Returns: 0, or the number of the error if there is no thread to be had.
  package static func detachThread(
    priority: Double = 0.5, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    #if canImport(Glibc) || canImport(Android)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // safe: this retain is the thread's, which takes it over in `runThread`, unless there is no thread; nobody else has the object. Known by
    // ThreadPoolTests: "what a thread is given to do is there until it is done, and released then".
    let start = Unmanaged.passRetained(ThreadStart(priority: priority, body: body))
    // A closure, which takes on the type that is asked for: whether the pointers may be null, each C library says otherwise.
    let result = pthread_create(&thread, &attributes, { runThread($0) }, start.toOpaque())
    pthread_attr_destroy(&attributes)
    if result != 0 { start.release() }
    return result
  }

  fileprivate static func setPriority(_ priority: Double) {
    guard priority != 0.5 && !priority.isNaN else { return }
    let priority = min(max(priority, 0), 1)
    #if canImport(Darwin)
      var policy: Int32 = 0
      var parameters = sched_param()
      pthread_getschedparam(pthread_self(), &policy, &parameters)
      let lowest = sched_get_priority_min(policy)
      let range = sched_get_priority_max(policy) - lowest
      parameters.sched_priority = lowest + Int32((priority * Double(range)).rounded())
      pthread_setschedparam(pthread_self(), policy, &parameters)
    #else
      // On Linux a "process" (0) is a thread here. Its niceness goes from 19 down to -20; below 0 it is a privilege,
      // so this may fail.
      _ = setpriority(0, 0, Int32(((0.5 - priority) * 39).rounded()))
    #endif
  }
}

private final class ThreadStart: Sendable {
  let priority: Double
  let body: @Sendable () -> Void

  init(priority: Double, body: @escaping @Sendable () -> Void) {
    self.priority = priority
    self.body = body
  }
}

/// What the C library calls on the new thread, once, with what `detachThread` has retained for it.
///
/// - Returns: The same address, as some headers allow no null pointer. Nobody asks for the result of a detached thread.
private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
  guard let start else { preconditionFailure("a thread was started without what it has to do") }
  let thread = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
  Platform.setPriority(thread.priority)
  thread.body()
  return start
}

// MARK: Thread-local pointers

/// One pointer a thread, `nil` at first.
///
/// It is the C library's thread-local storage. The pointee is not owned: whoever sets the pointer resets it before the
/// pointee goes away, or ends the thread. Each instance uses up one of the few keys that the C library has, for the
/// rest of the program. Only the thread itself reads or writes it. Known by those who use it: `SyncFrame`, `ThreadPoolCore.isCurrent`,
/// `Platform.isMainThread`.
@usableFromInline
package struct ThreadLocal: Sendable {
  @usableFromInline let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "pthread_key_create failed with error \(result)")
    self.key = key
  }

  @inlinable package var pointer: UnsafeRawPointer? {
    get { UnsafeRawPointer(pthread_getspecific(key)) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
