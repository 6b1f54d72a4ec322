import Concurrency
import Testing

@Suite struct LockTests {
  @Test("a lock lets one thread through at a time")
  func exclusion() {
    final class Unprotected: @unchecked Sendable {  // safe: used under the lock alone
      var count = 0
    }
    let lock = Lock()
    let unprotected = Unprotected()
    onThreads(8) { _ in
      for _ in 0..<1_000 {
        lock.withLock { unprotected.count += 1 }
        lock.locked { unprotected.count += 1 }
      }
    }
    #expect(unprotected.count == 16_000)
  }

  @Test("a lock returns what the closure returns and throws what it throws, and is free afterwards")
  func results() {
    struct Failure: Error {}
    let lock = Lock()
    #expect(lock.withLock { 1 } == 1)
    #expect(throws: Failure.self) { try lock.withLock { () throws(Failure) in throw Failure() } }
    #expect(throws: Failure.self) { try lock.throwingLocked { throw Failure() } }
    #expect(lock.withLockIfAvailable { 2 } == 2)
  }

  @Test("a lock that is taken is not waited for if it need not be")
  func taken() {
    let lock = Lock()
    lock.withLock {
      #expect(lock.withLockIfAvailable { true } == nil)
    }
    #expect(lock.withLockIfAvailable { true } == true)
  }
}
