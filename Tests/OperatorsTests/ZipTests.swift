import Concurrency
import Disposables
import Operators
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct ZipTests {
  private let scheduler = TestScheduler()

  @Test("values are combined by their number, whoever is ahead")
  func pairs() throws {
    let (a, b) = (try scheduler.cold("abc----d--|"), try scheduler.cold("---1-2----3-|"))
    try expectSignal(
      (a.signal |> zip(with: b.signal)).map { "\($0)\($1)" }, sends: "---x-y----z-|",
      values: ["x": "a1", "y": "b2", "z": "c3"], on: scheduler)
  }

  @Test("an input that sends without end while it starts can come last, or start elsewhere")
  func endless() {
    let numbers = Signal<Int, NoError>.sequence(0...)
    let letters = Signal<String, NoError>.sequence(["a", "b"])
    #expect(
      record(zip(letters, numbers).map { "\($0)\($1)" }).elements == [.next("a0"), .next("b1"), .completed])
    let elsewhere = numbers.runOn(Queue(name: "endless"))
    for signal in [
      zip(elsewhere, letters).map { "\($1)\($0)" }, combineLatest(elsewhere, letters).map { "\($1)" }.take(2),
    ] {
      let (log, isOver) = (Recording<String>(), Latch())
      signal.start(next: { log.append($0) }, completed: { isOver.open() })
      #expect(isOver.wait())
      #expect(log.elements == ["a0", "b1"] || (log.elements.count == 2 && log.elements.last == "b"))
    }
    #expect(
      record(combineLatest(letters, numbers).map { "\($0)\($1)" }.take(2)).elements == [
        .next("b0"), .next("b1"), .completed,
      ])
    #expect(
      record(merge(letters, numbers.map { "\($0)" }).take(4)).elements.suffix(2) == [.next("1"), .completed])
  }

  @Test("B16: what waits is delivered before the completion")
  func waitingValues() {
    let (left, right) = (Source<Int, NoError>(), Source<Int, NoError>())
    let log = record(zip(left.signal, right.signal).map { $0 * 10 + $1 })
    left.put(.next(1), .next(2), .completed)
    right.putNext(1)
    #expect(log.elements == [.next(11)])
    right.putNext(2)
    #expect(log.elements == [.next(11), .next(22), .completed])
    #expect(right.disposals.value == 1)
    right.putNext(3)
    #expect(log.elements.count == 3)
  }

  @Test(
    "B17: one value of each, from two threads, with the completions in any order: one pair and the completion"
  )
  func anyOrder() {
    let actions: [@Sendable (Source<Int, NoError>, Source<Int, NoError>) -> Void] = [
      { a, _ in a.putNext(1) }, { a, _ in a.putCompletion() }, { _, b in b.putNext(2) },
      { _, b in b.putCompletion() },
    ]
    // All orders in which each input's value comes before its completion.
    for order in [[0, 1, 2, 3], [0, 2, 1, 3], [0, 2, 3, 1], [2, 0, 1, 3], [2, 0, 3, 1], [2, 3, 0, 1]] {
      let (a, b) = (Source<Int, NoError>(), Source<Int, NoError>())
      let log = record(zip(a.signal, b.signal).map { $0 + $1 })
      for index in order { actions[index](a, b) }
      #expect(log.elements == [.next(3), .completed], "\(order)")
    }
    for _ in 0..<500 {
      let (a, b) = (Source<Int, NoError>(), Source<Int, NoError>())
      let log = record(zip(a.signal, b.signal).map { $0 + $1 })
      concurrently(2) { thread in
        for index in thread == 0 ? [0, 1] : [2, 3] { actions[index](a, b) }
      }
      #expect(log.elements == [.next(3), .completed])
    }
  }

  @Test("B17: two delayed signals make one pair")
  func delayed() throws {
    try expectSignal(
      zip(
        Signal<String, NoError>.single("a").delay(2, queue: scheduler),
        Signal<String, NoError>.single("b").delay(2, queue: scheduler)
      ).map { $0 + $1 }, sends: "--(x|)", values: ["x": "ab"], on: scheduler)
  }

  @Test("B22: an empty list completes at once, and a list of one wraps its values")
  func lists() {
    #expect(record(zip([Signal<Int, NoError>]())).elements == [.completed])
    #expect(
      record(zip([Signal<Int, NoError>.sequence([1, 2])])).elements == [.next([1]), .next([2]), .completed])
  }

  @Test("it completes as soon as no further tuple can come")
  func early() throws {
    let (short, open) = (try scheduler.cold("-a-|"), try scheduler.cold("--1----"))
    try expectSignal(
      zip(short.signal, open.signal).map { _, _ in "x" }, sends: "--x|", on: scheduler)
    #expect(open.subscriptions.map(\.description) == ["^--!"])
    let empty = try scheduler.cold("-|")
    try expectSignal(zip(open.signal, empty.signal).map { _, _ in "x" }, sends: "-|", on: scheduler)
  }

  @Test("an input that ends everything while it starts keeps the next from being started")
  func endsWhileStarting() {
    let second = Source<Int, NoError>()
    #expect(
      record(zip(Signal<Int, NoError>.complete(), second.signal).map { $0 + $1 }).elements == [.completed])
    #expect(second.starts == 0)
  }

  @Test("the first error is passed on at once, and the others are disposed of")
  func error() {
    let (a, b) = (Source<Int, Failure>(), Source<Int, Failure>())
    let log = record(zip(a.signal, b.signal).map { $0 + $1 })
    a.put(.next(1), .error(Failure()))
    #expect(log.elements == [.error(Failure())])
    #expect(b.disposals.value == 1)
  }

  @Test("three, four and five inputs of different types")
  func arities() {
    let (a, b) = (Signal<Int, NoError>.sequence([1, 2]), Signal<String, NoError>.sequence(["a", "b"]))
    let c = Signal<Double, NoError>.sequence([0.5, 1.5])
    #expect(
      record(zip(a, b, c).map { "\($0)\($1)\($2)" }).elements == [.next("1a0.5"), .next("2b1.5"), .completed])
    #expect(
      record(zip(a, b, c, a) |> map { a, _, _, d in a + d }).elements == [.next(2), .next(4), .completed])
    let five = zip(a, b, c, a, b)
    #expect(record(five.map { "\($0.0)\($0.4)" }).elements == [.next("1a"), .next("2b"), .completed])
  }

  @Test("a signal with itself makes pairs of equals, and disposal frees what waits")
  func itself() {
    let signal = Signal<Int, NoError>.sequence(0..<3)
    #expect(
      record(zip(signal, signal).map { $0 == $1 }).elements.prefix(3) == [
        .next(true), .next(true), .next(true),
      ])
    let aviary = Aviary()
    let (ahead, behind) = (Source<Canary, NoError>(), Source<Int, NoError>())
    let disposable = zip(ahead.signal, behind.signal).start()
    for _ in 1...3 { ahead.putNext(aviary.canary()) }
    #expect(aviary.alive == 3)
    disposable.dispose()
    #expect(aviary.alive == 0)
  }

  @Test("tuples are complete and in order when the inputs send from two threads")
  func twoThreads() {
    let (a, b) = (Source<Int, NoError>(), Source<Int, NoError>())
    let log = Recording<[Int]>()
    let done = Counter()
    let subscription = zip(a.signal, b.signal).start(
      next: { log.append([$0, $1]) }, completed: { done.increment() })
    concurrently(2) { thread in
      let source = thread == 0 ? a : b
      for number in 0..<2_000 { source.putNext(number) }
      source.putCompletion()
    }
    #expect(log.elements == (0..<2_000).map { [$0, $0] })
    #expect(done.value == 1)
    subscription.dispose()
  }
}

@Suite struct CombineLatestWithInitialValuesTests {
  @Test("the given values make the first pair, before any input is started")
  func first() {
    let (a, b) = (Source<Int, NoError>(), Source<String, NoError>())
    let log = record(combineLatest(a.signal, 0, b.signal, "-") |> map { "\($0)\($1)" })
    #expect(log.elements == [.next("0-")])
    b.putNext("b")
    a.put(.next(1), .completed)
    b.put(.next("c"), .completed)
    #expect(log.elements == [.next("0-"), .next("0b"), .next("1b"), .next("1c"), .completed])
  }

  @Test("a handler that disposes of itself at the first pair keeps the inputs from being started")
  func disposal() {
    let (a, b) = (Source<Int, NoError>(), Source<Int, NoError>())
    let log = record(combineLatest(a.signal, 0, b.signal, 0).take(1).map { $0 + $1 })
    #expect(log.elements == [.next(0), .completed])
    #expect(a.starts + b.starts == 0)
  }

  @Test("with a queue, the first pair is delivered there, too")
  func queue() throws {
    let scheduler = TestScheduler()
    let (a, b) = (try scheduler.cold("--a---|"), try scheduler.cold("----b-|"))
    try expectSignal(
      combineLatest(queue: scheduler, a.signal, "x", b.signal, "y").map { $0 + $1 }, sends: "1-2-3-|",
      values: ["1": "xy", "2": "ay", "3": "ab"], on: scheduler)
  }
}

@Suite struct WithLatestFromTests {
  @Test("B19: a value that another thread replaces is never torn, nor freed too early")
  func tearing() {
    let (values, others) = (Source<Int, NoError>(), Source<[Int], NoError>())
    let torn = Counter()
    let subscription = values.signal.withLatestFrom(others.signal).start(next: { _, array in
      if Set(array).count != 1 { torn.increment() }
    })
    others.putNext([0, 0, 0])
    concurrently(2) { thread in
      for number in 0..<5_000 {
        if thread == 0 { values.putNext(number) } else { others.putNext([number, number, number]) }
      }
    }
    #expect(torn.value == 0)
    subscription.dispose()
  }

  @Test("B19: of a signal with itself the other's value is the newer one, as the documentation says")
  func itself() {
    let pipe = Source<Int, NoError>()
    let shared = pipe.signal.share()
    let log = record(shared.withLatestFrom(shared).map { $0 * 10 + $1 })
    pipe.putNext(1)
    pipe.putNext(2)
    #expect(log.elements == [.next(11), .next(22)])
    pipe.putCompletion()
  }

  @Test(
    "B20: of two signals made of one, the other's value is there first, whoever else listens",
    arguments: [0, 1, 2])
  func order(listeners: Int) {
    let source = Source<Int, NoError>()
    let shared = source.signal.share()
    let (values, others) = (shared.map { $0 }, shared.map { $0 * 10 })
    let early = (0..<listeners).map { _ in others.start() }
    let log = record(values.withLatestFrom(others).map { $0 + $1 })
    let late = (0..<listeners).map { _ in others.start() }
    for number in 1...3 { source.putNext(number) }
    #expect(log.elements == [.next(11), .next(22), .next(33)])
    source.putCompletion()
    for subscription in early + late { subscription.dispose() }
  }
}
