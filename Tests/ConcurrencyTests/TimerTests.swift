import Concurrency
import Dispatch
import Testing

@Suite struct TimerTests {
  @Test("B79: the first tick comes after one whole timeout, the others at its multiples")
  func ticks() {
    let time = VirtualTime()
    let ticks = Atomic<[Double]>(value: [])
    let timer = Timer(
      timeout: 0.1, repeat: true, completion: { ticks.modify { $0 + [(time.now * 1e6).rounded() / 1e6] } },
      queue: time)
    timer.start()
    #expect(ticks.with { $0 } == [])
    time.advance(by: 0.099)
    #expect(ticks.with { $0 } == [])
    time.advance(by: 0.901)
    #expect(ticks.with { $0 } == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
  }

  @Test("B79: on a real queue the first tick comes on the queue, and not early")
  func realTick() {
    let queue = Queue()
    let done = Gate()
    let start = queue.now
    let timer = Timer(
      timeout: 0.02, repeat: false,
      completion: {
        #expect(queue.isCurrent())
        #expect(queue.now - start >= 0.02)
        done.open()
      }, queue: queue)
    timer.start()
    done.pass()
    withExtendedLifetime(timer) {}
  }

  @Test("ticks that were missed are left out, and the others stay where they were")
  func missedTicks() {
    let time = VirtualTime()
    let ticks = Atomic<[Double]>(value: [])
    let timer = Timer(
      timeout: 1, repeat: true,
      completion: {
        ticks.modify { $0 + [time.now] }
        if time.now == 1 { time.lose(2.5) }
      }, queue: time)
    timer.start()
    time.advance(by: 6)
    #expect(ticks.with { $0 } == [1, 4, 5, 6])
    withExtendedLifetime(timer) {}
  }

  @Test("a tick that is due when the one before has returned is not left out", arguments: [1, 0.1, 0.3])
  func dueTick(timeout: Double) {
    let time = VirtualTime()
    let ticks = Counter()
    let timer = Timer(
      timeout: timeout, repeat: true,
      completion: { if ticks.increment() == 3 { time.lose(3 * timeout) } }, queue: time)
    timer.start()
    time.advance(by: 8 * timeout)
    // At 1, 2 and 3 times the timeout, and at 6, which is due at once, and 7 and 8.
    #expect(ticks.value == 6)
    withExtendedLifetime(timer) {}
  }

  @Test(
    "a repeating timer ticks a thousand times a second at most", arguments: [0, -1, 1e-9, -.infinity, .nan])
  func shortest(timeout: Double) {
    let time = VirtualTime()
    let ticks = Counter()
    let timer = Timer(timeout: timeout, repeat: true, completion: { _ = ticks.increment() }, queue: time)
    timer.start()
    time.advance(by: 1)
    #expect(ticks.value == 1_000)
    withExtendedLifetime(timer) {}
  }

  @Test(
    "no timeout traps on a real queue", arguments: [0, -1, 1e-9, -.infinity, .nan, 600, 1e12, .infinity],
    [false, true])
  func timeouts(timeout: Double, repeats: Bool) {
    let queue = Queue()
    let gate = Gate()
    let timer = Timer(timeout: timeout, repeat: repeats, completion: { gate.open() }, queue: queue)
    timer.start()
    if timeout < 1 || timeout.isNaN { gate.pass() }
    timer.invalidate()
  }

  @Test("B80: a timer that is started twice ticks as if started once")
  func startedTwice() {
    let time = VirtualTime()
    let ticks = Counter()
    let timer = Timer(timeout: 1, repeat: true, completion: { _ = ticks.increment() }, queue: time)
    timer.start()
    time.advance(by: 0.5)
    timer.start()
    time.advance(by: 1.5)
    #expect(ticks.value == 2)
    #expect(time.pendingCount == 1)
  }

  @Test("B80: a timer that is released without having been started releases its closure")
  func neverStarted() {
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      _ = Timer(timeout: 1, repeat: true, completion: { [token] in print(token) }, queue: .mainQueue())
    }
    #expect(weakToken == nil)
  }

  @Test("B41: releasing the timer stops it and leaves nothing behind")
  func released() {
    let time = VirtualTime()
    let ticks = Counter()
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let timer = Timer(
        timeout: 1, repeat: true,
        completion: { [token] in
          withExtendedLifetime(token) {}
          ticks.increment()
        }, queue: time)
      timer.start()
      time.advance(by: 2)
    }
    #expect(ticks.value == 2)
    #expect(time.pendingCount == 0)
    #expect(weakToken == nil)
  }

  @Test("B80: a timer may be released inside its own handler", arguments: [false, true])
  func releasedWithin(repeats: Bool) {
    let time = VirtualTime()
    let ticks = Counter()
    let owner = Atomic<Timer?>(value: nil)
    weak var weakTimer: Timer?
    do {
      let timer = Timer(
        timeout: 1, repeat: repeats,
        completion: {
          owner.swap(nil)
          ticks.increment()
        }, queue: time)
      weakTimer = timer
      owner.swap(timer)
      timer.start()
    }
    time.advance(by: 5)
    #expect(ticks.value == 1)
    #expect(time.pendingCount == 0)
    #expect(weakTimer == nil)
  }

  @Test("a timer that is invalidated does not tick and cannot be started again")
  func invalidated() {
    let time = VirtualTime()
    let ticks = Counter()
    let timer = Timer(timeout: 1, repeat: true, completion: { _ = ticks.increment() }, queue: time)
    timer.start()
    timer.invalidate()
    timer.start()
    #expect(time.pendingCount == 0)
    time.advance(by: 5)
    #expect(ticks.value == 0)
  }

  @Test("the closure is released by invalidate, at once, or when it returns if it is running")
  func closureReleased() {
    let time = VirtualTime()
    weak var weakToken: Token?
    func make(_ completion: @escaping @Sendable (Timer) -> Void) -> Timer {
      let token = Token()
      weakToken = token
      return Timer(
        timeout: 1, repeat: true,
        completion: { [token] timer in withExtendedLifetime(token) { completion(timer) } }, queue: time)
    }
    let idle = make { _ in }
    idle.invalidate()
    #expect(weakToken == nil)
    let waiting = make { _ in }
    waiting.start()
    waiting.invalidate()
    #expect(weakToken == nil)
    let within = make { $0.invalidate() }
    within.start()
    time.advance(by: 5)
    #expect(weakToken == nil)
  }

  @Test("the closure of a timer that does not repeat is released when it has run")
  func closureReleasedAfterTick() {
    let time = VirtualTime()
    let ticks = Counter()
    weak var weakToken: Token?
    let timer: Timer
    do {
      let token = Token()
      weakToken = token
      timer = Timer(
        timeout: 1, repeat: false,
        completion: { [token] in
          withExtendedLifetime(token) {}
          ticks.increment()
        }, queue: time)
    }
    timer.start()
    time.advance(by: 5)
    timer.start()
    time.advance(by: 5)
    #expect(ticks.value == 1)
    #expect(weakToken == nil)
  }

  @Test("B26: the deinit of what the closure holds may invalidate and start the timer")
  func reentrantDeinit() {
    let time = VirtualTime()
    let owner = Atomic<Timer?>(value: nil)
    let ends = Counter()
    do {
      let token = Token {
        owner.with { $0 }?.invalidate()
        owner.with { $0 }?.start()
        ends.increment()
      }
      owner.swap(
        Timer(
          timeout: 1, repeat: true, completion: { [token] in withExtendedLifetime(token) {} }, queue: time))
    }
    owner.with { $0 }?.start()
    time.advance(by: 1)
    owner.with { $0 }?.invalidate()
    #expect(ends.value == 1)
  }

  @Test("after invalidate has returned on the queue, a tick that was due does not run")
  func invalidatedOnQueue() {
    let queue = Queue()
    let due = Gate()
    let ticks = Counter()
    let timer = Timer(timeout: 1e-3, repeat: true, completion: { _ = ticks.increment() }, queue: queue)
    queue.sync {
      timer.start()
      Queue.concurrentDefaultQueue().after(0.02) { due.open() }
      due.pass()
      timer.invalidate()
    }
    queue.sync {}
    #expect(ticks.value == 0)
  }

  @Test("invalidate does not wait for a tick that runs on another thread")
  func invalidatedDuringTick() {
    let queue = Queue()
    let entered = Gate()
    let leave = Gate()
    let ticks = Counter()
    let freed = Gate()
    let timer: Timer
    do {
      let token = Token { freed.open() }
      timer = Timer(
        timeout: 1e-3, repeat: true,
        completion: { [token] in
          withExtendedLifetime(token) {
            ticks.increment()
            entered.open()
            leave.pass()
          }
        }, queue: queue)
    }
    timer.start()
    entered.pass()
    timer.invalidate()
    #expect(!freed.isOpen(within: 0))
    leave.open()
    freed.pass()
    queue.sync {}
    #expect(ticks.value == 1)
  }

  @Test("B80: eight threads may start and invalidate one timer")
  func stress() {
    let queue = Queue()
    for _ in 0..<100 {
      let freed = Gate()
      do {
        let token = Token { freed.open() }
        let timer = Timer(
          timeout: 0, repeat: true, completion: { [token] in withExtendedLifetime(token) {} }, queue: queue)
        onThreads(8) { index in
          timer.start()
          if index % 2 == 0 { timer.invalidate() }
        }
      }
      freed.pass()
    }
  }
}
