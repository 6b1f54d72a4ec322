import Concurrency
import Disposables
import Operators
import Promises
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct DeliverLatestOnTests {
  @Test("B115: while the queue is busy the newest value alone waits, and the others are freed")
  func busy() {
    let queue = Queue(name: "screen")
    let aviary = Aviary()
    let source = Source<Canary, NoError>()
    let (delivered, done, goOn) = (Counter(), Latch(), Latch())
    (source.signal |> deliverLatestOn(queue)).start(
      next: { _ in delivered.increment() }, completed: { done.open() })
    queue.async { goOn.wait() }
    for _ in 1...1_000 { source.putNext(aviary.canary()) }
    #expect(aviary.alive == 1)
    goOn.open()
    queue.sync {}
    #expect(delivered.value == 1)
    #expect(aviary.alive == 0)
    source.putCompletion()
    #expect(done.wait())
  }

  @Test("the last value and then the end arrive, whatever was left out on the way")
  func last() {
    for failure in [nil, Failure()] {
      let source = Source<Int, Failure>()
      let (log, done) = (Recording<Int>(), Latch())
      source.signal.deliverLatestOn(Queue.concurrentDefaultQueue()).start(
        next: { log.append($0) }, error: { _ in done.open() }, completed: { done.open() })
      for number in 0..<5_000 { source.putNext(number) }
      source.put(failure.map { .error($0) } ?? .completed)
      #expect(done.wait())
      #expect(log.elements.last == 4_999)
      #expect(log.elements == log.elements.sorted())
    }
  }

  @Test("on the queue already, a value is delivered at once; disposal frees what waits")
  func atOnce() {
    let scheduler = TestScheduler()
    let pipe = ValuePipe<Int>()
    let log = Recording<Int>()
    let disposable = pipe.signal().deliverLatestOn(scheduler).start(next: { log.append($0) })
    scheduler.async {
      pipe.putNext(1)
      #expect(log.elements == [1])
      pipe.putNext(2)
      #expect(log.elements == [1, 2])
    }
    scheduler.run()
    disposable.dispose()
  }
}

@Suite struct ThreadPoolOperatorTests {
  @Test("values are delivered on the pool, in order, also when the subscription alone keeps the pool")
  func deliver() {
    let (log, outside, done) = (Recording<Int>(), Counter(), Latch())
    do {
      let pool = ThreadPool(threadCount: 3, threadPriority: 0.5)
      (Signal<Int, NoError>.sequence(0..<1_000) |> deliverOn(pool)).start(
        next: { [weak pool] value in
          if pool?.isCurrentThreadInPool() == false { outside.increment() }
          log.append(value)
        }, completed: { done.open() })
    }
    #expect(done.wait())
    #expect(log.elements == Array(0..<1_000))
    #expect(outside.value == 0)
  }

  @Test("two starts on a pool run side by side, and one that was disposed of in time does not run")
  func run() {
    let pool = ThreadPool(threadCount: 2, threadPriority: 0.5)
    let (first, second, started) = (Latch(), Latch(), Counter())
    let signal =
      Signal<Int, NoError> { subscriber in
        // Each waits until the other runs.
        let isFirst = started.increment() == 1
        (isFirst ? first : second).open()
        #expect((isFirst ? second : first).wait())
        #expect(pool.isCurrentThreadInPool())
        subscriber.putCompletion()
        return EmptyDisposable
      } |> runOn(pool)
    let done = [Latch(), Latch()]
    for latch in done { signal.start(completed: { latch.open() }) }
    #expect(done.map { $0.wait() } == [true, true])

    let busy = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let goOn = Latch()
    busy.addTask(ThreadPoolTask { _ in goOn.wait() })
    let source = Source<Int, NoError>()
    source.signal.runOn(busy).start().dispose()
    goOn.open()
    let idle = Latch()
    (Signal<Int, NoError>.complete() |> runOn(busy)).start(completed: { idle.open() })
    #expect(idle.wait())
    #expect(source.starts == 0)
  }
}

@Suite struct MixedInnersTests {
  @Test(
    "B55: 50,000 inners, at random immediate or delayed, in order and on a small stack",
    arguments: [UInt64(1), 2, 3])
  func mixed(seed: UInt64) {
    let (log, done, scheduler) = (Recording<Int>(), Latch(), TestScheduler())
    let isSmall = SmallStack {
      var random = SplitMix(seed: seed)
      let isDelayed = (0..<50_000).map { _ in Int.random(in: 0..<20, using: &random) == 0 }
      Signal<Int, NoError>.sequence(0..<50_000).mapToQueue { number in
        let inner = Signal<Int, NoError>.single(number)
        return isDelayed[number] ? inner.delay(0.001, queue: scheduler) : inner
      }.start(next: { log.append($0) }, completed: { done.open() })
      scheduler.run()
    }
    #expect(isSmall.start())
    #expect(done.wait(seconds: 60))
    #expect(log.elements == Array(0..<50_000), "seed \(seed)")
  }
}
