import Disposables
import Promises
import Signals
import TestSupport
import Testing

@Suite(.serialized) struct JoiningTests {
  private struct Failure: Error, Equatable {}

  private let subscriptions = DisposableSet()

  /// Passes on what the inputs send, and ends with the last of them.
  private static func merged<E: Sendable>(_ signals: [Signal<Int, E>]) -> Signal<Int, E> {
    .joining { downstream, inputs in
      let running = SerialState(signals.count)
      for signal in signals {
        inputs.start(
          signal,
          Sink(
            next: downstream.next, error: downstream.error,
            completed: {
              running.value -= 1
              if running.value == 0 { downstream.completed() }
            }))
      }
    }
  }

  @Test("the inputs share a state, and the end comes when the operator sends it")
  func shared() {
    let log = Recording<Int>()
    let sources: [Signal<Int, NoError>] = [.sequence([1, 2]), .single(3)]
    Self.merged(sources).start(next: { log.append($0) }, completed: { log.append(0) })
    #expect(log.elements == [1, 2, 3, 0])
  }

  @Test("an input whose sink answers false is disposed of alone")
  func oneInput() {
    let (a, b, log) = (ValuePipe<Int>(), ValuePipe<Int>(), Recording<Int>())
    let disposals = Recording<String>()
    func watched(_ pipe: ValuePipe<Int>, _ name: String) -> Signal<Int, NoError> {
      Signal { subscriber in
        let run = pipe.signal().start(next: { subscriber.putNext($0) })
        return ActionDisposable {
          run.dispose()
          disposals.append(name)
        }
      }
    }
    let (first, second) = (watched(a, "a"), watched(b, "b"))
    let signal = Signal<Int, NoError>.joining { downstream, inputs in
      inputs.start(
        first, Sink(next: { downstream.next($0) && false }, error: downstream.error, completed: {}))
      inputs.start(
        second, Sink(next: { downstream.next($0) }, error: downstream.error, completed: {}))
    }
    let run = signal.start(next: { log.append($0) })
    a.putNext(1)
    #expect(disposals.elements == ["a"])
    a.putNext(2)
    b.putNext(3)
    #expect(log.elements == [1, 3])
    run.dispose()
    #expect(disposals.elements == ["a", "b"])
  }

  @Test("an input that is not wanted any more is disposed of, whichever thread finds out")
  func queuedRefusal() {
    let (isInside, goOn) = (Latch(), Latch())
    let (disposals, log) = (Counter(), Recording<Int>())
    let (a, b) = (Slot<Subscriber<Int, NoError>>(), Slot<Subscriber<Int, NoError>>())
    let signal = Signal<Int, NoError>.joining { downstream, inputs in
      inputs.start(
        Signal { subscriber in
          a.exchange(subscriber)
          return EmptyDisposable
        }, Sink(next: downstream.next, error: downstream.error, completed: {}))
      inputs.start(
        Signal { subscriber in
          b.exchange(subscriber)
          return ActionDisposable { disposals.increment() }
        }, Sink(next: { downstream.next($0) && false }, error: downstream.error, completed: {}))
    }
    subscriptions.add(
      signal.start(next: { value in
        log.append(value)
        if value == 1 {
          isInside.open()
          goOn.wait()
        }
      }))
    let sender = Worker { a.value?.putNext(1) }
    isInside.wait()
    b.value?.putNext(2)
    b.value?.putNext(3)
    #expect(log.elements == [1])
    #expect(disposals.value == 0)
    goOn.open()
    sender.join()
    #expect(log.elements == [1, 2])
    #expect(disposals.value == 1)
    subscriptions.dispose()
  }

  @Test("an input that is disposed of alone delivers nothing that waited")
  func disposedAlone() {
    let (a, b, log) = (ValuePipe<Int>(), ValuePipe<Int>(), Recording<Int>())
    let second = Slot<any Disposable>()
    let signal = Signal<Int, NoError>.joining { downstream, inputs in
      inputs.start(a.signal(), Sink(next: downstream.next, error: downstream.error, completed: {}))
      second.exchange(
        inputs.start(b.signal(), Sink(next: downstream.next, error: downstream.error, completed: {})))
    }
    subscriptions.add(
      signal.start(next: { value in
        log.append(value)
        guard value == 1 else { return }
        b.putNext(2)
        second.exchange(nil)?.dispose()
      }))
    a.putNext(1)
    a.putNext(3)
    b.putNext(4)
    #expect(log.elements == [1, 3])
    subscriptions.dispose()
  }

  @Test("an endless input stops when the run is over, and no further one is started")
  func endless() {
    let (sent, log, others) = (Counter(), Recording<Int>(), Counter())
    let endless = Signal<Int, NoError> { subscriber in
      while subscriber.isActive && sent.value < 1_000 { subscriber.putNext(sent.increment()) }
      return EmptyDisposable
    }
    let other = Signal<Int, NoError> { _ in
      others.increment()
      return EmptyDisposable
    }
    let signal = Signal<Int, NoError>.joining { downstream, inputs in
      inputs.start(
        endless,
        Sink(
          next: { value in
            guard downstream.next(value) else { return false }
            if value < 3 { return true }
            downstream.completed()
            return false
          },
          error: downstream.error, completed: {}))
      inputs.start(other, Sink(next: downstream.next, error: downstream.error, completed: {}))
    }
    signal.start(next: { log.append($0) }, completed: { log.append(0) })
    #expect(log.elements == [1, 2, 3, 0])
    #expect(sent.value == 3)
    #expect(others.value == 0)
  }

  @Test("what is sent before the first input comes first, and may be the end")
  func before() {
    let (log, starts) = (Recording<Int>(), Counter())
    let source = Signal<Int, NoError> { subscriber in
      starts.increment()
      subscriber.putNext(2)
      return EmptyDisposable
    }
    func signal(ends: Bool) -> Signal<Int, NoError> {
      .joining { downstream, inputs in
        _ = downstream.next(1)
        if ends { downstream.completed() }
        inputs.start(source, Sink(next: downstream.next, error: downstream.error, completed: {}))
      }
    }
    signal(ends: false).start(next: { log.append($0) }, completed: { log.append(0) }).dispose()
    #expect(log.elements == [1, 2])
    signal(ends: true).start(next: { log.append($0) }, completed: { log.append(0) })
    #expect(log.elements == [1, 2, 1, 0])
    #expect(starts.value == 1)
  }

  @Test("the sinks of all inputs are called one at a time, and nothing is lost")
  func threads() {
    let (threads, count) = (4, stressRuns(20_000))
    let subscribers = Recording<Subscriber<Int, NoError>>()
    let sources = (0..<threads).map { _ in
      Signal<Int, NoError> { subscriber in
        subscribers.append(subscriber)
        return EmptyDisposable
      }
    }
    let (sum, inside, overlaps, ends) = (Counter(), Counter(), Counter(), Counter())
    Signal<Int, NoError>.joining { downstream, inputs in
      let state = SerialState((seen: 0, running: threads))
      for source in sources {
        inputs.start(
          source,
          Sink(
            next: { _ in
              if inside.increment() > 1 { overlaps.increment() }
              state.value.seen += 1
              defer { inside.increment(by: -1) }
              return downstream.next(state.value.seen)
            },
            error: downstream.error,
            completed: {
              state.value.running -= 1
              if state.value.running == 0 { downstream.completed() }
            }))
      }
    }.start(next: { _ in sum.increment() }, completed: { ends.increment() })
    concurrently(threads) { thread in
      let subscriber = subscribers.element(at: thread)
      for number in 0..<count { subscriber.putNext(number) }
      subscriber.putCompletion()
    }
    #expect(overlaps.value == 0)
    #expect(sum.value == threads * count)
    #expect(ends.value == 1)
  }

  @Test("an error after the end goes to the handler for dropped errors alone, and the first one passes")
  func errors() {
    let (a, b) = (Slot<Subscriber<Int, Failure>>(), Slot<Subscriber<Int, Failure>>())
    let log = Recording<String>()
    let signals = [a, b].map { slot in
      Signal<Int, Failure> { subscriber in
        slot.exchange(subscriber)
        return EmptyDisposable
      }
    }
    Self.merged(signals).start(error: { log.append("\($0)") }, completed: { log.append("|") })
    a.value?.putError(Failure())
    b.value?.putError(Failure())
    b.value?.putCompletion()
    #expect(log.elements == ["Failure()"])
  }

  @Test("debug builds say when the downstream is sent something after the end")
  func afterTheEnd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Signal<Int, NoError>.joining { downstream, _ in
        downstream.completed()
        _ = downstream.next(1)
      }.start()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("joining: the downstream was sent a value after the end."))
  }
}
