#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What this package needs of the C library besides locks.
@usableFromInline
package enum Platform {
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
}
