internal import Interleaving

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Time stands still here, a thread is a number, and a new one is one of those that the program calls `runDetached`.
@usableFromInline
package enum Platform {
  package static func environment(_ name: String) -> String? { nil }
  @usableFromInline package static var seconds: Double { 0 }
  package static var date: (seconds: Int, nanoseconds: Int) { (0, 0) }
  package static func yield() { Explorer.current.patience() }
  package static var thread: UInt { UInt(Explorer.current.running) }
  package static var threadName: String { "\(thread)" }
  package static var isMainThread: Bool { false }
  package static func withAutoreleasePool(_ body: () -> Void) { body() }

  package static func detachThread(
    priority: Double = 0.5, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Int32 {
    Explorer.current.detach(body)
    return 0
  }
}

/// The same as in the library: an explored thread is one of the C library's.
@usableFromInline
package struct ThreadLocal: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0)
    self.key = key
  }

  @usableFromInline package var pointer: UnsafeRawPointer? {
    get { UnsafeRawPointer(pthread_getspecific(key)) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
