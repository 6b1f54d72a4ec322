import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

/// `start(in:)`: a run that is a part of another one.
@Suite("A start in a subscriber")
struct StartInTests {
  private struct Failure: Error, Equatable {}

  /// An operator as a user would write it.
  private func doubled<E: Sendable>(_ signal: Signal<Int, E>) -> Signal<Int, E> {
    Signal { subscriber in
      signal.start(
        in: subscriber,
        next: { subscriber.putNext(2 * $0) },
        error: { subscriber.putError($0) },
        completed: { subscriber.putCompletion() })
    }
  }

  @Test("passes on values and ends")
  func passesOn() {
    let log = Recording<String>()
    let source = Signal<Int, Failure> { subscriber in
      subscriber.putNext(1)
      subscriber.putNext(2)
      subscriber.putError(Failure())
      return EmptyDisposable
    }
    doubled(source).start(
      next: { log.append("\($0)") }, error: { _ in log.append("error") },
      completed: { log.append("completed") })
    doubled(Signal<Int, NoError>.single(3)).start(
      next: { log.append("\($0)") }, completed: { log.append("completed") })
    #expect(log.elements == ["2", "4", "error", "6", "completed"])
  }

  @Test("an endless source stops when nobody downstream wants more")
  func endless() {
    let sent = Counter()
    let source = Signal<Int, NoError> { subscriber in
      while subscriber.isActive && sent.value < 1_000 { subscriber.putNext(sent.increment()) }
      return EmptyDisposable
    }
    let log = Recording<Int>()
    doubled(doubled(source)).map { $0 + 1 }.take(2).start(next: { log.append($0) })
    #expect(log.elements == [5, 9])
    #expect(sent.value == 2)
  }

  @Test("a source that sends nothing learns that the subscriber was disposed of")
  func silent() {
    let (isStarted, hasStopped) = (Latch(), Latch())
    let source = Signal<Int, NoError> { subscriber in
      isStarted.open()
      while subscriber.isActive {}
      hasStopped.open()
      return EmptyDisposable
    }
    let slot = Slot<Subscriber<Int, NoError>>()
    let signal = Signal<Int, NoError> { subscriber in
      slot.exchange(subscriber)
      return source.start(in: subscriber)
    }
    let worker = Worker { signal.start() }
    isStarted.wait()
    slot.exchange(nil)?.putCompletion()
    #expect(hasStopped.wait())
    #expect(worker.join())
  }

  @Test(
    "it is disposed of with the subscriber, also if the generator returns something else", arguments: 0..<3)
  func disposal(end: Int) {
    let disposals = Counter()
    let source = Signal<Int, NoError> { _ in ActionDisposable { disposals.increment() } }
    let slot = Slot<Subscriber<Int, NoError>>()
    let subscription = Signal<Int, NoError> { subscriber in
      slot.exchange(subscriber)
      source.start(in: subscriber)
      source.start(in: subscriber)
      return EmptyDisposable
    }.start()
    #expect(disposals.value == 0)
    switch end {
    case 0: subscription.dispose()
    case 1: slot.value?.putCompletion()
    default: slot.value?.dispose()
    }
    #expect(disposals.value == 2)
    slot.value?.putNext(1)
    // Who comes too late is over at once.
    if let subscriber = slot.exchange(nil) { source.start(in: subscriber) }
    #expect(disposals.value == 3)
  }

  @Test("it can be ended by itself, and the subscriber goes on")
  func endedByItself() {
    let pipe = ValuePipe<Int>()
    let log = Recording<Int>()
    let parts = Recording<any Disposable>()
    let slot = Slot<Subscriber<Int, NoError>>()
    let subscription = Signal<Int, NoError> { subscriber in
      slot.exchange(subscriber)
      parts.append(pipe.signal().start(in: subscriber, next: { subscriber.putNext($0) }))
      parts.append(pipe.signal().start(in: subscriber, next: { subscriber.putNext(10 * $0) }))
      return EmptyDisposable
    }.start(next: { log.append($0) })
    pipe.putNext(1)
    parts.elements[0].dispose()
    pipe.putNext(2)
    slot.exchange(nil)?.putNext(7)
    subscription.dispose()
    pipe.putNext(3)
    #expect(log.elements == [1, 10, 20, 7])
  }

  @Test("after the subscriber's disposal no handler of a part starts")
  func noHandlerAfterDisposal() {
    let pipe = ValuePipe<Int>()
    let calls = Counter()
    let (isDisposing, goOn) = (Latch(), Latch())
    let subscription = Signal<Int, NoError> { subscriber in
      pipe.signal().start(in: subscriber, next: { _ in calls.increment() })
      return ActionDisposable {
        isDisposing.open()
        goOn.wait()
      }
    }.start()
    // The first thread is held up before it comes to the part.
    let first = Worker { subscription.dispose() }
    isDisposing.wait()
    subscription.dispose()
    pipe.putNext(1)
    #expect(calls.value == 0)
    goOn.open()
    #expect(first.join())
  }

  @Test(
    "nothing is left of it: neither at the end, nor at disposal, nor when the source is gone",
    arguments: 0..<3)
  func memory(end: Int) {
    let aviary = Aviary()
    do {
      let slot = Slot<Subscriber<Int, NoError>>()
      let canary = aviary.canary()
      let source = Signal<Int, NoError> { subscriber in
        slot.exchange(subscriber)
        return ActionDisposable { [canary] in canary.sing() }
      }
      let subscription = doubled(source).start(next: { [canary] _ in canary.sing() })
      slot.value?.putNext(1)
      switch end {
      case 0: subscription.dispose()
      case 1: slot.value?.putCompletion()
      default: break
      }
      slot.exchange(nil)
    }
    #expect(aviary.alive == 0)
  }

  @Test("parts that have ended are forgotten")
  func manyParts() {
    let aviary = Aviary()
    let slot = Slot<Subscriber<Int, NoError>>()
    let subscription = Signal<Int, NoError> { subscriber in
      slot.exchange(subscriber)
      return EmptyDisposable
    }.start()
    if let subscriber = slot.value {
      for number in 0..<1_000 {
        let canary = aviary.canary()
        Signal<Int, NoError> { inner in
          inner.putNext(number)
          return ActionDisposable { canary.sing() }
        }.take(1).start(in: subscriber, next: { _ in canary.sing() })
      }
    }
    #expect(aviary.alive < 200)
    slot.exchange(nil)
    subscription.dispose()
    #expect(aviary.alive == 0)
  }

  @Test("a plain start in a generator is a business of its own")
  func plainStart() {
    let saved = ValuePipe<Int>()
    let log = Recording<Int>()
    let subscription = Signal<Int, NoError> { _ in
      saved.signal().start(next: { log.append($0) })
      return EmptyDisposable
    }.start()
    subscription.dispose()
    saved.putNext(1)
    #expect(log.elements == [1])
  }
}
