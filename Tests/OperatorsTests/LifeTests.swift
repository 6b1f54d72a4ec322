import Concurrency
import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

/// What every operator owes, asked of all of them.
@Suite final class LifeTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  typealias Operator = @Sendable (Signal<Int, Failure>) -> Signal<Int, Failure>

  static let operators: [(name: String, apply: Operator)] = [
    ("map", { $0.map { $0 } }),
    ("filter", { $0.filter { _ in true } }),
    ("take", { $0.take(10) }),
    ("distinctUntilChanged", { $0.distinctUntilChanged() }),
    ("distinctUntilChanged(isEqual:)", { $0.distinctUntilChanged(isEqual: ==) }),
    ("then", { $0.then(.never()) }),
    ("then, as the second", { Signal.complete().then($0) }),
    ("catch", { $0.catch { .fail($0) } }),
    ("catch, as the second", { signal in Signal<Int, Failure>.fail(Failure()).catch { _ in signal } }),
    ("mapToSignal, as the outer", { $0.mapToSignal { .single($0) } }),
    ("mapToSignal, as the inner", { signal in Signal<Int, Failure>.single(1).mapToSignal { _ in signal } }),
    ("combineLatest of 2", { combineLatest($0, Signal<Int, Failure>.single(1)).map { a, _ in a } }),
    (
      "combineLatest of 3",
      { combineLatest(.single(1), $0, Signal<Int, Failure>.single(1)).map { _, a, _ in a } }
    ),
    ("combineLatest of an array", { combineLatest([$0, .single(1)]).map { $0[0] } }),
    ("deliverOn", { $0.deliverOn(Inline()) }),
    ("runOn", { $0.runOn(Inline()) }),
  ]

  /// A scheduler that is always current.
  struct Inline: Scheduler {
    let now = 0.0
    func isCurrent() -> Bool { true }
    func async(_ work: @escaping @Sendable () -> Void) { work() }
    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable { EmptyDisposable }
  }

  @Test("B38: a source that ends while it starts is disposed of once", arguments: operators.indices)
  func synchronousEnd(index: Int) {
    let (name, apply) = Self.operators[index]
    let disposals = Counter()
    let signal = Signal<Int, Failure> { subscriber in
      subscriber.putNext(1)
      subscriber.putCompletion()
      return ActionDisposable { disposals.increment() }
    }
    record(apply(signal).take(1))
    #expect(disposals.value == 1, "\(name)")
  }

  @Test("an error passes, and disposes of the source once", arguments: operators.indices)
  func error(index: Int) {
    let (name, apply) = Self.operators[index]
    let source = Source<Int, Failure>()
    let log = record(apply(source.signal))
    source.put(.next(1), .error(Failure()))
    #expect(log.elements == [.next(1), .error(Failure())], "\(name)")
    #expect(source.disposals.value == 1, "\(name)")
  }

  @Test("disposal inside next: nothing follows, the source is disposed of once", arguments: operators.indices)
  func disposalInsideNext(index: Int) {
    let (name, apply) = Self.operators[index]
    let source = Source<Int, Failure>()
    let disposable = MetaDisposable()
    let log = Recording<Int>()
    disposable.set(
      apply(source.signal).start(
        next: { value in
          log.append(value)
          disposable.dispose()
        },
        error: { _ in Issue.record("an error after disposal: \(name)") },
        completed: { Issue.record("completed after disposal: \(name)") }))
    source.put(.next(1), .next(2), .completed)
    #expect(log.elements == [1], "\(name)")
    #expect(source.disposals.value == 1, "\(name)")
  }

  @Test("disposal inside next: no completion follows, also where one operator sends both", arguments: [1, 2])
  func disposalInsideLastValue(count: Int) {
    let pipe = ValuePipe<Int>()
    let disposable = MetaDisposable()
    let log = Recording<Int>()
    disposable.set(
      pipe.signal().take(count).start(
        next: { value in
          log.append(value)
          if value == count { disposable.dispose() }
        },
        completed: { Issue.record("completed after disposal") }))
    for value in 1...3 { pipe.putNext(value) }
    #expect(log.elements == Array(1...count))
  }

  @Test(
    "disposal inside next: a second signal that sends while it starts is stopped", arguments: [false, true])
  func disposalInsideSecondSignal(caught: Bool) {
    let burst = Signal<Int, Failure> { subscriber in
      for value in 1...3 { subscriber.putNext(value) }
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let first = Source<Int, Failure>()
    let disposable = MetaDisposable()
    let log = Recording<Int>()
    disposable.set(
      (caught ? first.signal.catch { _ in burst } : first.signal.then(burst)).start(
        next: { value in
          log.append(value)
          disposable.dispose()
        },
        completed: { Issue.record("completed after disposal") }))
    first.put(caught ? .error(Failure()) : .completed)
    #expect(log.elements == [1])
  }

  @Test(
    "what was captured, and what was sent, is freed at the end",
    arguments: operators.indices, ["error", "disposal", "take"])
  func freed(index: Int, end: String) {
    let (name, apply) = Self.operators[index]
    let aviary = Aviary()
    let source = Source<Int, Failure>()
    let disposable: any Disposable
    do {
      let (first, second, third) = (aviary.canary(), aviary.canary(), aviary.canary())
      disposable = apply(
        source.signal.map { value in
          third.sing()
          return value
        }
      ).take(2).start(next: { _ in first.sing() }, error: { _ in second.sing() })
    }
    #expect(aviary.alive == 3)
    source.putNext(1)
    switch end {
    case "error": source.put(.error(Failure()))
    case "disposal": disposable.dispose()
    default: source.putNext(2)
    }
    // The closure of the operator's own input belongs to the recipe, which is gone too.
    #expect(aviary.alive == 0, "\(name), \(end)")
    #expect(source.disposals.value == 1, "\(name), \(end)")
  }

  @Test(
    "B50: a signal that was made and never started holds and starts nothing", arguments: operators.indices)
  func neverStarted(index: Int) {
    let source = Source<Int, Failure>()
    _ = Self.operators[index].apply(source.signal)
    #expect(source.starts == 0)
  }

  @Test("events from two threads never overlap, and none is lost", arguments: operators.indices)
  func serial(index: Int) {
    let (name, apply) = Self.operators[index]
    if name == "take" || name.hasPrefix("distinct") { return }  // they drop values by design
    let source = Source<Int, Failure>()
    let inside = Counter()
    let received = Counter()
    subscriptions.add(
      apply(source.signal).start(next: { _ in
        #expect(inside.increment() == 1)
        received.increment()
        inside.increment(by: -1)
      }))
    let before = received.value
    concurrently(2) { thread in
      for value in 0..<2_000 { source.putNext(thread * 2_000 + value) }
    }
    #expect(received.value - before == 4_000, "\(name)")
  }

  @Test("B46: subscriptions that have ended hold nothing of what their handlers captured")
  func endedSubscriptions() {
    let aviary = Aviary()
    let set = DisposableSet()
    for _ in 0..<10_000 {
      let canary = aviary.canary()
      set.add(Signal<Int, NoError>.single(1).map { $0 + 1 }.start(next: { _ in canary.sing() }))
      set.add(Signal<Int, NoError>.single(1).then(.single(2)).start(next: { _ in canary.sing() }))
    }
    #expect(aviary.alive == 0)
  }
}

@Suite final class IsolationTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @MainActor final class Model {
    var values: [Int] = []
    let done = Latch()

    func load(_ signal: Signal<Int, NoError>, on queue: Queue) -> any Disposable {
      (signal |> deliverOn(queue) |> map { $0 + 1 } |> deliverOnMainQueue).start(
        next: { [weak self] value in
          MainActor.assumeIsolated { self?.values.append(value) }
        },
        completed: { [done] in done.open() })
    }
  }

  @Test("B101: the closures of a chain that is written in a MainActor type may run anywhere")
  func chainInsideMainActor() async {
    let model = Model()
    let queue = Queue(name: "background")
    _ = await model.load(.single(1), on: queue)
    await withCheckedContinuation { continuation in
      _ = Worker { [done = model.done] in
        done.wait()
        continuation.resume()
      }
    }
    let values = await model.values
    #expect(values == [2])
  }
}
