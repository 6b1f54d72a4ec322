import Concurrency
import Disposables
import Operators
import Promises
import SignalPrimitives
import SignalTesting
import Signals
import TestSupport
import Testing

/// Where a signal is started that has to wait, and how it hears that nobody wants it any more.
@Suite struct StartingPlaceTests {
  /// Comes back from `after` only when the work has run: as a caller that is held up there.
  private struct SlowToReturn: Scheduler {
    let queue: Queue

    var now: Double { queue.now }

    func isCurrent() -> Bool { queue.isCurrent() }

    func async(_ work: @escaping @Sendable () -> Void) { queue.async(work) }

    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
      if queue.isCurrent() { return queue.after(delay, work) }
      let isDone = Latch()
      let disposable = queue.after(delay) {
        work()
        isDone.open()
      }
      #expect(isDone.wait())
      return disposable
    }
  }

  @Test(
    "what starts a signal on a queue starts it there, however long its own thread is held up",
    arguments: 0..<6)
  func place(operation: Int) {
    let queue = SlowToReturn(queue: Queue(name: "starts"))
    let (places, done) = (Recording<Bool>(), Latch())
    let attempts = Counter()
    let failing = Signal<Int, Failure> { subscriber in
      let attempt = attempts.increment()
      places.append(queue.isCurrent())
      if attempt <= 3 { subscriber.putError(Failure()) } else { subscriber.putCompletion() }
      return EmptyDisposable
    }
    let never: @Sendable (Failure) -> Signal<Int, NoError> = { _ in .complete() }
    let signal: Signal<Int, NoError> =
      switch operation {
      case 0: failing.delay(0, queue: queue).catch(never)
      case 1: failing.suspendAwareDelay(0.001, granularity: 0.001, queue: queue).catch(never)
      case 2: failing.retry(0, maxDelay: 0, onQueue: queue)
      case 3: failing.retry(delayIncrement: 0, maxDelay: 0, maxRetries: 5, onQueue: queue).catch(never)
      case 4: failing.retry(5, backoff: Backoff(0.001), on: queue).catch(never)
      default: failing.retry(5, backoff: Backoff(0), on: queue).delay(0, queue: queue).catch(never)
      }
    signal.start(completed: { done.open() })
    #expect(done.wait())
    // The first attempt of a retry is where the caller is.
    let isOnQueue = (2...4).contains(operation) ? Array(places.elements.dropFirst()) : places.elements
    #expect(isOnQueue == isOnQueue.map { _ in true })
    #expect(places.elements.count == (operation < 2 ? 1 : 4))
  }

  @Test("of thousands of signals that are started on a queue, none is started elsewhere")
  func manyStarts() {
    let queue = Queue(name: "starts")
    let (others, done) = (Counter(), Latch())
    let count = stressRuns(5_000)
    let completions = Counter()
    for number in 0..<count {
      let attempts = Counter()
      let signal = Signal<Int, Failure> { subscriber in
        let isFirst = attempts.increment() == 1
        if !queue.isCurrent() && !(isFirst && number % 2 == 0) { others.increment() }
        if isFirst { subscriber.putError(Failure()) } else { subscriber.putCompletion() }
        return EmptyDisposable
      }
      let retried = signal.retry(delayIncrement: 0, maxDelay: 0, maxRetries: 1, onQueue: queue)
      (number % 2 == 0 ? retried : retried.delay(0, queue: queue)).start(completed: {
        if completions.increment() == count { done.open() }
      })
    }
    #expect(done.wait())
    #expect(others.value == 0)
  }

  /// Comes to delayed work on another thread, before the call returns, and to other work when a test says so.
  private final class HeldUp: Scheduler {
    private let held = Slot<@Sendable () -> Void>()

    var now: Double { 0 }

    func isCurrent() -> Bool { false }

    func goOn() { held.exchange(nil)?() }

    func async(_ work: @escaping @Sendable () -> Void) { held.exchange(work) }

    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
      #expect(Worker(work).join())
      return EmptyDisposable
    }
  }

  @Test("what is on its way to its queue is not taken for finished, and can be disposed of")
  func onItsWay() {
    for isDisposed in [false, true] {
      let queue = HeldUp()
      let source = Source<Int, NoError>()
      let disposable = source.signal.delay(0, queue: queue).start()
      #expect((disposable as? any Finishable)?.isFinished == false)
      if isDisposed { disposable.dispose() }
      queue.goOn()
      disposable.dispose()
      #expect(source.disposals.value == (isDisposed ? 0 : 1))
    }
  }

  // MARK: Sources that have not returned

  /// Spins until it is told that nobody wants anything, or gives up.
  private static func spin(_ subscriber: Subscriber<Int, NoError>, sending: Bool = false) {
    let deadline = ContinuousClock.now + .seconds(60)
    var number = 0
    while subscriber.isActive {
      number += 1
      if sending { subscriber.putNext(number) }
      if .now > deadline {
        Issue.record("it was not told")
        return
      }
    }
  }

  @Test(
    "disposal of work on a pool stops it, whatever is in between, and whether it sends or not",
    arguments: [false, true])
  func pool(sending: Bool) {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let scheduler = TestScheduler()
    let (isInside, isOver) = (Recording<Latch>(), Recording<Latch>())
    let source = Signal<Int, NoError> { subscriber in
      isInside.elements.last?.open()
      Self.spin(subscriber, sending: sending)
      isOver.elements.last?.open()
      return EmptyDisposable
    }
    let chains: [Signal<Int, NoError>] = [
      source, source.filter { _ in false }, source.compactMap { _ in nil }, source.skip(.max),
      source.distinctUntilChanged { _, _ in true }, source.debounce(1, on: scheduler),
      source.throttle(1, on: scheduler), source.sample(on: Signal<Int, NoError>.never()),
      zip(source, .never()).map { $0 + $1 }, source.mapToSignal { _ in .never() },
      source.filter { _ in false }.retry(3), source.filter { _ in false }.share(),
      source.filter { _ in false }.take(untilSignal: Signal<Int, NoError>.never()),
    ]
    for chain in chains {
      isInside.append(Latch())
      isOver.append(Latch())
      let disposable = chain.runOn(pool).start()
      #expect(isInside.elements.last?.wait() == true)
      disposable.dispose()
      #expect(isOver.elements.last?.wait() == true)
    }
  }

  @Test("a source that is late, that has lost, or that was replaced is told so while it starts")
  func replaced() {
    let queue = Queue(name: "time")
    let spinning = Signal<Int, NoError> { subscriber in
      Self.spin(subscriber)
      return EmptyDisposable
    }
    let log = Recording<Int>()
    spinning.timeout(0.01, queue: queue, alternate: .single(1)).start(next: { log.append($0) })
    queue.sync {}

    let (first, isInside, ended) = (Source<Int, NoError>(), Latch(), Latch())
    let loser = Signal<Int, NoError> { subscriber in
      isInside.open()
      Self.spin(subscriber)
      return EmptyDisposable
    }
    let racer = Worker { race([first.signal, loser]).start(next: { log.append($0) }) }
    #expect(isInside.wait())
    first.putNext(2)
    #expect(racer.join())

    let promise = Promise<Int>()
    let isSet = Latch()
    let setter = Worker {
      promise.set(
        Signal { subscriber in
          isSet.open()
          Self.spin(subscriber)
          ended.open()
          return EmptyDisposable
        })
    }
    #expect(isSet.wait())
    promise.set(.single(3))
    #expect(ended.wait())
    #expect(setter.join())
    #expect(promise.rawValue == 3)
    #expect(log.elements == [1, 2])
  }

  @Test("a race that is over before its last runner starts does not start it")
  func raceIsOver() {
    let trigger = ValuePipe<Int>()
    let starts = Counter()
    let first = Signal<Int, NoError> { _ in
      trigger.putNext(1)
      return EmptyDisposable
    }
    let second = Signal<Int, NoError> { _ in
      starts.increment()
      return EmptyDisposable
    }
    race([first, second]).take(untilSignal: trigger.signal()).start()
    #expect(starts.value == 0)
  }

  @Test("a delay that a scheduler does not wait for is over, and an endless one never is")
  func immediate() {
    let log = record(Signal<Int, NoError>.single(1).suspendAwareDelay(1e6, queue: ImmediateScheduler()))
    #expect(log.elements == [.next(1), .completed])
    let never = record(
      Signal<Int, NoError>.single(1).suspendAwareDelay(.infinity, queue: ImmediateScheduler()))
    #expect(never.elements == [])
  }

  // MARK: Under a lock

  @Test("the deinit of a value that nobody wants any more runs under no lock")
  func unwantedValues() {
    let (a, b, c) = (ValuePipe<Canary>(), ValuePipe<Int>(), ValuePipe<Int>())
    let zipped = zip(a.signal().afterDisposed { b.putNext(1) }, b.signal(), c.signal()).start()
    a.putNext(Canary { c.putNext(2) })
    c.putNext(1)
    zipped.dispose()

    // The timer's disposal sends the end, and the deinit of what waits lets the time be up.
    for pace in 0..<3 {
      let timer = HandTimer()
      let source = Source<Canary, NoError>()
      let paced: Signal<Void, NoError> =
        switch pace {
        case 0: source.signal.debounce(1, on: timer).map { _ in }
        case 1: source.signal.throttle(1, on: timer).map { _ in }
        default: source.signal.buffer(1, on: timer).map { _ in }
        }
      let disposable = paced.start()
      source.putNext(Canary())
      source.putNext(Canary { timer.fire() })
      timer.whenDisposed.exchange { source.putCompletion() }
      disposable.dispose()
      timer.forget()
    }
    // Another thread comes through while the deinit runs.
    let (isInside, goOn) = (Latch(), Latch())
    let kept = Subscriber<Canary, NoError>(
      Sink(next: { _ in true }, error: { _ in }, completed: {}, scope: nil))
    kept.dispose()
    let lock = Guarded(0)
    let reserving = Worker {
      let ticket = lock.withLock { _ in
        kept.reserve(
          Canary {
            isInside.open()
            goOn.wait()
          })
      }
      kept.redeem(ticket)
    }
    #expect(isInside.wait())
    #expect(Worker { lock.withLock { $0 += 1 } }.join(seconds: 20))
    goOn.open()
    #expect(reserving.join())
  }

  /// Its time is up when a test says so; the newest work alone is kept, until another comes.
  private final class HandTimer: Scheduler {
    let whenDisposed = Slot<@Sendable () -> Void>()
    private let work = Slot<@Sendable () -> Void>()

    var now: Double { 0 }

    func fire() { work.value?() }

    /// The work knows the scheduler.
    func forget() {
      whenDisposed.exchange(nil)
      work.exchange(nil)
    }

    func isCurrent() -> Bool { true }

    func async(_ work: @escaping @Sendable () -> Void) { work() }

    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
      self.work.exchange(work)
      return ActionDisposable { [whenDisposed] in whenDisposed.value?() }
    }
  }

  @Test("expand makes its signals in the order in which the values are delivered, one at a time")
  func expansion() {
    let (outer, inner) = (ValuePipe<String>(), ValuePipe<String>())
    let log = Recording<String>()
    let expanded = outer.signal().expand { value -> Signal<String, NoError> in
      log.append("f(\(value))")
      return value == "root" ? inner.signal() : .complete()
    }
    let disposable = expanded.start(next: { value in
      log.append(value)
      if value == "a" { outer.putNext("b") }
    })
    outer.putNext("root")
    inner.putNext("a")
    #expect(log.elements == ["root", "f(root)", "a", "f(a)", "b", "f(b)"])
    disposable.dispose()
  }

  @Test("expand makes nothing of a value whose handler has disposed of it")
  func expansionAfterDisposal() {
    let (source, expansions) = (ValuePipe<Int>(), Counter())
    let subscription = MetaDisposable()
    subscription.set(
      source.signal().expand { _ -> Signal<Int, NoError> in
        expansions.increment()
        return .complete()
      }.start(next: { _ in subscription.dispose() }))
    source.putNext(1)
    #expect(expansions.value == 0)
  }

  @Test("expand does not end before the signals of the values that are on their way")
  func expansionEnds() {
    let outer = Source<Int, NoError>()
    let inner = Source<Int, NoError>()
    let (isInside, goOn) = (Latch(), Latch())
    let log = Recording<SignalEvent<Int, NoError>>()
    outer.signal.expand { $0 == 1 ? inner.signal : $0 == 2 ? .single(3) : .complete() }.start(
      next: { value in
        log.append(.next(value))
        if value == 10 {
          isInside.open()
          goOn.wait()
        }
      }, completed: { log.append(.completed) })
    outer.putNext(1)
    let holder = Worker { outer.putNext(10) }
    #expect(isInside.wait())
    // Queued behind 10; its signal is made when it has been delivered.
    inner.put(.next(2), .completed)
    outer.putCompletion()
    goOn.open()
    #expect(holder.join())
    #expect(log.elements == [.next(1), .next(10), .next(2), .next(3), .completed])
  }

  @Test("without any input, what combines several signals is what it is for an empty array")
  func noInputs() {
    let (zipped, combined): (Signal<Void, NoError>, Signal<Void, NoError>) = (zip(), combineLatest())
    let log = Recording<String>()
    zipped.start(next: { log.append("a tuple") }, completed: { log.append("end") })
    combined.start(next: { log.append("a tuple") }, completed: { log.append("end") })
    #expect(log.elements == ["end", "a tuple", "end"])
  }
}
