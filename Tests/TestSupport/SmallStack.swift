#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A closure for a thread with a stack of 512 KiB.
package final class SmallStack: Sendable {
  private let work: @Sendable () -> Void

  package init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  /// - Returns: Whether the thread could be made.
  package func start() -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 512 << 10)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          Unmanaged<SmallStack>.fromOpaque(argument).takeRetainedValue().work()
        #else
          argument.map { Unmanaged<SmallStack>.fromOpaque($0).takeRetainedValue().work() }
        #endif
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    return result == 0
  }
}
