import SignalPrimitives
import TestSupport
import Testing

@Suite struct GuardedTests {
  @Test("a state is changed by one thread at a time")
  func oneAtATime() {
    let state = Guarded((count: 0, isInUse: false))
    let faults = Counter()
    #expect(
      concurrently(4) { thread in
        for _ in 0..<stressRuns(20_000) {
          let change = { (state: inout (count: Int, isInUse: Bool)) in
            if state.isInUse { faults.increment() }
            state.isInUse = true
            state.count += 1
            state.isInUse = false
          }
          if thread % 2 == 0 {
            state.withLock(change)
          } else {
            while state.withLockIfAvailable(change) == nil {}
          }
        }
      })
    #expect(faults.value == 0)
    #expect(state.withLock { $0.count } == 4 * stressRuns(20_000))
  }

  @Test("who does not want to wait for another thread does not get in")
  func noWaiting() {
    let state = Guarded(1)
    let (isInside, goOn) = (Latch(), Latch())
    let holder = Worker {
      state.withLock { state in
        isInside.open()
        goOn.wait()
        state = 2
      }
    }
    isInside.wait()
    #expect(state.withLockIfAvailable { $0 } == nil)
    goOn.open()
    #expect(holder.join())
    #expect(state.withLockIfAvailable { $0 } == 2)
  }

  @Test("a state stays as long as there is a copy, and goes with the last one")
  func lifetime() {
    let aviary = Aviary()
    do {
      var copies = [Guarded(aviary.canary())]
      copies.append(copies[0])
      copies.removeFirst()
      copies[0].withLock { $0.sing() }
      #expect(aviary.alive == 1)
    }
    #expect(aviary.alive == 0)
  }
}
