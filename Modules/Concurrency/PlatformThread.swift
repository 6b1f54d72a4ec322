#if canImport(Darwin)
  internal import Darwin
  internal import ObjectiveC
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

/// What the C library does with threads.
package enum PlatformThread {
  /// `main`, or the number that the system gives the calling thread.
  package static var name: String {
    if isMain { return "main" }
    #if canImport(Darwin)
      var number: UInt64 = 0
      pthread_threadid_np(nil, &number)
      return "\(number)"
    #else
      return "\(gettid())"
    #endif
  }

  /// Whether the caller runs on the thread that entered `main`.
  static var isMain: Bool {
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

  /// Starts a thread that nobody waits for.
  ///
  /// - Parameters:
  ///   - priority: From 0 to 1, where 0.5 is ordinary.
  ///   - body: What the thread does; it ends afterwards.
  static func detach(priority: Double, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Glibc) || canImport(Android)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // safe: this retain is the thread's, which takes it over in `run`; nobody else has the object. Known by ThreadPoolTests: "what a
    // thread is given to do is there until it is done, and released then".
    let start = Unmanaged.passRetained(ThreadStart(priority: priority, body: body))
    let result = pthread_create(&thread, &attributes, runThread, start.toOpaque())
    pthread_attr_destroy(&attributes)
    precondition(result == 0, "pthread_create failed with error \(result)")
  }

  /// Releases what Objective-C code puts off, where there is such a thing.
  static func withAutoreleasePool(_ body: () -> Void) {
    #if canImport(ObjectiveC)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
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

#if canImport(Darwin)
  private let runThread: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = run
#else
  private let runThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = run
#endif

/// What the C library calls on the new thread, once, with what `detach` has retained for it.
private func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let start else { return nil }
  let thread = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
  PlatformThread.setPriority(thread.priority)
  thread.body()
  return nil
}
