import Disposables
import SignalPrimitives
import Signals
import TestSupport
import Testing

@Suite(.serialized) struct SourcesTests {
  private struct Failure: Error, Equatable {}

  private func events<T: Equatable & Sendable, E: Equatable & Sendable>(of signal: Signal<T, E>)
    -> [SignalEvent<T, E>]
  {
    let log = Recording<SignalEvent<T, E>>()
    signal.start(
      next: { log.append(.next($0)) },
      error: { log.append(.error($0)) },
      completed: { log.append(.completed) })
    return log.elements
  }

  @Test("single sends its value and completes, at each start")
  func single() {
    let signal = Signal<Int, Failure>.single(1)
    #expect(events(of: signal) == [.next(1), .completed])
    #expect(events(of: signal) == [.next(1), .completed])
    #expect(events(of: Signals.single(1, Failure.self)) == [.next(1), .completed])
  }

  @Test("single does not complete for one who wants no more")
  func singleRefused() {
    _ = Signal<Int, NoError>.single(1).subscribe(
      Sink(next: { _ in false }, error: { _ in }, completed: { Issue.record("completed") }, scope: nil))
  }

  @Test("complete, fail and never do what they say")
  func others() {
    #expect(events(of: Signal<Int, Failure>.complete()) == [.completed])
    #expect(events(of: Signals.complete(Int.self, Failure.self)) == [.completed])
    #expect(events(of: Signal<Int, Failure>.fail(Failure())) == [.error(Failure())])
    #expect(events(of: fail(Int.self, Failure())) == [.error(Failure())])
    #expect(events(of: Signal<Int, Failure>.never()) == [])
    #expect(events(of: never(Int.self, Failure.self)) == [])
  }

  @Test("a source holds nothing of a subscription that has ended, nor of one to never that was dropped")
  func nothingIsHeld() {
    let aviary = Aviary()
    for signal in [Signal<Int, Failure>.single(1), .complete(), .fail(Failure()), .never()] {
      let canary = aviary.canary()
      let disposable = signal.start(
        next: { _ in canary.sing() }, error: { _ in canary.sing() }, completed: { canary.sing() })
      disposable.dispose()
    }
    #expect(aviary.alive == 0)
  }

  @Test("each start runs the generator, with a subscriber of its own")
  func generatorPerStart() {
    let starts = Counter()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(starts.increment())
      return EmptyDisposable
    }
    #expect(starts.value == 0)
    #expect(events(of: signal) == [.next(1)])
    #expect(events(of: signal) == [.next(2)])
  }

  @Test("the pipe operator applies a function, from left to right")
  func pipe() {
    #expect((3 |> { $0 + 1 } |> { $0 * 2 }) == 8)
  }

  @Test("startStandalone starts; startStrict reports its line when it was not disposed of, and only then")
  func otherStarts() {
    let leaks = Recording<StrictDisposable.Leak>()
    let previous = StrictDisposable.leakHandler
    StrictDisposable.leakHandler = { leaks.append($0) }
    defer { StrictDisposable.leakHandler = previous }

    let values = Recording<Int>()
    Signal<Int, NoError>.single(1).startStandalone(next: { values.append($0) })
    Signal<Int, NoError>.single(2).startStrict(next: { values.append($0) }).dispose()
    #expect(leaks.elements.isEmpty)
    _ = Signal<Int, NoError>.never().startStrict(next: { values.append($0) }, file: "Here.swift", line: 7)
    #expect(leaks.elements.map(\.description).first?.hasPrefix("Here.swift:7:") == true)
    #expect(leaks.elements.count == 1)
    #expect(values.elements == [1, 2])
  }

  @Test("signals, subscribers and events describe themselves")
  func descriptions() {
    #expect("\(Signal<Int, NoError>.never())" == "Signal<Int, Never>")
    let subscribers = Recording<Subscriber<Int, NoError>>()
    Signal<Int, NoError> { subscriber in
      subscribers.append(subscriber)
      #expect("\(subscriber)" == "Subscriber<Int, Never>(active)")
      return EmptyDisposable
    }.start().dispose()
    #expect(subscribers.elements.map { "\($0)" } == ["Subscriber<Int, Never>(ended)"])
    #expect("\(SignalEvent<Int, NoError>.next(1))" == "next(1)")
    #expect("\(SignalEvent<Int, Failure>.error(Failure()))" == "error(Failure())")
    #expect("\(SignalEvent<Int, NoError>.completed)" == "completed")
  }
}
