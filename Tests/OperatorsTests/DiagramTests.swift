import Concurrency
import Disposables
import Operators
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct MoreTransformingTests {
  private let scheduler = TestScheduler()

  @Test("mapError replaces the error, castError names its type")
  func errors() throws {
    let source = try scheduler.cold("a-#", error: 1)
    try expectSignal(source.signal |> mapError { $0 + 1 }, sends: "a-#", error: 2, on: scheduler)
    let safe = try scheduler.cold("a-|")
    try expectSignal(safe.signal |> castError(Failure.self), sends: "a-|", on: scheduler)
  }

  @Test("compactMap drops nil, flatMap maps what is there")
  func optionals() throws {
    let source = try scheduler.cold("1-x-2|")
    try expectSignal(
      source.signal |> Operators.compactMap { Int($0) }, sends: "1---2|", values: ["1": 1, "2": 2],
      on: scheduler)
    let optionals = source.signal.map { Int($0) }
    try expectSignal(
      optionals |> Operators.flatMap { $0 * 10 }, sends: "a-n-b|", values: ["a": 10, "n": nil, "b": 20],
      on: scheduler)
  }

  @Test("scan passes on each state, reduce the last one at completion")
  func states() throws {
    let source = try scheduler.cold("1-2-3|", values: ["1": 1, "2": 2, "3": 3])
    try expectSignal(
      source.signal |> scan(0, +), sends: "1-3-6|", values: ["1": 1, "3": 3, "6": 6], on: scheduler)
    try expectSignal(
      source.signal |> Operators.reduce(0, +), sends: "-----(6|)", values: ["6": 6], on: scheduler)
    let failing = try scheduler.cold("1-#", values: ["1": 1], error: Failure())
    try expectSignal(failing.signal.reduce(0, +), sends: "--#", values: [:], error: Failure(), on: scheduler)
    let empty = try scheduler.cold("-|", values: [:] as [Character: Int])
    try expectSignal(empty.signal.reduce(7, +), sends: "-(7|)", values: ["7": 7], on: scheduler)
  }

  @Test("B77: collect and buffer flush what is left before the completion, and drop it at an error")
  func arrays() throws {
    let source = try scheduler.cold("a-b-c|")
    try expectSignal(
      source.signal |> collect, sends: "-----(x|)", values: ["x": ["a", "b", "c"]], on: scheduler)
    try expectSignal(
      source.signal |> buffer(count: 2), sends: "--x--(y|)", values: ["x": ["a", "b"], "y": ["c"]],
      on: scheduler)
    let even = try scheduler.cold("ab|")
    try expectSignal(even.signal.buffer(count: 2), sends: "-x|", values: ["x": ["a", "b"]], on: scheduler)
    let failing = try scheduler.cold("a-#", error: Failure())
    try expectSignal(
      failing.signal.buffer(count: 2), sends: "--#", values: [:], error: Failure(), on: scheduler)
    let empty = try scheduler.cold("|")
    try expectSignal(empty.signal.collect(), sends: "(x|)", values: ["x": []], on: scheduler)
  }

  @Test("materialize makes values of events, dematerialize events of values")
  func events() throws {
    let source = try scheduler.cold("a-#", error: Failure())
    try expectSignal(
      source.signal |> materialize, sends: "x-(y|)", values: ["x": .next("a"), "y": .error(Failure())],
      on: scheduler)
    try expectSignal(
      source.signal.materialize().dematerialize(), sends: "a-#", error: Failure(), on: scheduler)
    let completing = try scheduler.cold("a-|", error: Failure())
    try expectSignal(completing.signal.materialize() |> dematerialize, sends: "a-|", on: scheduler)
  }

  @Test("pairwise and enumerated")
  func pairs() throws {
    let source = try scheduler.cold("a-b-c|")
    try expectSignal(
      (source.signal |> pairwise).map { $0 + $1 }, sends: "--x-y|", values: ["x": "ab", "y": "bc"],
      on: scheduler)
    try expectSignal(
      (source.signal |> enumerated).map { "\($0.offset)\($0.element)" }, sends: "x-y-z|",
      values: ["x": "0a", "y": "1b", "z": "2c"], on: scheduler)
  }

  @Test("ignoreValues passes on the end alone")
  func end() throws {
    let source = try scheduler.cold("a-b|")
    let log = Recorder(source.signal |> ignoreValues, on: scheduler)
    scheduler.run()
    #expect(log.entries.map(\.time) == [3])
    #expect(log.isTerminated)
  }
}

@Suite struct MoreFilteringTests {
  private let scheduler = TestScheduler()

  @Test("skip drops a number of values, or for as long as a condition holds")
  func skipping() throws {
    let source = try scheduler.cold("a-b-a-c|")
    try expectSignal(source.signal |> skip(2), sends: "----a-c|", on: scheduler)
    try expectSignal(source.signal |> skip(0), sends: "a-b-a-c|", on: scheduler)
    try expectSignal(source.signal |> skip(while: { $0 == "a" }), sends: "--b-a-c|", on: scheduler)
  }

  @Test("takeLast, last, first and element")
  func positions() throws {
    let source = try scheduler.cold("a-b-c|")
    try expectSignal(source.signal |> takeLast(2), sends: "-----(bc|)", on: scheduler)
    try expectSignal(source.signal |> takeLast(0), sends: "-----|", on: scheduler)
    try expectSignal(source.signal |> takeLast(9), sends: "-----(abc|)", on: scheduler)
    try expectSignal(source.signal |> last, sends: "-----(c|)", values: ["c": "c"], on: scheduler)
    let empty = try scheduler.cold("-|")
    try expectSignal(empty.signal |> last, sends: "-(n|)", values: ["n": nil], on: scheduler)
    try expectSignal(source.signal |> first, sends: "(a|)", on: scheduler)
    try expectSignal(source.signal |> element(at: 1), sends: "--(b|)", on: scheduler)
    try expectSignal(source.signal |> element(at: 7), sends: "-----|", on: scheduler)
  }

  @Test("take(until:) and take(while:) complete at the deciding value, with it or without")
  func deciding() throws {
    let source = try scheduler.cold("a-b-c|")
    let until =
      source.signal |> Operators.take(until: { SignalTakeAction(passthrough: true, complete: $0 == "b") })
    try expectSignal(until, sends: "a-(b|)-", on: scheduler)
    try expectSignal(source.signal |> Operators.take(while: { $0 != "b" }), sends: "a-|---", on: scheduler)
    #expect(source.subscriptions.map(\.end) == [2, 8])
  }

  @Test("B61: the trigger's value ends take(untilSignal:), its completion does not")
  func trigger() throws {
    let source = try scheduler.cold("a-b-c|")
    let trigger = try scheduler.cold("---x")
    try expectSignal(source.signal |> take(untilSignal: trigger.signal), sends: "a-b|--", on: scheduler)
    let silent = try scheduler.cold("-|")
    try expectSignal(source.signal |> take(untilSignal: silent.signal), sends: "a-b-c|", on: scheduler)
    try expectSignal(source.signal |> skip(untilSignal: trigger.signal), sends: "----c|", on: scheduler)
    try expectSignal(source.signal |> skip(untilSignal: silent.signal), sends: "-----|", on: scheduler)
  }

  @Test("B62: a trigger that sends while it starts keeps the source from being started")
  func synchronousTrigger() {
    let source = Source<Int, NoError>()
    #expect(record(source.signal.take(untilSignal: Signal<Int, NoError>.single(1))).elements == [.completed])
    #expect(source.starts == 0)
    record(source.signal.take(untilSignal: Signal<Int, NoError>.complete()))
    #expect(source.starts == 1)
    source.putCompletion()
  }
}

@Suite struct MoreCombiningTests {
  private let scheduler = TestScheduler()

  @Test("merge passes on all values as they come, and completes with the last")
  func merging() throws {
    let a = try scheduler.cold("a---b-|")
    let b = try scheduler.cold("-c-----d|")
    try expectSignal(merge(a.signal, b.signal), sends: "ac--b--d|", on: scheduler)
    try expectSignal(a.signal |> merge(with: b.signal), sends: "ac--b--d|", on: scheduler)
    try expectSignal(merge([a.signal, b.signal], maxConcurrent: 1), sends: "a---b--c-----d|", on: scheduler)
    #expect(record(merge([] as [Signal<Int, NoError>])).elements == [.completed])
  }

  @Test("an error of one ends the merge, and disposes of the other")
  func mergeError() throws {
    let a = try scheduler.cold("a---b-|", error: Failure())
    let b = try scheduler.cold("-c#", error: Failure())
    try expectSignal(merge(a.signal, b.signal), sends: "ac#---", error: Failure(), on: scheduler)
    #expect(a.subscriptions == [.init(0, 2)])
  }

  @Test("concat runs one after another")
  func concatenating() throws {
    let a = try scheduler.cold("a-b|")
    let b = try scheduler.cold("-c|")
    try expectSignal(concat([a.signal, b.signal, a.signal]), sends: "a-b-ca-b|", on: scheduler)
    let late = try scheduler.cold("-----c|")
    try expectSignal(late.signal |> start(with: ["x", "y"]), sends: "(xy)-c|", on: scheduler)
  }

  @Test("withLatestFrom samples the other signal, which starts first")
  func sampling() throws {
    let source = try scheduler.cold("1-2-3|")
    let other = try scheduler.cold("-a-b--")
    try expectSignal(
      (source.signal |> withLatestFrom(other.signal)).map { $0 + $1 }, sends: "--x-y|",
      values: ["x": "2a", "y": "3b"], on: scheduler)
    try expectSignal(
      Signal<String, NoError>.single("s").withLatestFrom(.single("o")).map { $0 + $1 }, sends: "(x|)",
      values: ["x": "so"], on: scheduler)
  }

  @Test("the first of a race to send wins, the others are disposed of")
  func racing() throws {
    let a = try scheduler.cold("--a-a|")
    let b = try scheduler.cold("-b-b|")
    try expectSignal(race([a.signal, b.signal]), sends: "-b-b|-", on: scheduler)
    #expect(a.subscriptions == [.init(0, 1)])
    #expect(record(race([] as [Signal<Int, NoError>])).elements == [.completed])
    let late = Source<Int, NoError>()
    #expect(record(race([.single(1), late.signal])).elements == [.next(1), .completed])
    #expect(late.starts == 0)
  }
}

@Suite struct FlatteningTests {
  private let scheduler = TestScheduler()

  @Test("mapToQueue runs all, one at a time, in order")
  func queueing() throws {
    let outer = try scheduler.cold("xy-----|")
    let inner = try scheduler.cold("a-b|")
    try expectSignal(outer.signal |> mapToQueue { _ in inner.signal }, sends: "a-ba-b-|", on: scheduler)
    #expect(inner.subscriptions == [.init(0, 3), .init(3, 6)])
  }

  @Test("mapToFirst runs its function for the values alone that it does not drop")
  func mapToFirstFunction() {
    let (values, inner) = (Source<Int, NoError>(), Source<Int, NoError>())
    let made = Recording<Int>()
    let log = record(
      values.signal.mapToFirst { value -> Signal<Int, NoError> in
        made.append(value)
        return inner.signal
      })
    values.put(.next(1), .next(2), .next(3))
    inner.put(.next(10), .completed)
    values.put(.next(4), .next(5))
    #expect(made.elements == [1, 4])
    inner.put(.completed)
    values.putCompletion()
    #expect(log.elements == [.next(10), .completed])
  }

  @Test("mapToThrottled lets the newest wait, mapToFirst none")
  func throttling() throws {
    let outer = try scheduler.cold("xyz----|")
    let inners = [
      "x": try scheduler.cold("a--b|"), "y": try scheduler.cold("c--d|"), "z": try scheduler.cold("e--f|"),
    ]
    let inner: @Sendable (String) -> Signal<String, NoError> = { inners[$0]?.signal ?? .complete() }
    try expectSignal(outer.signal |> mapToThrottled(inner), sends: "a--be--f|", on: scheduler)
    try expectSignal(outer.signal |> mapToFirst(inner), sends: "a--b---|", on: scheduler)
    #expect(inners["y"]?.subscriptions == [])
  }

  @Test("mapToMerged runs all at once, or a limited number")
  func merging() throws {
    let outer = try scheduler.cold("xyz|")
    let inner = try scheduler.cold("a--b|")
    try expectSignal(outer.signal |> mapToMerged { _ in inner.signal }, sends: "aaabbb|", on: scheduler)
    let longer = try scheduler.cold("a-----b|")
    try expectSignal(
      outer.signal |> mapToMerged(maxConcurrent: 2) { _ in longer.signal }, sends: "aa----b(ba)--b|",
      on: scheduler)
  }

  @Test("expand continues with what a function makes of each value, in order")
  func expanding() {
    let tree = Signal<Int, NoError>.single(1).expand { value in
      value < 8 ? .sequence([value * 2, value * 2 + 1]) : .complete()
    }
    #expect(record(tree).elements == (1..<16).map { .next($0) } + [.completed])
  }

  @Test("errors of inner signals end everything; what waits is dropped")
  func innerError() throws {
    let outer = try scheduler.cold("xy---", error: Failure())
    let inner = try scheduler.cold("a-#", error: Failure())
    try expectSignal(
      outer.signal |> mapToQueue { _ in inner.signal }, sends: "a-#--", error: Failure(), on: scheduler)
    #expect(inner.subscriptions.count == 1)
    #expect(outer.subscriptions == [.init(0, 2)])
  }

  @Test("B44, B86: an inner that lets the next one in while it starts does not lose it")
  func reentrantQueue() {
    let pipe = Source<Int, NoError>()
    let second = Source<Int, NoError>()
    let log = record(
      pipe.signal.mapToQueue { value in
        value == 1
          ? Signal<Int, NoError> { subscriber in
            pipe.putNext(2)
            subscriber.putCompletion()
            return EmptyDisposable
          } : second.signal
      })
    pipe.putNext(1)
    #expect(second.starts == 1)
    #expect(second.disposals.value == 0)
    second.put(.next(5), .completed)
    pipe.putCompletion()
    #expect(log.elements == [.next(5), .completed])
  }

  @Test("B35, B85: restart of a signal that completes at once is stopped by take")
  func restarting() throws {
    #expect(
      record(Signal<Int, NoError>.single(1) |> restart |> Operators.take(1)).elements == [
        .next(1), .completed,
      ])
    let (rounds, counted) = (stressRuns(100_000), Counter())
    let counting = Signal<Int, NoError>.single(1).restart().take(rounds)
    counting.start(next: { counted.increment(by: $0) })
    #expect(counted.value == rounds)
    let source = try scheduler.cold("a-|")
    try expectSignal(source.signal |> restart, sends: "a-a-a-!", on: scheduler)
    let failing = try scheduler.cold("a-#", error: Failure())
    try expectSignal(failing.signal |> restartIfError, sends: "a-a-a-!", on: scheduler)
  }

  @Test("B49: restart disposed of between rounds and during one, from another thread, ends")
  func restartDisposed() {
    for _ in 0..<200 {
      let running = Latch()
      let slot = Slot<any Disposable>()
      let signal = Signal<Int, NoError>.single(1).runOn(Queue.concurrentDefaultQueue()).restart()
      slot.exchange(signal.start(next: { _ in running.open() }))
      #expect(running.wait())
      slot.exchange(nil)?.dispose()
    }
  }

  @Test("replaceError and ifEmpty")
  func replacing() throws {
    let failing = try scheduler.cold("a-#", error: Failure())
    try expectSignal(failing.signal |> replaceError(with: "x"), sends: "a-(x|)", on: scheduler)
    let empty = try scheduler.cold("--|")
    let other = try scheduler.cold("x-|")
    try expectSignal(empty.signal |> ifEmpty(other.signal), sends: "--x-|", on: scheduler)
    try expectSignal(other.signal |> ifEmpty(empty.signal), sends: "x-|", on: scheduler)
  }

  @Test("delay starts later, and a disposal before that starts nothing")
  func delaying() throws {
    let source = try scheduler.cold("a-b|")
    try expectSignal(source.signal |> delay(2, queue: scheduler), sends: "--a-b|", on: scheduler)
    try expectSignal(source.signal.delay(.seconds(3), queue: scheduler), sends: "-!--", on: scheduler)
    #expect(source.subscriptions.count == 1)
    #expect(scheduler.pending == 0)
    #expect(record(Signal<Int, NoError>.single(1).delay(5, queue: ImmediateScheduler())).elements.count == 2)
  }

  @Test("the hooks are called at their moments")
  func hooks() {
    let log = Recording<String>()
    let signal =
      Signal<Int, NoError>.single(1)
      |> beforeStarted { log.append("start") }
      |> beforeNext { log.append("before \($0)") } |> afterNext { log.append("after \($0)") }
      |> beforeCompleted { log.append("before completion") }
      |> afterCompleted { log.append("after completion") }
      |> afterDisposed { log.append("disposed") }
    signal.start(next: { log.append("value \($0)") }, completed: { log.append("completed") })
    #expect(
      log.elements == [
        "start", "before 1", "value 1", "after 1", "before completion", "completed", "after completion",
        "disposed",
      ])
    let count = Counter()
    let disposable = Signal<Int, NoError>.never().afterDisposed { count.increment() }.start()
    disposable.dispose()
    disposable.dispose()
    #expect(count.value == 1)
  }
}
