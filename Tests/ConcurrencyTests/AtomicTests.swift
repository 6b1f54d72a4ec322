import Concurrency
import Testing

@Suite struct AtomicTests {
  @Test("an atomic value is read, made anew and swapped")
  func basics() {
    let atomic = Atomic(value: 1)
    #expect(atomic.with { $0 + 1 } == 2)
    #expect(atomic.modify { $0 + 10 } == 11)
    #expect(atomic.swap(5) == 11)
    #expect(atomic.with { $0 } == 5)
  }

  @Test("a closure that throws leaves the value and the lock as they were")
  func throwing() {
    struct Failure: Error {}
    let atomic = Atomic(value: 1)
    #expect(throws: Failure.self) { _ = try atomic.with { _ throws(Failure) in throw Failure() } }
    #expect(throws: Failure.self) { try atomic.modify { _ throws(Failure) in throw Failure() } }
    #expect(throws: Failure.self) { _ = try atomic.tryWith { _ in throw Failure() } }
    #expect(atomic.with { $0 } == 1)
  }

  @Test("tryWith fails while the lock is taken, also by the same thread")
  func tryWith() throws {
    let atomic = Atomic(value: 1)
    _ = atomic.with { _ in
      #expect(throws: AtomicLockError.isLocked) { _ = try atomic.tryWith { $0 } }
    }
    #expect(try atomic.tryWith { $0 } == 1)
  }

  @Test("B26: the deinit of a replaced value may use the atomic value that replaces it")
  func replacedValue() {
    let atomic = Atomic<Token?>(value: nil)
    let ends = Counter()
    let token: @Sendable () -> Token = {
      Token {
        atomic.with { _ in }
        ends.increment()
      }
    }
    atomic.swap(token())
    atomic.swap(token())
    #expect(ends.value == 1)
    atomic.modify { _ in token() }
    #expect(ends.value == 2)
    atomic.modify { _ in nil }
    #expect(ends.value == 3)
  }

  #if DEBUG
    @Test("B92: a closure that uses the value whose lock it runs under stops a debug build and says why")
    func recursion() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let atomic = Atomic(value: 1)
        atomic.modify { _ in atomic.with(\.self) }
      }
      #if !canImport(Darwin)
        let message = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("a lock was taken twice by one thread"))
      #endif
    }
  #endif

  @Test("B100: no change is lost among eight threads")
  func stress() {
    let atomic = Atomic(value: [0])
    onThreads(8) { _ in
      for _ in 0..<500 {
        atomic.modify { [$0[0] + 1] }
        _ = try? atomic.tryWith { $0.count }
      }
    }
    #expect(atomic.with { $0 } == [4_000])
  }
}
