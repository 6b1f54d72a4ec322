public import Interleaving

@usableFromInline package typealias PlatformMutex = ExploredMutex

extension UnsafeMutablePointer where Pointee == PlatformMutex {
  @usableFromInline package func initializeMutex() { initialize(to: ExploredMutex()) }
  @usableFromInline package func destroyMutex() { deinitialize(count: 1) }
  @usableFromInline package func lock(_ file: StaticString, _ line: UInt) { pointee.lock(file, line) }
  @usableFromInline package func tryLock(_ file: StaticString, _ line: UInt) -> Bool {
    pointee.tryLock(file, line)
  }
  @usableFromInline package func unlock() { pointee.unlock() }
}
