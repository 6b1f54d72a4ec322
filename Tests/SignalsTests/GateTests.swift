import Disposables
import SignalPrimitives
import TestSupport
import Testing

@testable import Signals

@Suite final class GateTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  /// A signal whose subscriber the test keeps, to send by hand.
  private final class Source<T: Sendable, E: Sendable>: Sendable {
    private let subscribers = Recording<Subscriber<T, E>>()
    let disposals = Counter()

    var signal: Signal<T, E> {
      Signal { [subscribers, disposals] subscriber in
        subscribers.append(subscriber)
        return ActionDisposable { disposals.increment() }
      }
    }

    var subscriber: Subscriber<T, E> {
      get throws { try #require(subscribers.elements.last) }
    }
  }

  private struct Failure: Error, Equatable {}

  private func record<T: Sendable, E: Sendable>(
    _ signal: Signal<T, E>, in log: Recording<SignalEvent<T, E>>
  ) -> any Disposable {
    signal.start(
      next: { log.append(.next($0)) },
      error: { log.append(.error($0)) },
      completed: { log.append(.completed) })
  }

  // MARK: Grammar

  @Test("nothing follows a completion", arguments: [0, 1, 2])
  func nothingFollowsCompletion(late: Int) throws {
    let source = Source<Int, Failure>()
    let log = Recording<SignalEvent<Int, Failure>>()
    _ = record(source.signal, in: log)
    let subscriber = try source.subscriber
    subscriber.putNext(1)
    subscriber.putCompletion()
    switch late {
    case 0: subscriber.putNext(2)
    case 1: subscriber.putCompletion()
    default: subscriber.putError(Failure())
    }
    #expect(log.elements == [.next(1), .completed])
    #expect(source.disposals.value == 1)
  }

  @Test("nothing follows an error")
  func nothingFollowsError() throws {
    let source = Source<Int, Failure>()
    let log = Recording<SignalEvent<Int, Failure>>()
    _ = record(source.signal, in: log)
    let subscriber = try source.subscriber
    subscriber.putError(Failure())
    subscriber.putNext(2)
    subscriber.putCompletion()
    #expect(log.elements == [.error(Failure())])
    #expect(source.disposals.value == 1)
  }

  @Test("events can be sent as values")
  func eventsAsValues() throws {
    let source = Source<Int, Failure>()
    let log = Recording<SignalEvent<Int, Failure>>()
    _ = record(source.signal, in: log)
    for event in [SignalEvent<Int, Failure>.next(1), .next(2), .completed] {
      try source.subscriber.put(event: event)
    }
    #expect(log.elements == [.next(1), .next(2), .completed])
  }

  @Test("B113: an error after the end is ignored, and shown to the handler of dropped errors")
  func droppedErrors() throws {
    let dropped = Recording<Failure>()
    DroppedErrors.handler = { error in (error as? Failure).map(dropped.append) }
    defer { DroppedErrors.handler = nil }
    let source = Source<Int, Failure>()
    let log = Recording<SignalEvent<Int, Failure>>()
    _ = record(source.signal, in: log)
    try source.subscriber.putCompletion()
    try source.subscriber.putError(Failure())
    let second = record(source.signal, in: log)
    second.dispose()
    try source.subscriber.putError(Failure())
    let third = record(
      Signal<Int, Failure> { subscriber in ActionDisposable { subscriber.putError(Failure()) } }, in: log)
    third.dispose()
    #expect(log.elements == [.completed])
    #expect(dropped.elements.count == 3)
    // After the end also in order, though both wait for the handler that sends them.
    _ = source.signal.start(next: { _ in
      try? source.subscriber.putCompletion()
      try? source.subscriber.putError(Failure())
    })
    try source.subscriber.putNext(1)
    #expect(dropped.elements.count == 4)
  }

  // MARK: Serial

  @Test("B24: an event sent from inside a handler is delivered after the current one, in order of arrival")
  func reentrantEventsAreQueued() throws {
    let source = Source<Int, NoError>()
    let log = Recording<String>()
    subscriptions.add(
      source.signal.start(next: { value in
        log.append("\(value) in")
        if value == 1 {
          guard let subscriber = try? source.subscriber else { return }
          subscriber.putNext(2)
          subscriber.putNext(3)
        }
        log.append("\(value) out")
      }))
    try source.subscriber.putNext(1)
    #expect(log.elements == ["1 in", "1 out", "2 in", "2 out", "3 in", "3 out"])
  }

  @Test("B02: while a handler runs, another thread's event is queued, and its sender does not wait")
  func contendedEventsAreQueued() throws {
    let source = Source<Int, NoError>()
    let log = Recording<String>()
    let isInside = Latch()
    let mayGoOn = Latch()
    subscriptions.add(
      source.signal.start(next: { value in
        log.append("\(value) in")
        if value == 1 {
          isInside.open()
          mayGoOn.wait()
        }
        log.append("\(value) out")
      }))
    let subscriber = try source.subscriber
    let first = Worker { subscriber.putNext(1) }
    #expect(isInside.wait())
    subscriber.putNext(2)  // returns although the first is still inside
    #expect(log.elements == ["1 in"])
    mayGoOn.open()
    #expect(first.join())
    #expect(log.elements == ["1 in", "1 out", "2 in", "2 out"])
  }

  @Test("B04: a terminal event sent from inside next is delivered after it")
  func completionInsideNext() throws {
    let source = Source<Int, NoError>()
    let log = Recording<String>()
    subscriptions.add(
      source.signal.start(
        next: { _ in
          try? source.subscriber.putCompletion()
          try? source.subscriber.putNext(9)
          log.append("next returns")
        },
        completed: { log.append("completed") }))
    try source.subscriber.putNext(1)
    #expect(log.elements == ["next returns", "completed"])
    #expect(source.disposals.value == 1)
  }

  // MARK: Disposal

  @Test("B38: a completion before the generator has returned disposes of what it returns, once")
  func completionBeforeReturn() {
    let disposals = Counter()
    let log = Recording<SignalEvent<Int, NoError>>()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      subscriber.putCompletion()
      subscriber.putNext(2)
      return ActionDisposable { disposals.increment() }
    }
    let disposable = record(signal, in: log)
    #expect(log.elements == [.next(1), .completed])
    #expect(disposals.value == 1)
    disposable.dispose()
    #expect(disposals.value == 1)
  }

  @Test("disposal before the generator has returned disposes of what it returns, once")
  func disposalBeforeReturn() {
    let disposals = Counter()
    let log = Recording<SignalEvent<Int, NoError>>()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.dispose()
      #expect(!subscriber.isActive)
      subscriber.putNext(2)
      return ActionDisposable { disposals.increment() }
    }
    record(signal, in: log).dispose()
    #expect(log.elements.isEmpty)
    #expect(disposals.value == 1)
  }

  @Test("disposal inside next stops at once, and disposes of the upstream at once")
  func disposalInsideNext() throws {
    let source = Source<Int, NoError>()
    let log = Recording<Int>()
    let disposable = MetaDisposable()
    disposable.set(
      source.signal.start(
        next: { value in
          log.append(value)
          try? source.subscriber.putNext(2)
          disposable.dispose()
          #expect(source.disposals.value == 1)
        },
        completed: { Issue.record("completed after disposal") }))
    try source.subscriber.putNext(1)
    try source.subscriber.putNext(3)
    try source.subscriber.putCompletion()
    #expect(log.elements == [1])
    #expect(source.disposals.value == 1)
  }

  @Test("disposal inside completed disposes of the upstream once")
  func disposalInsideCompleted() throws {
    let source = Source<Int, NoError>()
    let disposable = MetaDisposable()
    let completions = Counter()
    disposable.set(
      source.signal.start(completed: {
        completions.increment()
        disposable.dispose()
      }))
    try source.subscriber.putCompletion()
    #expect(completions.value == 1)
    #expect(source.disposals.value == 1)
  }

  @Test(
    "disposal from another thread lets the running handler finish, starts no other, and waits for nothing")
  func disposalAtAHeldPoint() throws {
    let source = Source<Int, NoError>()
    let aviary = Aviary()
    let log = Recording<Int>()
    let isInside = Latch()
    let mayGoOn = Latch()
    let disposable = source.signal.start(next: { [canary = aviary.canary()] value in
      log.append(value)
      isInside.open()
      mayGoOn.wait()
      canary.sing()
    })
    let subscriber = try source.subscriber
    let sender = Worker {
      subscriber.putNext(1)
      subscriber.putNext(3)
    }
    #expect(isInside.wait())
    subscriber.putNext(2)
    disposable.dispose()
    #expect(source.disposals.value == 1, "the upstream does not wait for the handler")
    #expect(aviary.alive == 1, "no closure is freed while it runs")
    #expect(subscriber.subscription.sink.pointer != nil, "nor is what holds the closures")
    mayGoOn.open()
    #expect(sender.join())
    #expect(log.elements == [1])
    #expect(aviary.alive == 0)
  }

  @Test("eight threads disposing at once dispose of the upstream once")
  func concurrentDisposal() {
    for _ in 0..<500 {
      let source = Source<Int, NoError>()
      let disposable = source.signal.start()
      concurrently(4) { _ in disposable.dispose() }
      #expect(source.disposals.value == 1)
    }
  }

  @Test("what the generator returns is disposed of once, if another thread disposes at that moment")
  func disposalAtReturn() {
    for _ in 0..<stressRuns(5_000) {
      let disposals = Counter()
      let disposing = Slot<Worker>()
      let signal = Signal<Int, NoError> { subscriber in
        let isReady = Latch()
        disposing.exchange(
          Worker {
            isReady.open()
            subscriber.dispose()
          })
        isReady.wait()
        return ActionDisposable { disposals.increment() }
      }
      signal.start()
      #expect(disposing.value?.join() == true)
      #expect(disposals.value == 1)
    }
  }

  @Test("B40: a subscriber that somebody keeps does not keep the subscription from ending")
  func keptSubscriber() throws {
    let source = Source<Int, NoError>()
    let aviary = Aviary()
    let disposable = source.signal.start(next: { [canary = aviary.canary()] _ in canary.sing() })
    let subscriber = try source.subscriber
    disposable.dispose()
    #expect(source.disposals.value == 1)
    #expect(aviary.alive == 0)
    #expect(!subscriber.isActive)
  }

  @Test("an endless generator sees that it is no longer wanted")
  func isActive() {
    let signal = Signal<Int, NoError> { subscriber in
      var value = 0
      while subscriber.isActive {
        subscriber.putNext(value)
        value += 1
      }
      return EmptyDisposable
    }
    let log = Recording<Int>()
    let sink = Sink<Int, NoError>(
      next: { value in
        log.append(value)
        return value < 3
      },
      error: { _ in },
      completed: { Issue.record("completed, although nothing more was wanted") },
      scope: nil)
    _ = signal.subscribe(sink)
    #expect(log.elements == [0, 1, 2, 3])
  }

  // MARK: Life

  @Test("what the handlers captured is freed", arguments: ["completion", "error", "disposal", "refusal"])
  func capturesAreFreed(end: String) throws {
    let source = Source<Int, Failure>()
    let aviary = Aviary()
    let disposable: any Disposable
    do {
      let (first, second, third) = (aviary.canary(), aviary.canary(), aviary.canary())
      disposable = source.signal.subscribe(
        Sink(
          next: { _ in
            first.sing()
            return false
          },
          error: { _ in second.sing() },
          completed: { third.sing() },
          scope: nil))
    }
    #expect(aviary.alive == 3)
    switch end {
    case "completion": try source.subscriber.putCompletion()
    case "error": try source.subscriber.putError(Failure())
    case "disposal": disposable.dispose()
    default: try source.subscriber.putNext(1)
    }
    #expect(aviary.alive == 0)
    #expect(source.disposals.value == 1)
  }

  @Test("values that wait are freed at disposal")
  func waitingValuesAreFreed() throws {
    let source = Source<Canary, NoError>()
    let aviary = Aviary()
    let disposable = MetaDisposable()
    disposable.set(
      source.signal.start(next: { _ in
        for _ in 0..<10 { try? source.subscriber.putNext(aviary.canary()) }
        disposable.dispose()
      }))
    try source.subscriber.putNext(aviary.canary())
    #expect(aviary.alive == 0)
  }

  @Test("B26: the deinit of what a handler captured may call back into the subscription")
  func deinitCallsBack() throws {
    let source = Source<Int, NoError>()
    let freed = Counter()
    let disposable = MetaDisposable()
    do {
      let canary = Canary {
        freed.increment()
        try? source.subscriber.putNext(1)
        try? source.subscriber.putCompletion()
        disposable.dispose()
      }
      disposable.set(
        source.signal.start(
          next: { _ in canary.sing() },
          completed: { Issue.record("completed after disposal") }))
    }
    disposable.dispose()
    #expect(freed.value == 1)
    #expect(source.disposals.value == 1)
  }

  @Test("B28: the last reference to a target may go away during its own delivery")
  func targetDiesDuringDelivery() throws {
    final class Target: Sendable {
      let disposable = MetaDisposable()
      let subscriber: Subscriber<Int, NoError>
      init(_ subscriber: Subscriber<Int, NoError>) { self.subscriber = subscriber }
      deinit {
        subscriber.putCompletion()
        disposable.dispose()
      }
    }
    let source = Source<Int, NoError>()
    let completions = Counter()
    let dropped = Latch()
    let held = Latch()
    let holder = Slot<Target>()
    let disposable = source.signal.start(
      next: { _ in
        let target = holder.exchange(nil)  // the last reference
        held.open()
        dropped.wait()
        _ = target
      },
      completed: { completions.increment() })
    do {
      let target = Target(try source.subscriber)
      target.disposable.set(disposable)
      holder.exchange(target)
    }
    let subscriber = try source.subscriber
    let sender = Worker { subscriber.putNext(1) }
    #expect(held.wait())
    dropped.open()
    #expect(sender.join())
    #expect(completions.value <= 1)
    #expect(source.disposals.value == 1)
  }

  @Test("keepAlive holds an object until the end, and no longer")
  func keepAlive() throws {
    let source = Source<Int, NoError>()
    let aviary = Aviary()
    let disposable = source.signal.start()
    try source.subscriber.keepAlive(aviary.canary())
    try source.subscriber.keepAlive(aviary.canary())
    #expect(aviary.alive == 2)
    disposable.dispose()
    #expect(aviary.alive == 0)
    try source.subscriber.keepAlive(aviary.canary())
    #expect(aviary.alive == 0)
  }

  @Test("a subscription that nobody disposes of lives on")
  func droppingTheDisposable() throws {
    let source = Source<Int, NoError>()
    let log = Recording<SignalEvent<Int, NoError>>()
    _ = record(source.signal, in: log)
    try source.subscriber.putNext(1)
    #expect(log.elements == [.next(1)])
    #expect(source.disposals.value == 0)
  }

  // MARK: Tickets

  @Test("a ticket holds its value until after the unlock, though another thread has delivered it already")
  func ticketHoldsValue() {
    let aviary = Aviary()
    let (isInside, goOn) = (Latch(), Latch())
    let gate = Subscriber<Canary?, NoError>(
      Sink(
        next: { value in
          if value == nil {
            isInside.open()
            goOn.wait()
          }
          return true
        }, error: { _ in }, completed: {}, scope: nil))
    let holder = Worker { gate.putNext(nil) }
    isInside.wait()
    // This is what an operator does under its lock.
    let ticket = gate.reserve(aviary.canary())
    goOn.open()
    #expect(holder.join())
    #expect(aviary.alive == 1)
    gate.redeem(ticket)
    gate.dispose()
    withExtendedLifetime(ticket) { #expect(aviary.alive == 1) }
  }

  // MARK: Kept objects

  @Test("a kept object goes, whether the source lets go first or the disposal comes first")
  func keptObject() {
    for _ in 0..<stressRuns(10_000) {
      let aviary = Aviary()
      let slot = Slot<Subscriber<Int, NoError>>()
      let subscription = Signal<Int, NoError> { subscriber in
        subscriber.keepAlive(aviary.canary())
        slot.exchange(subscriber)
        return EmptyDisposable
      }.start()
      concurrently(2) { number in
        if number == 0 { slot.exchange(nil) } else { subscription.dispose() }
      }
      withExtendedLifetime(subscription) { #expect(aviary.alive == 0) }
    }
  }

  @Test("what is kept or adopted at the moment of the disposal goes, too")
  func keptAtDisposal() {
    for _ in 0..<stressRuns(10_000) {
      let aviary = Aviary()
      let disposals = Counter()
      let slot = Slot<Subscriber<Int, NoError>>()
      let subscription = Signal<Int, NoError> { subscriber in
        slot.exchange(subscriber)
        return EmptyDisposable
      }.start()
      let part = Signal<Int, NoError> { _ in ActionDisposable { disposals.increment() } }
      concurrently(2) { number in
        guard number == 0 else { return subscription.dispose() }
        guard let subscriber = slot.value else { return }
        subscriber.keepAlive(aviary.canary())
        part.start(in: subscriber)
      }
      withExtendedLifetime(subscription) {
        #expect(aviary.alive == 0)
        #expect(disposals.value == 1)
      }
      slot.exchange(nil)
    }
  }
}
