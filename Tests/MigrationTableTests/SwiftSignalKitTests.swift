import Dispatch
import SignalKit
import SignalTesting
import Testing

/// The names in the table for SwiftSignalKit, which are the same on both sides, in its own style.
///
/// What is here stands for the whole page: each name of its second column has to occur once.
@Suite struct SwiftSignalKitTests: RowSuite {
  let queue = TestScheduler()

  // rows: SwiftSignalKit
  @Test("sources are started, and the subscriptions held")
  func startingAndHolding() async throws {
    let log = Atomic<[Int]>(value: [])
    @Sendable func note(_ value: Int) { log.modify { $0 + [value] } }
    let held = MetaDisposable()
    let set = DisposableSet()
    let dict = DisposableDict<String>()
    let source = Signal<Int, NoError> { (subscriber: Subscriber<Int, NoError>) in
      subscriber.putNext(1)
      return ActionDisposable { note(-1) }
    }
    held.set(source.start(next: note))
    set.add(source.startStandalone(next: note))
    let strict: StrictDisposable = EmptyDisposable.strict(file: #fileID, line: #line)
    strict.dispose()
    (source |> take(1)).startStrict(next: note, file: #fileID, line: #line).dispose()
    held.dispose()
    set.dispose()
    dict.set(ActionDisposable { note(-2) }, forKey: "a")
    dict.set(nil, forKey: "a")
    dict.dispose()
    #expect(log.with { $0 } == [1, 1, 1, -1, -1, -1, -2])
    let value = try await single(1, NoError.self).get()
    #expect(value == 1)
    let none = complete(Int.self, NoError.self)
    await #expect(throws: SignalEndedWithoutValue.self) { _ = try await none.get() }
    #expect(Recorder(fail(NoValue.self, Failure()), on: queue).events.count == 1)
    #expect(Recorder(never(NoValue.self, NoError.self), on: queue).events.isEmpty)
    #expect(Recorder(deferred { single(1, NoError.self) }, on: queue).values == [1])
  }
  // end rows

  // rows: SwiftSignalKit
  @Test("promises and pipes, and a multicast, which shares")
  func promises() {
    let promise = Promise<Int>()
    promise.set(single(1, NoError.self))
    #expect(Recorder(promise.get(), on: queue).values == [1])
    let value = ValuePromise(1, ignoreRepeated: true)
    let recorder = Recorder(value.get(), on: queue)
    value.set(1)
    value.set(2)
    #expect(recorder.values == [1, 2])
    let pipe = ValuePipe<Int>()
    let starts = Atomic(value: 0)
    let multicast = Multicast<Int>()
    let shared = Signal<Int, NoError> { subscriber in
      starts.modify { $0 + 1 }
      return pipe.signal().start(next: subscriber.putNext)
    }
    let both = [1, 2].map { _ in Recorder(multicast.get(key: "a", signal: shared), on: queue) }
    pipe.putNext(3)
    #expect(both.map(\.values) == [[3], [3]])
    #expect(starts.with { $0 } == 1)
    let byHand = MulticastPromise<Int>()
    byHand.lock.locked { byHand.value = 4 }
    #expect([byHand.value].map(identity) == [4])
  }
  // end rows

  // rows: SwiftSignalKit
  @Test("queues, timers, pools and containers")
  func concurrency() async {
    let work = Queue(name: "work")
    let object = QueueLocalObject(queue: work) { Counted() }
    let onQueue = Signal<Bool, NoError> { subscriber in
      object.with { _ in
        subscriber.putNext(work.isCurrent())
        subscriber.putCompletion()
      }
      return EmptyDisposable
    }
    #expect(await onQueue.first() == true)
    let ticks = Atomic(value: 0)
    let timer = Timer(timeout: 1, repeat: false, completion: { ticks.modify { $0 + 1 } }, queue: queue)
    timer.start()
    timer.start()
    queue.advance(by: 3)
    #expect(ticks.with { $0 } == 1)
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let inPool = Signal<Bool, NoError> { subscriber in
      let poolQueue: ThreadPoolQueue = pool.nextQueue()
      poolQueue.addTask(
        ThreadPoolTask { _ in
          subscriber.putNext(pool.isCurrentThreadInPool())
          subscriber.putCompletion()
        })
      return EmptyDisposable
    }
    #expect(await inPool.first() == true)
    var locked = 0
    Lock().locked { locked += 1 }
    #expect(locked == 1)
    let (bag, sparse, counters) = (Bag<Int>(), SparseBag<Int>(), CounterBag())
    _ = bag.add(1)
    _ = sparse.add(2)
    counters.remove(counters.add())
    #expect(bag.copyItems() + sparse.copyItems() == [1, 2])
    #expect(counters.isEmpty)
  }
  // end rows

  @Test("what the third column says of disposables, queues, counters and late subscribers is so")
  func differences() {
    let disposals = Atomic(value: 0)
    let disposable = ActionDisposable { disposals.modify { $0 + 1 } }
    let (held, set) = (MetaDisposable(), DisposableSet())
    held.set(disposable)
    held.set(disposable)
    set.add(disposable)
    set.add(disposable)
    set.remove(disposable)
    set.dispose()
    #expect(disposals.with { $0 } == 0)
    held.dispose()
    #expect(disposals.with { $0 } == 1)

    let dispatchQueue = DispatchQueue(label: "work")
    let wrapped = Queue(queue: dispatchQueue)
    #expect(dispatchQueue.sync { wrapped.isCurrent() })
    #expect(CounterBag().add() == 0)

    let (multicast, pipe) = (Multicast<Int>(), ValuePipe<Int>())
    let early = Recorder(multicast.get(key: "a", signal: pipe.signal()), on: queue)
    pipe.putNext(1)
    let late = Recorder(multicast.get(key: "a", signal: pipe.signal()), on: queue)
    pipe.putNext(2)
    #expect(early.values == [1, 2] && late.values == [2])
  }

  // rows: SwiftSignalKit
  @Test("values are changed, left out and added up")
  func values() throws {
    let signal = try numbers("-1-2-2-3|")
    try expectSignal(
      signal |> map { $0 + 1 } |> filter { $0 > 2 } |> distinctUntilChanged, sends: "---3---4|",
      values: digits,
      on: queue)
    let optional = try letters("-a-1|") |> map { Int($0) } |> flatMap { $0 * 2 } |> map { $0 ?? 0 }
    try expectSignal(optional, sends: "-0-2|", values: digits, on: queue)
    let failed = try failing("-a#") |> mapError { _ in "broken" }
    try expectSignal(failed, sends: "-a#", error: "broken", on: queue)
    try expectSignal(letters("-a|") |> castError(Failure.self), sends: "-a|", on: queue)
    let events = try failing("-a#") |> materialize
    try expectSignal(
      events, sends: "-A(B|)", values: ["A": .next("a"), "B": .error(Failure())], on: queue)
    try expectSignal(events |> dematerialize, sends: "-a#", error: Failure(), on: queue)
    try expectSignal(
      signal |> reduceLeft(value: 0, f: { $0 + $1 }), sends: "--------(8|)", values: digits, on: queue)
    #expect(Recorder(signal |> ignoreValues, on: queue).events.isEmpty)
    let counted = signal |> withState({ 0 }, next: { _, _ in })
    try expectSignal(counted |> take(2), sends: "-1-(2|)", values: digits, on: queue)
    let until = signal |> take(until: { SignalTakeAction(passthrough: true, complete: $0 == 2) })
    try expectSignal(until, sends: "-1-(2|)", values: digits, on: queue)
    try expectSignal(signal |> last, sends: "--------(3|)", values: ["3": 3], on: queue)
  }
  // end rows

  // rows: SwiftSignalKit
  @Test("signals of signals")
  func flattening() throws {
    let (first, inner) = (try letters("-1-2|"), try letters("a--b|"))
    let pairs = try combineLatest(first, letters("--x--|")) |> map { $0 + $1 }
    try expectSignal(pairs, sends: "--AB-|", values: ["A": "1x", "B": "2x"], on: queue)
    try expectSignal(first |> then(inner), sends: "-1-2a--b|", on: queue)
    try expectSignal(first |> mapToSignal { _ in inner }, sends: "-a-a--b|", on: queue)
    try expectSignal(first |> map { _ in inner } |> switchToLatest, sends: "-a-a--b|", on: queue)
    let failed = try failing("a#")
    let promoted = first |> mapToSignalPromotingError { _ in failed }
    try expectSignal(promoted, sends: "-a#", error: Failure(), on: queue)
    try expectSignal(first |> mapToQueue { _ in inner }, sends: "-a--ba--b|", on: queue)
    try expectSignal((first |> map { _ in inner }).queue(), sends: "-a--ba--b|", on: queue)
    let many = try letters("12-3|")
    try expectSignal(many |> mapToThrottled { _ in inner }, sends: "a--ba--b|", on: queue)
    try expectSignal(many |> map { _ in inner } |> throttled, sends: "a--ba--b|", on: queue)
  }
  // end rows

  // rows: SwiftSignalKit
  @Test("ends, time and queues")
  func ends() throws {
    let (signal, failed) = (try letters("-a|"), try failing("-a#"))
    try expectSignal(failed |> `catch` { _ in signal }, sends: "-a-a|", on: queue)
    try expectSignal(signal |> restart, sends: "-a-a-a!", on: queue)
    try expectSignal(signal |> recurse(nil), sends: "-a-a-a!", on: queue)
    try expectSignal(failed |> restartIfError, sends: "-a-a-a!", on: queue)
    let tries =
      failed
      |> retry(retryOnError: { _ in true }, delayIncrement: 1, maxDelay: 2, maxRetries: 1, onQueue: queue)
    try expectSignal(tries, sends: "-a--a#", error: Failure(), on: queue)
    let states: Signal<Int, NoError> = feedbackLoop(
      once: { state in
        switch state {
        case .initial: .single(1)
        case .loop(let sum): sum < 4 ? .single(sum) : nil
        }
      }, reduce: { $0 + $1 })
    #expect(Recorder(states, on: queue).events == [.next(1), .next(2), .next(4), .completed])
    try expectSignal(signal |> timeout(2, queue: queue, alternate: .single("b")), sends: "-a|", on: queue)
    try expectSignal(signal |> delay(2, queue: queue), sends: "---a|", on: queue)
    try expectSignal(
      signal |> suspendAwareDelay(2, granularity: 1, queue: queue) |> take(1), sends: "---(a|)", on: queue)
    try expectSignal(signal |> runOn(queue) |> deliverOn(queue), sends: "-a|", on: queue)
    let onMain: Signal<String, NoError> = signal |> deliverOnMainQueue
    onMain.start().dispose()
    let log = Atomic<[String]>(value: [])
    @Sendable func note(_ text: String) { log.modify { $0 + [text] } }
    let watched =
      signal
      |> beforeStarted { note("starts") } |> beforeNext { _ in note("before") }
      |> afterNext { _ in note("after") }
      |> beforeCompleted { note("completes") } |> afterCompleted { note("completed") }
      |> afterDisposed { note("over") }
    watched.start(next: note)
    queue.run()
    #expect(log.with { Set($0) } == ["starts", "before", "a", "after", "completes", "completed", "over"])
  }
  // end rows
}

private final class Counted {}
