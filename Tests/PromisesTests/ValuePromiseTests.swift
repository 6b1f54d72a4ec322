import Disposables
import Promises
import Signals
import TestSupport
import Testing

@Suite final class ValuePromiseTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("a subscriber gets the present value at once, then every change")
  func presentValue() {
    let promise = ValuePromise(1)
    let log = Recording<Int>()
    let disposable = promise.get().start(next: { log.append($0) })
    #expect(log.elements == [1])
    promise.set(2)
    promise.set(2)
    disposable.dispose()
    promise.set(3)
    #expect(log.elements == [1, 2, 2])
    #expect(promise.rawValue == 3)
  }

  @Test("a promise without a value sends nothing before the first set")
  func withoutValue() {
    let promise = ValuePromise<Int>()
    let log = Recording<Int>()
    subscriptions.add(promise.get().start(next: { log.append($0) }))
    #expect(log.elements == [])
    promise.set(1)
    #expect(log.elements == [1])
  }

  @Test("reading the raw value of a promise without one stops with a message")
  func rawValueWithoutValue() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = ValuePromise<Int>().rawValue
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("rawValue was read before a value was set"))
  }

  @Test("ignoreRepeated drops a value that equals the present one")
  func ignoreRepeated() {
    let promise = ValuePromise(1, ignoreRepeated: true)
    let log = Recording<Int>()
    subscriptions.add(promise.get().start(next: { log.append($0) }))
    for value in [1, 2, 2, 1] { promise.set(value) }
    #expect(log.elements == [1, 2, 1])
  }

  @Test("B92: == runs under no lock, and may use the promise")
  func equalityCallsBack() {
    struct Reflecting: Equatable, Sendable {
      let id: Int
      let promise: Slot<ValuePromise<Reflecting>>
      static func == (a: Reflecting, b: Reflecting) -> Bool {
        _ = a.promise.value?.rawValue.id
        a.promise.value?.get().start().dispose()
        return a.id == b.id
      }
    }
    let slot = Slot<ValuePromise<Reflecting>>()
    let promise = ValuePromise(Reflecting(id: 1, promise: slot), ignoreRepeated: true)
    slot.exchange(promise)
    let log = Recording<Int>()
    subscriptions.add(promise.get().start(next: { log.append($0.id) }))
    promise.set(Reflecting(id: 1, promise: slot))
    promise.set(Reflecting(id: 2, promise: slot))
    #expect(log.elements == [1, 2])
    slot.exchange(nil)
  }

  @Test("B23: a value that is set inside its own observer is delivered afterwards")
  func setInsideObserver() {
    let promise = ValuePromise(0)
    let log = Recording<String>()
    subscriptions.add(
      promise.get().start(next: { value in
        log.append("\(value) in")
        if value > 2 { promise.set(0) }
        log.append("\(value) out")
      }))
    promise.set(3)
    #expect(log.elements == ["0 in", "0 out", "3 in", "3 out", "0 in", "0 out"])
    #expect(promise.rawValue == 0)
  }

  @Test("B23: also inside the delivery of the first value")
  func setInsideFirstValue() {
    let promise = ValuePromise(0)
    let log = Recording<Int>()
    subscriptions.add(
      promise.get().start(next: { value in
        if value == 0 { promise.set(1) }
        log.append(value)
      }))
    #expect(log.elements == [0, 1])
  }

  @Test("B25: subscribing to A inside B's observer inside A's observer gets the present value at once")
  func nestedSubscription() {
    let a = ValuePromise(0)
    let b = ValuePromise(0)
    let log = Recording<String>()
    subscriptions.add(
      b.get().start(next: { value in
        guard value > 0 else { return }
        a.get().start(next: { log.append("a\($0) seen from b\(value)") }).dispose()
      }))
    subscriptions.add(
      a.get().start(next: { value in
        guard value > 0 else { return }
        b.set(value)
        log.append("a\(value) done")
      }))
    a.set(1)
    #expect(log.elements == ["a1 seen from b1", "a1 done"])
  }

  @Test("B05: a value that is set while a new subscriber gets the present one comes after it")
  func setDuringFirstDelivery() {
    let promise = ValuePromise(0)
    let log = Recording<Int>()
    let isInside = Latch()
    let mayGoOn = Latch()
    let starter = Worker {
      promise.get().start(next: { value in
        if value == 0 {
          isInside.open()
          mayGoOn.wait()
        }
        log.append(value)
      })
    }
    #expect(isInside.wait())
    promise.set(1)  // does not wait
    #expect(log.elements == [])
    mayGoOn.open()
    #expect(starter.join())
    #expect(log.elements == [0, 1])
  }

  @Test(
    "B82: a set that is held up in its delivery and one that overtakes it leave the last value with everyone")
  func overtakingSet() {
    let promise = ValuePromise(0)
    let first = Recording<Int>()
    let second = Recording<Int>()
    let isInside = Latch()
    let mayGoOn = Latch()
    subscriptions.add(
      promise.get().start(next: { value in
        if value == 1 {
          isInside.open()
          mayGoOn.wait()
        }
        first.append(value)
      }))
    subscriptions.add(promise.get().start(next: { second.append($0) }))
    let setter = Worker { promise.set(1) }
    #expect(isInside.wait())
    promise.set(2)
    #expect(promise.rawValue == 2, "stored at once")
    mayGoOn.open()
    #expect(setter.join())
    #expect(first.elements == [0, 1, 2])
    #expect(second.elements == [0, 1, 2])
  }

  @Test("a new subscriber gets the present value at once, even while another thread is held up in a delivery")
  func firstValueDuringHeldDelivery() {
    let promise = ValuePromise(0)
    let isInside = Latch()
    let mayGoOn = Latch()
    subscriptions.add(
      promise.get().start(next: { value in
        guard value == 1 else { return }
        isInside.open()
        mayGoOn.wait()
      }))
    let setter = Worker { promise.set(1) }
    #expect(isInside.wait())
    let log = Recording<Int>()
    subscriptions.add(promise.get().start(next: { log.append($0) }))
    #expect(log.elements == [1])
    promise.set(2)
    mayGoOn.open()
    #expect(setter.join())
    #expect(log.elements == [1, 2])
  }

  @Test("B29: two promises, each subscribed from inside the other's delivery, on two threads")
  func crossedSubscriptions() {
    for _ in 0..<200 {
      let a = ValuePromise(0)
      let b = ValuePromise(0)
      let subscriptions = [
        a.get().start(next: { _ in b.get().start().dispose() }),
        b.get().start(next: { _ in a.get().start().dispose() }),
      ]
      defer { for subscription in subscriptions { subscription.dispose() } }
      #expect(
        concurrently(2) { index in
          for value in 1...50 { (index == 0 ? a : b).set(value) }
        })
    }
  }

  @Test("B50: the signal of a promise that is gone still sends the value; after disposal nothing is held")
  func nothingIsHeld() {
    let aviary = Aviary()
    let signal: Signal<Int, NoError>
    let disposable: any Disposable
    do {
      let promise = ValuePromise(5)
      signal = promise.get()
      disposable = signal.start(next: { [canary = aviary.canary()] _ in canary.sing() })
      #expect(aviary.alive == 1)
    }
    let log = Recording<Int>()
    subscriptions.add(signal.start(next: { log.append($0) }))
    #expect(log.elements == [5])
    disposable.dispose()
    #expect(aviary.alive == 0)
  }

  @Test("B26: a replaced value's deinit may use the promise")
  func replacedValue() {
    final class Value: Equatable, Sendable {
      let promise: Slot<ValuePromise<Value?>>
      init(_ promise: Slot<ValuePromise<Value?>>) { self.promise = promise }
      deinit { _ = promise.value?.rawValue }
      static func == (a: Value, b: Value) -> Bool { a === b }
    }
    let slot = Slot<ValuePromise<Value?>>()
    let promise = ValuePromise<Value?>(Value(slot))
    slot.exchange(promise)
    promise.set(Value(slot))
    promise.set(nil)
    #expect(promise.rawValue == nil)
    slot.exchange(nil)
  }
}
