import Concurrency
import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite final class CombineLatestTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("pairs of the newest values, from the moment on at which both inputs have sent one")
  func pairs() {
    let a = Source<Int, NoError>()
    let b = Source<String, NoError>()
    let log = record(combineLatest(a.signal, b.signal).map { "\($0)\($1)" })
    a.putNext(1)
    a.putNext(2)
    #expect(log.elements == [])
    b.putNext("x")
    a.putNext(3)
    a.putCompletion()
    b.putNext("y")
    b.putCompletion()
    #expect(log.elements == [.next("2x"), .next("3x"), .next("3y"), .completed])
  }

  @Test("seventeen inputs of different types")
  func seventeen() {
    func s<T: Sendable>(_ value: T) -> Signal<T, NoError> { .single(value) }
    let combined = combineLatest(
      queue: nil, s(1), s("2"), s(3.0), s(true), s(5), s(6), s(7), s(8), s(9), s(10), s(11), s(12), s(13),
      s(14),
      s(15), s(16), s("17"))
    let log = record(combined.map { "\($0.0) \($0.1) \($0.2) \($0.3) \($0.15) \($0.16)" })
    #expect(log.elements == [.next("1 2 3.0 true 16 17"), .completed])
  }

  @Test("three inputs, of which optional values count as values")
  func three() {
    let a = ValuePipe<Int?>()
    let b = ValuePipe<Int>()
    let c = ValuePipe<Int>()
    let log = record(combineLatest(a.signal(), b.signal(), c.signal()).map { "\($0 ?? 0) \($1) \($2)" })
    a.putNext(nil)
    b.putNext(1)
    #expect(log.elements == [])
    c.putNext(2)
    a.putNext(7)
    a.putNext(nil)
    #expect(log.elements == [.next("0 1 2"), .next("7 1 2"), .next("0 1 2")])
  }

  @Test("two inputs, of which optional values count as values")
  func optionalPair() {
    let a = ValuePipe<Int?>()
    let b = ValuePipe<Int>()
    let log = record(combineLatest(a.signal(), b.signal()).map { "\($0 ?? 0) \($1)" })
    a.putNext(nil)
    b.putNext(1)
    a.putNext(nil)
    #expect(log.elements == [.next("0 1"), .next("0 1")])
  }

  @Test("inputs of every size and alignment, closures among them")
  func layouts() {
    struct Wide: Sendable, Equatable {
      var a: Int8 = 1
      var b: Double = 2
      var c: Int8 = 3
    }
    let aviary = Aviary()
    let results = Recording<String>()
    do {
      let canaries = ValuePipe<Canary>()
      let flags = ValuePipe<Bool>()
      subscriptions.add(
        combineLatest(
          flags.signal(), Signal<Wide, NoError>.single(Wide()), canaries.signal(),
          Signal<@Sendable (Int) -> Int, NoError>.single { $0 + 1 }, Signal<Int16?, NoError>.single(nil),
          Signal<(Int8, Int32), NoError>.single((4, 5)),
          Signal<String, NoError>.single("a string of some length")
        ).start(next: { flag, wide, _, closure, short, pair, string in
          results.append("\(flag) \(wide == Wide()) \(closure(1)) \(short ?? 6) \(pair) \(string)")
        }))
      canaries.putNext(aviary.canary())
      canaries.putNext(aviary.canary())
      #expect(aviary.alive == 1)
      flags.putNext(true)
      flags.putNext(false)
      #expect(aviary.alive == 1)
    }
    #expect(
      results.elements == [true, false].map { "\($0) true 2 6 (4, 5) a string of some length" })
    #expect(aviary.alive == 0)
  }

  @Test("what follows in the same expression may name the parts of a tuple, for any number of inputs")
  func parts() {
    let s = Signal<Int, NoError>.single(1)
    let three = combineLatest(queue: nil, s, s, s) |> Operators.map { a, b, c -> Int in a + b + c }
    let five = combineLatest(s, s, s, s, s).map { a, b, c, d, e in a + b + c + d + e }
    let eighteen = combineLatest(s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s)
    #expect(record(three |> distinctUntilChanged).elements.last == .completed)
    #expect(record(five).elements.last == .completed)
    #expect(record(eighteen.map { $0.0 + $0.17 }).elements == [.next(2), .completed])
  }

  @Test("an array of inputs, in the order of the inputs")
  func array() {
    let pipes = (0..<3).map { _ in ValuePipe<Int?>() }
    let log = record(combineLatest(pipes.map { $0.signal() }).map { $0.map { $0 ?? 0 } })
    for index in [2, 0, 1] { pipes[index].putNext(index) }
    pipes[0].putNext(nil)
    pipes[1].putNext(9)
    #expect(log.elements == [.next([0, 1, 2]), .next([0, 1, 2]), .next([0, 9, 2])])
  }

  @Test("B22: no inputs: one empty array, then completion")
  func empty() {
    #expect(record(combineLatest([] as [Signal<Int, NoError>])).elements == [.next([]), .completed])
  }

  @Test("inputs start in the order of the arguments; after an error no other is started")
  func startOrder() {
    let log = Recording<Int>()
    func input(_ number: Int, _ signal: Signal<Int, Failure>) -> Signal<Int, Failure> {
      Signal.bare { sink in
        log.append(number)
        return signal.subscribe(sink)
      }
    }
    let a = Source<Int, Failure>()
    let combined = combineLatest(input(1, a.signal), input(2, .fail(Failure())), input(3, .single(1)))
    #expect(record(combined.map { _ in 0 }).elements == [.error(Failure())])
    #expect(log.elements == [1, 2])
    #expect(a.disposals.value == 1)
  }

  @Test("an error disposes of the other input; so does take")
  func endDisposes() {
    let a = Source<Int, Failure>()
    let b = Source<Int, Failure>()
    record(combineLatest(a.signal, b.signal).map { $0 + $1 })
    a.put(.error(Failure()))
    #expect(a.disposals.value == 1)
    #expect(b.disposals.value == 1)
    let c = Source<Int, NoError>()
    let d = Source<Int, NoError>()
    let log = record(combineLatest(c.signal, d.signal).map { $0 + $1 }.take(1))
    c.putNext(1)
    d.putNext(2)
    #expect(log.elements == [.next(3), .completed])
    #expect(c.disposals.value == 1)
    #expect(d.disposals.value == 1)
  }

  @Test("B01: a pair that is held up downstream is not overtaken by a newer one")
  func heldUpPair() {
    let a = ValuePipe<Int>()
    let b = ValuePipe<Int>()
    let isInside = Latch()
    let mayGoOn = Latch()
    let log = record(
      combineLatest(a.signal(), b.signal()).map { x, y in
        if x == 2 && y == 1 {
          isInside.open()
          mayGoOn.wait()
        }
        return x * 10 + y
      })
    a.putNext(1)
    b.putNext(1)
    let first = Worker { a.putNext(2) }
    #expect(isInside.wait())
    b.putNext(2)
    mayGoOn.open()
    #expect(first.join())
    #expect(log.elements == [.next(11), .next(21), .next(22)])
  }

  @Test("B04: a combined value may end one of its own sources")
  func valueEndsSource() {
    let a = Source<Int, NoError>()
    let b = Source<Int, NoError>()
    let log = Recording<String>()
    combineLatest(a.signal, b.signal).start(
      next: { x, y in
        a.putCompletion()
        b.putCompletion()
        log.append("\(x)\(y)")
      },
      completed: { log.append("completed") })
    a.putNext(1)
    b.putNext(2)
    #expect(log.elements == ["12", "completed"])
  }

  @Test("a value that replaces another frees it outside the lock")
  func replacedValue() {
    let a = ValuePipe<Canary>()
    let b = ValuePipe<Int>()
    let log = record(combineLatest(a.signal(), b.signal()).map { $1 })
    b.putNext(1)
    a.putNext(Canary { b.putNext(2) })
    a.putNext(Canary())
    #expect(log.elements == [.next(1), .next(1), .next(2)])
  }

  @Test("queue: delivers on the queue")
  func onQueue() {
    let queue = Queue(name: "combined")
    let done = Latch()
    let log = Recording<Bool>()
    combineLatest(queue: queue, Signal<Int, NoError>.single(1), .single(2)).start(
      next: { _, _ in log.append(queue.isCurrent()) },
      completed: { done.open() })
    #expect(done.wait())
    #expect(log.elements == [true])
  }

  @Test("disposal disposes of every input, once")
  func disposal() {
    let sources = (0..<5).map { _ in Source<Int, NoError>() }
    let disposable = combineLatest(sources.map(\.signal)).start()
    disposable.dispose()
    disposable.dispose()
    #expect(sources.map(\.disposals.value) == [1, 1, 1, 1, 1])
  }
}
