internal import Interleaving

/// Time stands still here, and a thread is a number.
@usableFromInline
package enum Platform {
  @usableFromInline package static var seconds: Double { 0 }
  package static func yield() { Explorer.current.patience() }
  package static var thread: UInt { UInt(Explorer.current.running) }
}
