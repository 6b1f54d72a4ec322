import Concurrency
import Disposables
import SignalTesting
import TestSupport
import Testing

@Suite struct TestSchedulerTests {
  @Test("no time is too long to wait for, also twice")
  func endlessTime() {
    let scheduler = TestScheduler()
    let runs = Counter()
    for seconds in [.infinity, 2, .infinity, 3e9, 3e9, .infinity] {
      scheduler.advance(by: seconds)
      _ = scheduler.after(3e9) { runs.increment() }
    }
    scheduler.advance(by: .infinity)
    #expect(runs.value == 6)
  }

  @Test("work runs in the order of its time, then of its arrival; time stands where it is due")
  func order() {
    let scheduler = TestScheduler()
    let log = Recording<String>()
    scheduler.after(2) { log.append("b at \(scheduler.now)") }
    scheduler.after(1) { log.append("a at \(scheduler.now)") }
    scheduler.after(2) { log.append("c at \(scheduler.now)") }
    scheduler.async { log.append("now") }
    #expect(log.elements == [])
    scheduler.advance()
    #expect(log.elements == ["now"])
    scheduler.advance(by: 1.5)
    #expect(log.elements == ["now", "a at 1.0"])
    #expect(scheduler.now == 1.5)
    scheduler.advance(to: 2)
    #expect(log.elements == ["now", "a at 1.0", "b at 2.0", "c at 2.0"])
    #expect(scheduler.pending == 0)
  }

  @Test("work may schedule more, which runs in the same advance if it is due")
  func nested() {
    let scheduler = TestScheduler()
    let log = Recording<Double>()
    scheduler.after(1) {
      log.append(scheduler.now)
      scheduler.after(1) { log.append(scheduler.now) }
      scheduler.after(0) { log.append(scheduler.now) }
      scheduler.async { log.append(-1) }
      #expect(scheduler.isCurrent())
    }
    #expect(!scheduler.isCurrent())
    scheduler.advance(by: .seconds(5))
    #expect(log.elements == [1, -1, 1, 2])
  }

  @Test("disposed work does not run, and is freed at once")
  func cancelling() {
    let scheduler = TestScheduler()
    let aviary = Aviary()
    let work = scheduler.after(1) { [canary = aviary.canary()] in
      canary.sing()
      Issue.record("ran after disposal")
    }
    #expect(aviary.alive == 1)
    work.dispose()
    #expect(aviary.alive == 0)
    scheduler.run()
    #expect(scheduler.now == 0)
  }

  @Test("run goes on until nothing waits; negative, zero, NaN and infinite delays are defined")
  func running() {
    let scheduler = TestScheduler()
    let log = Recording<Double>()
    for delay in [3, 0, -5, .nan, 1e-9, 1e8] {
      scheduler.after(delay) { log.append(delay.isNaN ? -1 : delay) }
    }
    scheduler.after(.infinity) { Issue.record("never") }
    scheduler.run()
    #expect(log.elements == [0, -5, -1, 1e-9, 3, 1e8])
    #expect(scheduler.now == 1e8)
  }

  @Test("what repeats for ever stops run with a message")
  func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = TestScheduler()
      Timer(timeout: 1, repeat: true, completion: {}, queue: scheduler).start()
      @Sendable func again() { scheduler.after(1, again) }
      again()
      scheduler.run(limit: 1_000)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("more than 1000 works"))
  }

  @Test("a repeating timer keeps its moments")
  func timer() {
    let scheduler = TestScheduler()
    let log = Recording<Double>()
    let timer = Timer(timeout: 0.1, repeat: true, completion: { log.append(scheduler.now) }, queue: scheduler)
    timer.start()
    scheduler.advance(by: 100)
    #expect(log.elements.count == 1_000)
    #expect(log.elements.last == 100)
    timer.invalidate()
    scheduler.advance(by: 1)
    #expect(log.elements.count == 1_000)
  }

  @Test("B109: any thread may schedule and advance; what is due runs once, and one at a time")
  func threads() {
    let scheduler = TestScheduler()
    let ran = Counter()
    let inside = Counter()
    concurrently(4) { thread in
      for step in 0..<500 {
        scheduler.after(Double(step % 7)) {
          #expect(inside.increment() == 1)
          ran.increment()
          inside.increment(by: -1)
        }
        if thread == 0 { scheduler.advance(by: 0.5) }
      }
    }
    scheduler.advance(by: 10)
    #expect(ran.value == 2_000)
  }

  @Test("advancing from inside work returns at once, and whoever was advancing goes on to the later time")
  func advancingInside() {
    let scheduler = TestScheduler()
    let log = Recording<String>()
    scheduler.after(1) {
      scheduler.advance(by: 5)
      log.append("returned at \(scheduler.now)")
    }
    scheduler.after(4) { log.append("four") }
    scheduler.advance(by: 1)
    #expect(log.elements == ["returned at 1.0", "four"])
    #expect(scheduler.now == 6)
  }

  @Test("the immediate scheduler waits for nothing")
  func immediate() {
    let log = Recording<Int>()
    ImmediateScheduler().async { log.append(1) }
    ImmediateScheduler().after(1_000) { log.append(2) }
    ImmediateScheduler().after(.infinity) { log.append(3) }
    #expect(log.elements == [1, 2])
    #expect(ImmediateScheduler().isCurrent())
  }

  @Sendable private static func isRefusal(_ issue: Issue) -> Bool {
    issue.comments.map(\.rawValue).joined().hasPrefix("the main queue is forbidden in this test")
  }

  @Test(
    "the forbidden scheduler fails the test, and names what it stands for", .filterIssues { !isRefusal($0) })
  func forbidden() {
    let scheduler = ForbiddenScheduler("the main queue")
    for touch in 0..<4 {
      withKnownIssue {
        switch touch {
        case 0: scheduler.async { Issue.record("ran") }
        case 1: scheduler.after(1) { Issue.record("ran") }
        case 2: _ = scheduler.now
        default: _ = scheduler.isCurrent()
        }
      } matching: {
        Self.isRefusal($0)
      }
    }
  }
}
