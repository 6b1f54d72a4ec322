import Disposables
import Promises
import Signals
import TestSupport
import Testing

@Suite final class PromiseTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("the old value is released before the new signal is started")
  func oldValueIsReleased() {
    let aviary = Aviary()
    let promise = Promise<Canary>(aviary.canary())
    let alive = Recording<Int>()
    promise.set(
      Signal { subscriber in
        alive.append(aviary.alive)
        return EmptyDisposable
      })
    #expect(alive.elements == [0])
  }

  @Test("values before, during and after set")
  func walkThrough() {
    let promise = Promise<String>()
    let log = Recording<String>()
    subscriptions.add(promise.get().start(next: { log.append("early \($0)") }))
    #expect(promise.rawValue == nil)
    let subscribers = Recording<Subscriber<String, NoError>>()
    promise.set(
      Signal { subscriber in
        subscribers.append(subscriber)
        subscriber.putNext("a")
        return EmptyDisposable
      })
    subscriptions.add(promise.get().start(next: { log.append("late \($0)") }))
    subscribers.elements[0].putNext("b")
    #expect(log.elements == ["early a", "late a", "early b", "late b"])
    #expect(promise.rawValue == "b")
  }

  @Test("a signal's completion leaves its last value")
  func completion() {
    let promise = Promise(1)
    promise.set(.single(2))
    #expect(promise.rawValue == 2)
    let log = Recording<Int>()
    subscriptions.add(promise.get().start(next: { log.append($0) }, completed: { Issue.record("completed") }))
    #expect(log.elements == [2])
  }

  @Test("B97: after set, get waits for the new signal's first value")
  func pendingSet() {
    let promise = Promise(1)
    let pipe = ValuePipe<Int>()
    promise.set(pipe.signal())
    let log = Recording<Int>()
    subscriptions.add(promise.get().start(next: { log.append($0) }))
    #expect(log.elements == [])
    #expect(promise.rawValue == nil)
    pipe.putNext(2)
    #expect(log.elements == [2])
  }

  @Test("B83: the old signal is disposed of before the new one starts, and what it still sends is ignored")
  func replacedSignal() throws {
    let promise = Promise<String>()
    let log = Recording<String>()
    let old = Slot<Subscriber<String, NoError>>()
    promise.set(
      Signal { subscriber in
        old.exchange(subscriber)
        return ActionDisposable {
          log.append("old disposed")
          subscriber.putNext("A")
        }
      })
    subscriptions.add(promise.get().start(next: { log.append($0) }))
    promise.set(
      Signal { subscriber in
        log.append("new starts")
        subscriber.putNext("B")
        old.value?.putNext("A")
        return EmptyDisposable
      })
    #expect(log.elements == ["old disposed", "new starts", "B"])
    #expect(promise.rawValue == "B")
  }

  @Test("B83: also a source that ignores its disposal can't store a value any more")
  func stubbornSource() {
    let promise = Promise<Int>()
    let handlers = Recording<@Sendable (Int) -> Void>()
    // A source without a gate: it goes on calling after disposal.
    promise.set(
      Signal.bare { sink in
        handlers.append { _ = sink.next($0) }
        return EmptyDisposable
      })
    promise.set(.single(2))
    handlers.elements[0](1)
    #expect(promise.rawValue == 2)
  }

  @Test("set from inside a handler: the last one wins")
  func setInsideHandler() {
    let promise = Promise<Int>()
    let log = Recording<Int>()
    subscriptions.add(
      promise.get().start(next: { value in
        log.append(value)
        if value < 3 { promise.set(.single(value + 1)) }
      }))
    promise.set(.single(1))
    #expect(log.elements == [1, 2, 3])
    #expect(promise.rawValue == 3)
  }

  @Test("the first access sets the given signal, once; an earlier set replaces it")
  func firstAccess() {
    let starts = Counter()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(starts.increment())
      return EmptyDisposable
    }
    let promise = Promise<Int>(initializeOnFirstAccess: signal)
    let get = promise.get()
    #expect(starts.value == 0, "making the signal is not an access")
    let log = Recording<Int>()
    subscriptions.add(get.start(next: { log.append($0) }))
    subscriptions.add(get.start(next: { log.append($0) }))
    #expect(log.elements == [1, 1])
    #expect(Promise<Int>(initializeOnFirstAccess: signal).rawValue == 2)
    let other = Promise<Int>(initializeOnFirstAccess: signal)
    other.set(.single(9))
    #expect(other.rawValue == 9)
    #expect(starts.value == 2)
  }

  @Test("writing rawValue stores a value; writing nil changes nothing")
  func rawValue() {
    let promise = Promise<Int>()
    promise.rawValue = nil
    #expect(promise.rawValue == nil)
    promise.rawValue = 1
    #expect(promise.rawValue == 1)
    promise.rawValue = nil
    #expect(promise.rawValue == 1)
  }

  @Test("a promise that goes away disposes of its signal; one that somebody listens to does not go away")
  func life() {
    let disposals = Counter()
    let aviary = Aviary()
    let disposable: any Disposable
    let subscribers = Recording<Subscriber<Int, NoError>>()
    let log = Recording<Int>()
    do {
      let promise = Promise<Int>()
      promise.set(
        Signal { subscriber in
          subscribers.append(subscriber)
          return ActionDisposable { disposals.increment() }
        })
      disposable = promise.get().start(next: { [canary = aviary.canary()] value in
        log.append(value)
        canary.sing()
      })
    }
    #expect(disposals.value == 0)
    subscribers.elements[0].putNext(1)
    #expect(log.elements == [1])
    disposable.dispose()
    #expect(disposals.value == 1)
    #expect(aviary.alive == 0)
  }

  @Test("a subscription that nobody disposes of is freed when nothing can come any more", arguments: 0..<3)
  func freedWithoutDisposal(end: Int) {
    let aviary = Aviary()
    let pipe = Slot<ValuePipe<Int>>()
    let subscriber = Slot<Subscriber<Int, NoError>>()
    do {
      let promise = Promise<Int>()
      pipe.exchange(ValuePipe())
      let canary = aviary.canary()
      promise.get().start(next: { _ in canary.sing() })
      switch end {
      case 0: promise.set(.single(1))
      case 1: pipe.value.map { promise.set($0.signal()) }
      default:
        promise.set(
          Signal {
            subscriber.exchange($0)
            return EmptyDisposable
          })
      }
    }
    #expect(aviary.alive == (end == 0 ? 0 : 1))
    pipe.exchange(nil)
    subscriber.exchange(nil)?.putCompletion()
    #expect(aviary.alive == 0)
  }

  @Test("B32: the last reference to a promise may go away inside its own delivery")
  func lastReferenceInsideDelivery() {
    let slot = Slot<Promise<Int>>()
    let pipe = ValuePipe<Int>()
    let log = Recording<Int>()
    let disposable = MetaDisposable()
    do {
      let promise = Promise<Int>()
      promise.set(pipe.signal())
      slot.exchange(promise)
      disposable.set(
        promise.get().start(next: { value in
          log.append(value)
          slot.exchange(nil)
          disposable.dispose()
        }))
    }
    pipe.putNext(1)
    pipe.putNext(2)
    #expect(log.elements == [1])
  }

  @Test("two threads setting signals leave the value that every subscriber saw last")
  func concurrentSets() {
    for _ in 0..<300 {
      let promise = Promise<Int>()
      let log = Recording<Int>()
      subscriptions.add(promise.get().start(next: { log.append($0) }))
      #expect(concurrently(2) { promise.set(.single($0)) })
      #expect(log.elements.last == promise.rawValue)
    }
  }
}
