import Concurrency
import Disposables
import Operators
import Promises
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct ThrottleTests {
  private let scheduler = TestScheduler()

  @Test("a value passes at once, the newest of an interval at its end, which begins the next one")
  func intervals() throws {
    let source = try scheduler.cold("-abcd--e-----f|")
    try expectSignal(source.signal.throttle(3, on: scheduler), sends: "-a--d--e-----f|", on: scheduler)
    try expectSignal(
      source.signal |> throttle(.seconds(5), on: scheduler), sends: "-a----d----e--(f|)", on: scheduler)
  }

  @Test("without the latest, what comes within an interval is dropped")
  func firstOnly() throws {
    let source = try scheduler.cold("-abc---de|")
    try expectSignal(
      source.signal |> throttle(3, latest: false, on: scheduler), sends: "-a-----d-|", on: scheduler)
  }

  @Test(
    "without the latest, a value passes that comes when the interval ends, and not before",
    arguments: [1, 0.1])
  func firstOnlyAtTheEnd(frame: Double) throws {
    for (source, result) in [
      ("a-b-c-d-|", "a-b-c-d-|"), ("abcdef|", "a-c-e-|"), ("a-(bc)d-(ef)|", "a-b---d-e---|"),
    ] {
      let source = try scheduler.cold(source, frame: frame)
      try expectSignal(
        source.signal.throttle(2 * frame, latest: false, on: scheduler),
        sends: result, on: scheduler, frame: frame)
    }
  }

  @Test("without the latest, a timer that is late holds up no value whose time has come")
  func firstOnlyLateTimer() {
    let late = ManualScheduler()
    defer { late.forget() }
    let (source, log) = (Source<Int, NoError>(), Recording<Int>())
    let subscription = source.signal.throttle(2, latest: false, on: late).start(next: { log.append($0) })
    for (time, value) in [(0.0, 1), (1, 2), (1.999, 3), (2, 4), (3.5, 5), (4.5, 6)] {
      late.set(now: time)
      source.putNext(value)
    }
    late.fire(0)  // the end of an interval that is over
    source.putNext(7)
    #expect(log.elements == [1, 4, 6] && late.timers == 3)
    late.fire(2)
    source.putNext(8)
    #expect(log.elements == [1, 4, 6, 8])
    subscription.dispose()
  }

  @Test("B68: the last value is delivered before the completion")
  func completion() throws {
    let source = try scheduler.cold("(123|)")
    try expectSignal(source.signal.throttle(10, on: scheduler), sends: "(13|)", on: scheduler)
    let delayed = try scheduler.cold("123|")
    try expectSignal(delayed.signal.throttle(10, on: scheduler), sends: "1--(3|)", on: scheduler)
  }

  @Test("B70: one value an interval is delivered once, whoever comes first, its end or that of the source")
  func once() throws {
    let source = try scheduler.cold("a---b---c|")
    try expectSignal(source.signal.throttle(2, on: scheduler), sends: "a---b---c|-----", on: scheduler)
    let meeting = try scheduler.cold("ab-|")
    try expectSignal(meeting.signal.throttle(3, on: scheduler), sends: "a--(b|)-----", on: scheduler)
  }

  @Test("an error comes at once, after the value that was waiting")
  func error() throws {
    let source = try scheduler.cold("ab#", error: Failure())
    try expectSignal(
      source.signal.throttle(10, on: scheduler), sends: "a-(b#)", error: Failure(), on: scheduler)
  }

  @Test("no time at all lets everything pass, and an endless interval the first and the last value")
  func limits() throws {
    let source = try scheduler.cold("a-b-c|")
    try expectSignal(source.signal.throttle(0, on: scheduler), sends: "a-b-c|", on: scheduler)
    try expectSignal(source.signal.throttle(.infinity, on: scheduler), sends: "a----(c|)", on: scheduler)
  }

  @Test("disposal drops what waits, cancels the timer, and frees everything")
  func disposal() {
    let aviary = Aviary()
    let source = Source<Canary, NoError>()
    let delivered = Counter()
    let disposable = source.signal.throttle(2, on: scheduler).start(next: { _ in delivered.increment() })
    for _ in 1...3 { source.putNext(aviary.canary()) }
    #expect(aviary.alive == 1)
    disposable.dispose()
    #expect(aviary.alive == 0)
    #expect(scheduler.pending == 0)
    #expect(delivered.value == 1)
    #expect(source.disposals.value == 1)
  }

  @Test("a value that is sent from inside the handler waits for the end of the interval")
  func reentrant() {
    let pipe = ValuePipe<Int>()
    let log = Recording<String>()
    let disposable = pipe.signal().throttle(1, on: scheduler).start(next: { value in
      log.append("\(value) at \(scheduler.now)")
      if value < 3 { pipe.putNext(value + 1) }
    })
    pipe.putNext(1)
    scheduler.run()
    #expect(log.elements == ["1 at 0.0", "2 at 1.0", "3 at 2.0"])
    disposable.dispose()
  }
}

/// A clock that stands still until a test sets it, and timers that a test fires on threads of its own.
private final class ManualScheduler: Scheduler {
  private let works = Recording<@Sendable () -> Void>()
  private let time = Atomic(value: 0.0)

  var timers: Int { works.elements.count }

  /// Lets go of what waits, which holds the scheduler.
  func forget() { works.removeAll() }

  /// Runs what waits for a timer on the thread of the caller.
  ///
  /// - Parameter number: Counted from 0.
  func fire(_ number: Int) { works.elements[number]() }

  var now: Double { time.with { $0 } }

  func set(now: Double) {
    _ = time.swap(now)
  }

  func isCurrent() -> Bool { false }

  func async(_ work: @escaping @Sendable () -> Void) { work() }

  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    works.append(work)
    return EmptyDisposable
  }
}

/// A handler that writes down what it is called with, and returns when the test lets it.
private final class HeldHandler: Sendable {
  private let calls = Recording<String>()
  private let latches: [(isInside: Latch, mayReturn: Latch)]

  init(calls count: Int) {
    latches = (0..<count).map { _ in (Latch(), Latch()) }
  }

  var seen: [String] { calls.elements }

  func handle(_ value: String) {
    let call = latches[calls.elements.count]
    calls.append(value)
    call.isInside.open()
    call.mayReturn.wait()
  }

  /// Lets a call return as soon as it comes.
  func release(_ number: Int) { latches[number].mayReturn.open() }

  /// Runs what calls the handler on a thread of its own, until the handler is called.
  func enter(_ number: Int, _ work: @escaping @Sendable () -> Void) -> Worker {
    let worker = Worker(work)
    #expect(latches[number].isInside.wait())
    return worker
  }

  /// Lets the call return, and waits for the thread.
  func leave(_ number: Int, _ worker: Worker) {
    release(number)
    #expect(worker.join())
  }
}

@Suite struct IntervalBeginningTests {
  private let scheduler = ManualScheduler()
  private let source = Source<Int, NoError>()

  @Test(
    "throttle's interval begins when the value has been delivered, on whichever thread"
  )
  func throttle() {
    defer { scheduler.forget() }
    let handler = HeldHandler(calls: 3)
    let subscription = source.signal.throttle(1, on: scheduler).start(next: { handler.handle("\($0)") })
    let first = handler.enter(0) { [source] in source.putNext(1) }
    #expect(scheduler.timers == 0)
    source.putNext(2)  // comes within the interval, though its time has not begun
    #expect(scheduler.timers == 0)
    handler.leave(0, first)
    #expect(scheduler.timers == 1 && handler.seen == ["1"])
    let second = handler.enter(1) { [scheduler] in scheduler.fire(0) }
    source.putNext(3)
    scheduler.fire(0)  // says nothing a second time
    #expect(scheduler.timers == 1)
    handler.leave(1, second)
    #expect(scheduler.timers == 2 && handler.seen == ["1", "2"])
    handler.leave(2, handler.enter(2) { [scheduler] in scheduler.fire(1) })
    #expect(scheduler.timers == 3 && handler.seen == ["1", "2", "3"])
    scheduler.fire(2)
    #expect(scheduler.timers == 3)
    subscription.dispose()
  }

  @Test("without the latest, throttle drops what comes while a value is delivered")
  func throttleFirst() {
    defer { scheduler.forget() }
    let handler = HeldHandler(calls: 2)
    let subscription = source.signal.throttle(1, latest: false, on: scheduler).start(
      next: { handler.handle("\($0)") })
    let held = handler.enter(0) { [source] in source.putNext(1) }
    source.putNext(2)
    handler.leave(0, held)
    #expect(scheduler.timers == 1)
    scheduler.fire(0)
    handler.leave(1, handler.enter(1) { [source] in source.putNext(3) })
    #expect(scheduler.timers == 2 && handler.seen == ["1", "3"])
    subscription.dispose()
  }

  @Test("no interval begins after a value during whose delivery the source ended or nobody wanted more")
  func throttleEnding() {
    defer { scheduler.forget() }
    let handler = HeldHandler(calls: 5)
    let signal = source.signal.throttle(1, on: scheduler)
    signal.start(next: { handler.handle("\($0)") })
    handler.leave(0, handler.enter(0) { [source] in source.putNext(1) })
    source.putNext(2)
    let ended = handler.enter(1) { [scheduler] in scheduler.fire(0) }
    source.put(.next(3), .completed)
    handler.release(2)
    handler.leave(1, ended)
    #expect(scheduler.timers == 1 && handler.seen == ["1", "2", "3"])
    let subscription = signal.start(next: { handler.handle("\($0)") })
    let disposedOf = handler.enter(3) { [source] in source.putNext(4) }
    subscription.dispose()
    handler.leave(3, disposedOf)
    #expect(scheduler.timers == 1 && handler.seen == ["1", "2", "3", "4"])
  }

  @Test("the intervals of debounce and of buffer begin when a value comes, also while another is delivered")
  func others() {
    defer { scheduler.forget() }
    let debounced = HeldHandler(calls: 1)
    let debouncing = source.signal.debounce(1, on: scheduler).start(next: { debounced.handle("\($0)") })
    source.putNext(1)
    let first = debounced.enter(0) { [scheduler] in scheduler.fire(0) }
    source.putNext(2)
    #expect(scheduler.timers == 2)
    debounced.leave(0, first)
    debouncing.dispose()
    let buffered = HeldHandler(calls: 1)
    let buffering = source.signal.buffer(1, on: scheduler).start(next: { buffered.handle("\($0)") })
    source.putNext(3)
    let second = buffered.enter(0) { [scheduler] in scheduler.fire(2) }
    source.putNext(4)
    #expect(scheduler.timers == 4)
    buffered.leave(0, second)
    #expect(debounced.seen == ["1"] && buffered.seen == ["[3]"])
    buffering.dispose()
  }
}

@Suite struct SampleTests {
  private let scheduler = TestScheduler()

  @Test("the newest value is passed on at each value of the trigger, once")
  func samples() throws {
    let source = try scheduler.cold("-abc-----d----|")
    let trigger = try scheduler.cold("x---x-x---x----")
    try expectSignal(source.signal |> sample(on: trigger.signal), sends: "----c-----d---|", on: scheduler)
  }

  @Test(
    "B76: it completes with the first of both, after the value that was waiting",
    arguments: [
      ("a-|", "-----", "--(a|)"), ("a-|", "-x---", "-a|"), ("a----", "--|", "--(a|)"),
      ("a----", "-x|", "-a|"),
      ("--|", "-----", "--|"), ("-----", "--|", "--|"),
    ])
  func completion(source: String, trigger: String, result: String) throws {
    let (source, trigger) = (try scheduler.cold(source), try scheduler.cold(trigger))
    try expectSignal(source.signal.sample(on: trigger.signal), sends: result, on: scheduler)
    #expect(source.subscriptions.count == 1 && trigger.subscriptions.count == 1)
  }

  @Test("errors of both come after the value that was waiting")
  func errors() throws {
    let failing = try scheduler.cold("a-#", error: Failure())
    let open = try scheduler.cold("a----", error: Failure())
    let silent = try scheduler.cold("--#", error: Failure())
    try expectSignal(
      failing.signal.sample(on: Signal<Int, Failure>.never()), sends: "--(a#)", error: Failure(),
      on: scheduler)
    try expectSignal(open.signal.sample(on: silent.signal), sends: "--(a#)", error: Failure(), on: scheduler)
  }

  @Test("a trigger that ends while it starts keeps the source from being started")
  func endedTrigger() {
    let source = Source<Int, NoError>()
    let log = record(source.signal.sample(on: Signal<Int, NoError>.complete()))
    #expect(source.starts == 0)
    #expect(log.elements == [.completed])
  }

  @Test("no value is lost or sent twice when source and trigger send from two threads")
  func twoThreads() {
    let (values, moments) = (Source<Int, NoError>(), Source<Int, NoError>())
    let log = record(values.signal.sample(on: moments.signal))
    concurrently(2) { thread in
      for number in 0..<2_000 { (thread == 0 ? values : moments).putNext(number) }
    }
    values.putCompletion()
    let seen = log.elements.compactMap { event in
      if case .next(let value) = event { value } else { nil }
    }
    #expect(seen == seen.sorted() && Set(seen).count == seen.count)
    #expect(seen.last == 1_999)
    #expect(log.elements.last == .completed)
  }
}

@Suite struct BufferIntervalTests {
  private let scheduler = TestScheduler()

  @Test("B77: an array holds what came within the interval; what is left comes before the completion")
  func arrays() throws {
    let source = try scheduler.cold("-ab------c-d|")
    let values: [Character: [String]] = ["x": ["a", "b"], "y": ["c", "d"]]
    try expectSignal(
      source.signal |> buffer(3, on: scheduler), sends: "----x-------(y|)", values: values, on: scheduler)
    try expectSignal(
      source.signal |> buffer(.seconds(3), on: scheduler), sends: "----x-------(y|)", values: values,
      on: scheduler)
  }

  @Test("an error drops what waits, and nothing comes without a value")
  func error() throws {
    let source = try scheduler.cold("-a-#", error: Failure())
    try expectSignal(
      source.signal.buffer(3, on: scheduler), sends: "---#", values: [:], error: Failure(), on: scheduler)
    let empty = try scheduler.cold("-----|")
    try expectSignal(empty.signal.buffer(1, on: scheduler), sends: "-----|", values: [:], on: scheduler)
  }

  @Test("disposal drops what waits and cancels the timer")
  func disposal() {
    let aviary = Aviary()
    let source = Source<Canary, NoError>()
    let disposable = source.signal.buffer(2, on: scheduler).start()
    source.putNext(aviary.canary())
    source.putNext(aviary.canary())
    #expect(aviary.alive == 2)
    disposable.dispose()
    #expect(aviary.alive == 0)
    #expect(scheduler.pending == 0)
  }

  @Test("all values arrive, in order, when the timer meets them on another thread")
  func meeting() {
    let source = Source<Int, NoError>()
    let log = Recording<Int>()
    let subscription = source.signal.buffer(0.5, on: scheduler).start(next: { values in
      for value in values { log.append(value) }
    })
    concurrently(2) { thread in
      for number in 0..<2_000 {
        if thread == 0 { source.putNext(number) } else { scheduler.advance(by: 1) }
      }
    }
    source.putCompletion()
    #expect(log.elements == Array(0..<2_000))
    subscription.dispose()
  }
}
