import Concurrency
import Disposables
import Operators
import SignalPrimitives
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct TimerSourceTests {
  @Test("B79: the first tick comes after one interval, and the ticks do not drift")
  func ticks() throws {
    let scheduler = TestScheduler()
    try expectSignal(
      Signal<Int, NoError>.timer(2, on: scheduler), sends: "--0-1-2!", values: ["0": 0, "1": 1, "2": 2],
      on: scheduler)
    try expectSignal(
      Signal<Int, NoError>.interval(.seconds(3), on: scheduler).take(2), sends: "---0--(1|)",
      values: ["0": 0, "1": 1], on: scheduler)
    #expect(scheduler.pending == 0)
  }

  @Test("timer(after:) counts once and completes; each start waits anew, and a disposal cancels the timer")
  func once() throws {
    let scheduler = TestScheduler()
    let (inSeconds, asDuration) = (
      Signal<Int, NoError>.timer(after: 2, on: scheduler),
      Signal<Int, NoError>.timer(after: .seconds(3), on: scheduler)
    )
    for _ in 1...2 {
      try expectSignal(inSeconds, sends: "--(0|)", values: ["0": 0], on: scheduler)
      try expectSignal(asDuration, sends: "---(0|)", values: ["0": 0], on: scheduler)
      try expectSignal(inSeconds, sends: "-!----", values: [:], on: scheduler)
      #expect(scheduler.pending == 0)
    }
  }

  @Test("timer(after:) of no time is for the next turn of the scheduler, of an infinite one for never")
  func onceAtTheLimits() throws {
    let scheduler = TestScheduler()
    let recorder = Recorder(Signal<Int, NoError>.timer(after: 0, on: scheduler), on: scheduler)
    #expect(recorder.events == [])
    scheduler.advance()
    #expect(recorder.events == [.next(0), .completed])
    let never = Signal<Int, NoError>.timer(after: .infinity, on: scheduler)
    try expectSignal(never, sends: "------!", values: [:], on: scheduler)
    #expect(scheduler.pending == 0)
  }

  @Test("two starts count by themselves, and a real queue ticks")
  func starts() {
    let queue = Queue(name: "ticks")
    let signal = Signal<Int, NoError>.timer(0.001, on: queue).take(3)
    for _ in 1...2 {
      let (log, done) = (Recording<Int>(), Latch())
      signal.start(next: { log.append($0) }, completed: { done.open() })
      #expect(done.wait())
      #expect(log.elements == [0, 1, 2])
    }
  }
}

@Suite struct DelayValuesTests {
  private let scheduler = TestScheduler()

  @Test("values and the completion come later, with the same distances; an error comes at once")
  func shift() throws {
    let source = try scheduler.cold("-a-bc---|")
    try expectSignal(source.signal |> delayValues(3, on: scheduler), sends: "----a-bc---|", on: scheduler)
    let fast = try scheduler.cold("-a-b|", frame: 0.5)
    try expectSignal(
      fast.signal |> delayValues(.milliseconds(500), on: scheduler), sends: "--a-b|", on: scheduler,
      frame: 0.5)
    let failing = try scheduler.cold("ab-#", error: Failure())
    try expectSignal(
      failing.signal.delayValues(2, on: scheduler), sends: "--a#", error: Failure(), on: scheduler)
  }

  @Test(
    "no time, a negative one and none that is a number mean as soon as possible", arguments: [0, -1, .nan])
  func limits(interval: Double) throws {
    let source = try scheduler.cold("a-b|")
    try expectSignal(source.signal.delayValues(interval, on: scheduler), sends: "a-b|", on: scheduler)
  }

  @Test("on a concurrent queue, values of several threads come one at a time and in order")
  func concurrent() {
    let source = Source<Int, NoError>()
    let (inside, overlaps, log, done) = (Counter(), Counter(), Recording<Int>(), Latch())
    source.signal.delayValues(0.001, on: Queue.concurrentDefaultQueue()).start(
      next: { value in
        if inside.increment() > 1 { overlaps.increment() }
        log.append(value)
        inside.increment(by: -1)
      }, completed: { done.open() })
    for number in 0..<5_000 { source.putNext(number) }
    source.putCompletion()
    #expect(done.wait())
    #expect(log.elements == Array(0..<5_000))
    #expect(overlaps.value == 0)
  }

  @Test("disposal drops what waits and cancels the timer")
  func disposal() {
    let aviary = Aviary()
    let source = Source<Canary, NoError>()
    let disposable = source.signal.delayValues(2, on: scheduler).start()
    for _ in 1...3 { source.putNext(aviary.canary()) }
    #expect(aviary.alive == 3)
    disposable.dispose()
    #expect(aviary.alive == 0)
    #expect(scheduler.pending == 0)
  }
}

@Suite struct SuspendAwareDelayTests {
  private let scheduler = TestScheduler()

  @Test("awake, it is a delay, also of less than a look at the clock, and of no time at all")
  func awake() throws {
    let source = try scheduler.cold("a|")
    try expectSignal(
      source.signal |> suspendAwareDelay(10, queue: scheduler), sends: "----------a|", on: scheduler)
    try expectSignal(
      source.signal |> suspendAwareDelay(.seconds(2), queue: scheduler), sends: "--a|", on: scheduler)
    try expectSignal(source.signal |> suspendAwareDelay(0, queue: scheduler), sends: "a|", on: scheduler)
  }

  @Test("time that was slept through counts, at the next look at the clock")
  func asleep() {
    let source = Source<Int, NoError>()
    let slept = Guarded(0.0)
    let subscription = source.signal.suspendAwareDelay(100, granularity: 4, queue: scheduler) {
      scheduler.now + slept.withLock { $0 }
    }.start()
    scheduler.advance(by: 8)
    slept.withLock { $0 = 90 }
    scheduler.advance(by: 1)
    #expect(source.starts == 0)  // 99 have passed
    scheduler.advance(by: 3)
    #expect(source.starts == 1)
    #expect(scheduler.pending == 0)
    subscription.dispose()
  }

  /// Does not wait, and moves its clock by a part of the delay.
  private final class HastyScheduler: Scheduler {
    let delays = Recording<Double>()
    private let pace: Double
    private let time = Guarded(0.0)

    init(pace: Double) {
      self.pace = pace
    }

    var now: Double { time.withLock { $0 } }

    func isCurrent() -> Bool { true }

    func async(_ work: @escaping @Sendable () -> Void) { work() }

    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
      delays.append(delay)
      time.withLock { $0 += delay * pace }
      work()
      return EmptyDisposable
    }
  }

  @Test(
    "a scheduler whose clock does not move while it waits is asked for the rest at once",
    arguments: [(0, [4, 396]), (1e-9, [4, 396]), (0.999, Array(repeating: 4, count: 100))]
      as [(Double, [Double])])
  func standingClock(pace: Double, delays: [Double]) {
    let scheduler = HastyScheduler(pace: pace)
    let source = Source<Int, NoError>()
    let signal = source.signal.suspendAwareDelay(400, granularity: 4, queue: scheduler) { 0 }
    let subscription = signal.start()
    #expect(source.starts == 1)
    #expect(scheduler.delays.elements.map { ($0 * 1e3).rounded() / 1e3 } == delays)
    subscription.dispose()
  }

  @Test("however long the time is, a scheduler that does not wait starts at once", arguments: [1e12, 1e300])
  func immediate(time: Double) {
    let log = record(Signal<Int, NoError>.single(1).suspendAwareDelay(time, queue: ImmediateScheduler()))
    #expect(log.elements == [.next(1), .completed])
  }

  @Test("in virtual time, the clock is looked at as often as it should be")
  func looks() {
    let source = Source<Int, NoError>()
    let looks = Counter()
    let signal = source.signal.suspendAwareDelay(0.7, granularity: 0.1, queue: scheduler) {
      looks.increment()
      return 0
    }
    let subscription = signal.start()
    scheduler.advance(by: 0.7)
    #expect(source.starts == 1)
    #expect(looks.value == 8)  // at the start, and after each of seven pauses
    subscription.dispose()
  }

  @Test("disposal before the start cancels it")
  func disposal() {
    let source = Source<Int, NoError>()
    let subscription = source.signal.suspendAwareDelay(10, granularity: 1, queue: scheduler).start()
    scheduler.advance(by: 5)
    subscription.dispose()
    #expect(scheduler.pending == 0)
    scheduler.advance(by: 10)
    #expect(source.starts == 0)
  }
}

@Suite struct TimeoutTests {
  private let scheduler = TestScheduler()

  @Test("B74: without an event the alternate signal is started, or the error sent, once, at the right time")
  func fires() throws {
    let (open, other) = (
      try scheduler.cold("----------", error: Failure()), try scheduler.cold("-x|", error: Failure())
    )
    try expectSignal(
      open.signal |> timeout(3, queue: scheduler, alternate: other.signal), sends: "----x|", on: scheduler)
    try expectSignal(
      open.signal |> timeout(.seconds(3), queue: scheduler, error: Failure()), sends: "---#",
      error: Failure(),
      on: scheduler)
    #expect(open.subscriptions.first?.description == "^--!")
    #expect(open.subscriptions.count == 2 && other.subscriptions.count == 1)
  }

  @Test("the first event cancels it, whichever it is, also one that is sent while the signal starts")
  func cancelled() throws {
    let other = Source<String, Failure>()
    for diagram in ["-a------b|", "-|", "a-------b|", "-#"] {
      let source = try scheduler.cold(diagram, error: Failure())
      try expectSignal(
        source.signal.timeout(3, queue: scheduler, alternate: other.signal), sends: diagram, error: Failure(),
        on: scheduler)
      #expect(scheduler.pending == 0, "\(diagram)")
    }
    let log = record(Signal.single("a").timeout(3, queue: scheduler, alternate: other.signal))
    #expect(log.elements == [.next("a"), .completed])
    #expect(other.starts == 0 && scheduler.pending == 0)
  }

  @Test("a signal that is late is disposed of before the other starts, and what it still sends is ignored")
  func late() {
    let (source, other) = (Source<Int, NoError>(), Source<Int, NoError>())
    let alternate = other.signal.beforeStarted { #expect(source.disposals.value == 1) }
    let log = record(source.signal.timeout(1, queue: scheduler, alternate: alternate))
    scheduler.advance(by: 1)
    source.put(.next(1), .completed)
    other.put(.next(2), .completed)
    #expect(log.elements == [.next(2), .completed])
  }

  @Test("an event and the end of the time at the same moment: one of them counts, and nothing is lost")
  func race() {
    for _ in 0..<300 {
      let source = Source<Int, NoError>()
      let scheduler = TestScheduler()
      let log = record(source.signal.timeout(1, queue: scheduler, alternate: .single(2)))
      concurrently(2) { thread in
        if thread == 0 { source.put(.next(1), .completed) } else { scheduler.advance(by: 1) }
      }
      #expect([[.next(1), .completed], [.next(2), .completed]].contains(log.elements))
      #expect(source.disposals.value == 1)
    }
  }

  @Test("disposal cancels the timer, and later the alternate signal")
  func disposal() {
    let (source, other) = (Source<Int, NoError>(), Source<Int, NoError>())
    let signal = source.signal.timeout(1, queue: scheduler, alternate: other.signal)
    signal.start().dispose()
    #expect(source.disposals.value == 1 && scheduler.pending == 0)
    let second = signal.start()
    scheduler.advance(by: 1)
    #expect(source.disposals.value == 2 && other.starts == 1)
    second.dispose()
    #expect(other.disposals.value == 1)
  }
}

/// A clock that is set by hand, and timers that the test runs; one of them fires before the call that makes it has returned.
private final class EagerScheduler: Scheduler {
  private let time = Guarded(0.0)
  private let made = Guarded<[DueWork]>([])
  private let onAfter = Slot<@Sendable (Int) -> Void>()

  final class DueWork: Disposable {
    private let work: Guarded<(@Sendable () -> Void)?>

    init(_ work: @escaping @Sendable () -> Void) {
      self.work = Guarded(work)
    }

    func run() {
      let taken = work.withLock { work in
        let taken = work
        work = nil
        return taken
      }
      taken?()
    }

    func dispose() {
      _ = work.withLock { work in
        let leaving = work
        work = nil
        return leaving
      }
    }
  }

  var now: Double { time.withLock { $0 } }

  func set(_ now: Double) {
    time.withLock { $0 = now }
  }

  /// - Parameter number: Counted from 0.
  func fire(_ number: Int, at now: Double) {
    set(now)
    made.withLock { $0[number] }.run()
  }

  /// Called with the number of each timer, before the call that makes it returns.
  func whenTimerIsMade(_ act: @escaping @Sendable (Int) -> Void) {
    onAfter.exchange(act)
  }

  func isCurrent() -> Bool { false }

  func async(_ work: @escaping @Sendable () -> Void) { work() }

  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    let due = DueWork(work)
    let number = made.withLock { made in
      made.append(due)
      return made.count - 1
    }
    onAfter.value?(number)
    return due
  }
}

@Suite struct EarlyTimerTests {
  private let scheduler = EagerScheduler()
  private let source = Source<Int, NoError>()

  @Test("a timer that fires before it is stored does not cancel the one after it: delayValues")
  func delayValues() {
    let log = Recording<Int>()
    let subscription = source.signal.delayValues(1, on: scheduler).start(next: { log.append($0) })
    scheduler.whenTimerIsMade { [scheduler, source] number in
      if number != 1 { return }
      source.putNext(3)
      scheduler.fire(1, at: 1.5)
    }
    source.putNext(1)
    scheduler.set(0.5)
    source.putNext(2)
    scheduler.fire(0, at: 1)
    scheduler.fire(2, at: 2)
    #expect(log.elements == [1, 2, 3])
    subscription.dispose()
    scheduler.whenTimerIsMade { _ in }  // which holds the scheduler no more
  }

  @Test("a timer that fires before it is stored does not cancel the one after it: throttle")
  func throttle() {
    let log = Recording<Int>()
    let subscription = source.signal.throttle(1, on: scheduler).start(next: { log.append($0) })
    source.putNext(1)
    source.putNext(2)
    scheduler.whenTimerIsMade { [scheduler, source] number in
      if number != 1 { return }
      source.putNext(3)
      scheduler.fire(1, at: 2)
    }
    scheduler.fire(0, at: 1)
    source.putNext(4)
    scheduler.fire(2, at: 3)
    #expect(log.elements == [1, 2, 3, 4])
    subscription.dispose()
    scheduler.whenTimerIsMade { _ in }  // which holds the scheduler no more
  }
}
