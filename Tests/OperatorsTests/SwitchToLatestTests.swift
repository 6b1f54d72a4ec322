import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite final class SwitchToLatestTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("values of the newest inner signal, and completion when both have completed")
  func values() {
    let outer = Source<Int, NoError>()
    let inners = [Source<String, NoError>(), Source<String, NoError>()]
    let log = record(outer.signal |> mapToSignal { inners[$0].signal })
    outer.putNext(0)
    inners[0].putNext("a")
    outer.putNext(1)
    #expect(inners[0].disposals.value == 1)
    inners[1].putNext("b")
    outer.putCompletion()
    #expect(log.elements == [.next("a"), .next("b")])
    inners[1].put(.next("c"), .completed)
    #expect(log.elements == [.next("a"), .next("b"), .next("c"), .completed])
  }

  @Test("signals of signals, by the free function")
  func freeFunction() {
    let log = record(Signal<Signal<Int, NoError>, NoError>.single(.single(1)) |> switchToLatest)
    #expect(log.elements == [.next(1), .completed])
  }

  @Test("B07: the outer's completion lets the running inner finish")
  func outerCompletesFirst() {
    let inner = Source<Int, NoError>()
    let log = record(Signal<Int, NoError>.single(2).mapToSignal { _ in inner.signal })
    #expect(log.elements == [])
    inner.put(.next(1), .completed)
    #expect(log.elements == [.next(1), .completed])
  }

  @Test(
    "an error of a replaced inner signal that was queued counts no more; one of the present inner signal does"
  )
  func queuedError() {
    let outer = Source<Int, Failure>()
    let inners = (0..<3).map { _ in Source<Int, Failure>() }
    let (isInside, goOn) = (Latch(), Latch())
    let log = Recording<SignalEvent<Int, Failure>>()
    let signal = outer.signal.mapToSignal { inners[$0].signal }
    subscriptions.add(
      signal.start(
        next: { value in
          log.append(.next(value))
          guard value == 1 else { return }
          isInside.open()
          goOn.wait()
        },
        error: { log.append(.error($0)) },
        completed: { log.append(.completed) }))
    outer.putNext(0)
    let sender = Worker { inners[0].putNext(1) }
    isInside.wait()
    // The handler is held up, so these are queued; the error is stale when its turn comes.
    outer.putNext(1)
    inners[1].put(.error(Failure()))
    outer.putNext(2)
    inners[2].put(.next(2))
    goOn.open()
    #expect(sender.join())
    #expect(log.elements == [.next(1), .next(2)])
    #expect(outer.disposals.value == 0)
    inners[2].put(.error(Failure()))
    #expect(log.elements == [.next(1), .next(2), .error(Failure())])
    #expect(outer.disposals.value == 1)
  }

  @Test("nothing is active any more in the handler of an inner signal's error")
  func activeInErrorHandler() throws {
    let (outer, inner) = (Slot<Subscriber<Int, Failure>>(), Slot<Subscriber<Int, Failure>>())
    let answers = Recording<Bool?>()
    let signal = Signal<Int, Failure> { subscriber in
      outer.exchange(subscriber)
      return EmptyDisposable
    }.mapToSignal { _ in
      Signal<Int, Failure> { subscriber in
        inner.exchange(subscriber)
        return EmptyDisposable
      }
    }
    subscriptions.add(signal.start(error: { _ in answers.append(outer.value?.isActive) }))
    outer.value?.putNext(1)
    #expect(outer.value?.isActive == true)
    inner.exchange(nil)?.putError(Failure())
    outer.exchange(nil)
    #expect(answers.elements == [false])
  }

  @Test("a handler of the error that sends to the outer signal starts nothing")
  func outerValueInError() {
    let outer = Source<Int, Failure>()
    let inner = Source<Int, Failure>()
    let signal = outer.signal.mapToSignal { _ in inner.signal }
    subscriptions.add(signal.start(error: { _ in outer.putNext(1) }))
    outer.putNext(0)
    inner.put(.error(Failure()))
    #expect(inner.starts == 1)
    #expect(inner.disposals.value == 1)
  }

  @Test("B08: what a replaced inner still sends is ignored, also its completion and its error")
  func staleInner() {
    let outer = Source<Int, Failure>()
    let sinks = Recording<Sink<Int, Failure>>()
    // Without a gate: it goes on after its disposal.
    let stubborn = Signal<Int, Failure>.bare { sink in
      sinks.append(sink)
      return EmptyDisposable
    }
    let current = Source<Int, Failure>()
    let log = record(outer.signal.mapToSignal { $0 == 0 ? stubborn : current.signal })
    outer.put(.next(0), .next(1), .completed)
    #expect(sinks.elements[0].next(1) == false)
    sinks.elements[0].completed()
    sinks.elements[0].error(Failure())
    #expect(log.elements == [])
    current.put(.next(2), .completed)
    #expect(log.elements == [.next(2), .completed])
  }

  @Test("a value of the old inner that waits when a new outer value arrives is not delivered")
  func waitingStaleValue() {
    let outer = Source<Int, NoError>()
    let inners = [Source<Int, NoError>(), Source<Int, NoError>()]
    let log = Recording<Int>()
    subscriptions.add(
      outer.signal.mapToSignal { inners[$0].signal }.start(next: { value in
        log.append(value)
        if value == 1 {
          inners[0].putNext(2)  // waits: a value is being delivered
          outer.putNext(1)
        }
      }))
    outer.putNext(0)
    inners[0].putNext(1)
    inners[1].putNext(3)
    #expect(log.elements == [1, 3])
  }

  @Test("the old inner is disposed of before the new one is started")
  func disposalOrder() {
    let log = Recording<String>()
    let outer = Source<Int, NoError>()
    subscriptions.add(
      outer.signal.mapToSignal { number in
        Signal<Int, NoError> { _ in
          log.append("start \(number)")
          return ActionDisposable { log.append("dispose \(number)") }
        }
      }.start())
    outer.putNext(1)
    outer.putNext(2)
    #expect(log.elements == ["start 1", "dispose 1", "start 2"])
  }

  @Test("errors of the outer and of the inner signal end everything", arguments: [false, true])
  func errors(inner fails: Bool) {
    let outer = Source<Int, Failure>()
    let inner = Source<Int, Failure>()
    let log = record(outer.signal.mapToSignal { _ in inner.signal })
    outer.putNext(1)
    (fails ? inner : outer).put(.error(Failure()))
    #expect(log.elements == [.error(Failure())])
    #expect(outer.disposals.value == 1)
    #expect(inner.disposals.value == 1)
  }

  @Test("B10: take(1) behind it completes, and disposes of both")
  func takeBehind() {
    #expect(
      record(Signal<Int, NoError>.single(1) |> mapToSignal { _ in .single(10) } |> Operators.take(1)).elements
        == [.next(10), .completed])
    let outer = Source<Int, NoError>()
    let inner = Source<Int, NoError>()
    let log = record(outer.signal.mapToSignal { _ in inner.signal }.take(1))
    outer.putNext(1)
    inner.putNext(5)
    #expect(log.elements == [.next(5), .completed])
    #expect(outer.disposals.value == 1)
    #expect(inner.disposals.value == 1)
  }

  @Test("B11: disposal reaches the outer and the inner signal")
  func disposal() {
    let outer = Source<Int, NoError>()
    let inner = Source<Int, NoError>()
    let disposable = outer.signal.mapToSignal { _ in inner.signal }.start()
    outer.putNext(1)
    disposable.dispose()
    #expect(outer.disposals.value == 1)
    #expect(inner.disposals.value == 1)
    outer.putNext(2)
    #expect(inner.starts == 1)
  }

  @Test("B38: disposal while an inner signal is being started disposes of it")
  func disposalDuringStart() {
    let disposals = Counter()
    let disposable = MetaDisposable()
    let outer = Source<Int, NoError>()
    disposable.set(
      outer.signal.mapToSignal { _ in
        Signal<Int, NoError> { _ in
          disposable.dispose()
          return ActionDisposable { disposals.increment() }
        }
      }.start())
    outer.putNext(1)
    #expect(disposals.value == 1)
    #expect(outer.disposals.value == 1)
  }

  @Test("B14: a value from another thread is delivered while the inner's generator is still running")
  func valueDuringGenerator() {
    let received = Latch()
    let isInTime = Slot<Bool>()
    let signal = Signal<Int, NoError>.single(1).mapToSignal { _ in
      Signal<Int, NoError> { subscriber in
        let worker = Worker { subscriber.putNext(1) }
        isInTime.exchange(worker.join(seconds: 10))
        return EmptyDisposable
      }
    }
    subscriptions.add(signal.start(next: { _ in received.open() }))
    #expect(isInTime.value == true)
    #expect(received.wait())
  }

  @Test("a value that is queued when its signal is replaced is not delivered")
  func queuedValue() {
    let outer = Source<Int, NoError>()
    let inners = (0..<3).map { _ in Source<Int, NoError>() }
    let log = Recording<Int>()
    subscriptions.add(
      outer.signal.mapToSignal { inners[$0].signal }.start(next: { value in
        log.append(value)
        guard value == 10 else { return }
        outer.putNext(1)
        inners[1].putNext(20)  // waits until this handler has returned
        outer.putNext(2)
        inners[2].putNext(30)
      }))
    outer.putNext(0)
    inners[0].putNext(10)
    #expect(log.elements == [10, 30])
  }

  @Test("many single-valued inner signals, with an outer that sends while it starts")
  func manyInners() {
    let count = stressRuns(100_000)
    let outer = Signal<Int, NoError> { subscriber in
      for value in 0..<count { subscriber.putNext(value) }
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let sum = Counter()
    let completions = Counter()
    subscriptions.add(
      outer.mapToSignal { .single($0 & 1) }.start(
        next: { sum.increment(by: $0) }, completed: { completions.increment() }))
    #expect(sum.value == count / 2)
    #expect(completions.value == 1)
  }
}
