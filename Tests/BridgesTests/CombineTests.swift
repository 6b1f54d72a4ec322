#if canImport(Combine)
  import Bridges
  import Combine
  import Disposables
  import Operators
  import Promises
  import Signals
  import TestSupport
  import Testing

  private struct Failure: Error {}

  /// Something of Combine's that several threads may use, and that is not `Sendable`.
  private struct Shared<Value>: @unchecked Sendable {
    // safe: Combine's own rule, for subjects and subscriptions
    let value: Value
  }

  /// Asks for what it is told to.
  private final class Receiver: Combine.Subscriber, Sendable {
    typealias Input = Int
    typealias Failure = Never

    let log = Recording<String>()
    private let held = Slot<Shared<any Combine.Subscription>>()
    private let onSubscription: @Sendable (any Combine.Subscription) -> Void
    private let onValue: @Sendable (Int, any Combine.Subscription) -> Subscribers.Demand

    init(
      onSubscription: @escaping @Sendable (any Combine.Subscription) -> Void = { _ in },
      onValue: @escaping @Sendable (Int, any Combine.Subscription) -> Subscribers.Demand = { _, _ in .none }
    ) {
      self.onSubscription = onSubscription
      self.onValue = onValue
    }

    var subscription: (any Combine.Subscription)? { held.value?.value }

    func receive(subscription: any Combine.Subscription) {
      held.exchange(Shared(value: subscription))
      onSubscription(subscription)
    }

    func receive(_ value: Int) -> Subscribers.Demand {
      log.append("\(value)")
      return subscription.map { onValue(value, $0) } ?? .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
      log.append("completed")
    }
  }

  /// A publisher that does what it is told to.
  private final class Probe: Publisher, Sendable {
    typealias Output = Int
    typealias Failure = Never
    typealias Subscriber = any Combine.Subscriber<Int, Never>

    let log = Recording<String>()
    /// Who has subscribed, for as long as the probe has not let go of him.
    let subscriber = Slot<Shared<Subscriber>>()
    private let onSubscribe: @Sendable (Subscriber, Probe) -> Void
    private let onRequest: @Sendable (Subscriber) -> Void

    init(
      onSubscribe: @escaping @Sendable (Subscriber, Probe) -> Void = {
        $0.receive(subscription: $1.subscription())
      },
      onRequest: @escaping @Sendable (Subscriber) -> Void = { _ in }
    ) {
      self.onSubscribe = onSubscribe
      self.onRequest = onRequest
    }

    func receive<S: Combine.Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      self.subscriber.exchange(Shared(value: subscriber))
      onSubscribe(subscriber, self)
    }

    /// A subscription that writes down what is done to it, and does not hold the subscriber.
    func subscription(_ name: String = "") -> any Combine.Subscription {
      Subscription(name, self)
    }

    private final class Subscription: Combine.Subscription {
      private let name: String
      private let probe: Probe

      init(_ name: String, _ probe: Probe) {
        self.name = name
        self.probe = probe
      }

      func request(_ demand: Subscribers.Demand) {
        probe.log.append("\(name)request \(demand.max.map(String.init) ?? "unlimited")")
        if let subscriber = probe.subscriber.value { probe.onRequest(subscriber.value) }
      }

      func cancel() {
        probe.log.append("\(name)cancel")
      }
    }
  }

  /// Says whether two were in it at a time.
  private final class Door: Sendable {
    private let inside = Counter()
    private let overlaps = Counter()

    var wasCrowded: Bool { overlaps.value > 0 }

    func pass() {
      if inside.increment() > 1 { overlaps.increment() }
      yieldThread()
      inside.increment(by: -1)
    }
  }

  /// Sends for as long as anyone wants it.
  private let naturals = Signal<Int, NoError> { subscriber in
    var number = 0
    while subscriber.isActive {
      number += 1
      subscriber.putNext(number)
    }
    return EmptyDisposable
  }

  @Suite struct SignalToPublisherTests {
    // MARK: Events

    @Test("a publisher sends what its signal sends")
    func events() {
      let log = Recording<String>()
      let cancellable = Signal<Int, NoError>.sequence([1, 2]).publisher.sink(
        receiveCompletion: { _ in log.append("completed") }, receiveValue: { log.append("\($0)") })
      #expect(log.elements == ["1", "2", "completed"])
      cancellable.cancel()
    }

    @Test("a publisher sends the error of its signal, behind what waits")
    func error() {
      let log = Recording<String>()
      let signal = Signal<Int, Failure> { subscriber in
        subscriber.putNext(1)
        subscriber.putError(Failure())
        return EmptyDisposable
      }
      let cancellable = signal.publisher.sink(
        receiveCompletion: { if case .failure = $0 { log.append("failed") } },
        receiveValue: { log.append("\($0)") })
      #expect(log.elements == ["1", "failed"])
      cancellable.cancel()
    }

    @Test("each subscriber starts the signal anew")
    func starts() {
      let starts = Counter()
      let publisher = deferred { Signal<Int, NoError>.single(starts.increment()) }.publisher
      let log = Recording<Int>()
      for _ in 0..<2 { _ = publisher.sink(receiveValue: { log.append($0) }) }
      #expect(log.elements == [1, 2])
    }

    // MARK: Demand

    @Test("what is not asked for waits, and so does the completion")
    func demand() {
      let receiver = Receiver()
      Signal<Int, NoError>.sequence([1, 2, 3]).publisher.subscribe(receiver)
      #expect(receiver.log.elements == [])
      receiver.subscription?.request(.max(2))
      #expect(receiver.log.elements == ["1", "2"])
      receiver.subscription?.request(.max(1))
      #expect(receiver.log.elements == ["1", "2", "3", "completed"])
    }

    @Test("a completion needs no demand when nothing waits")
    func completionWithoutDemand() {
      let receiver = Receiver()
      Signal<Int, NoError>.complete().publisher.subscribe(receiver)
      #expect(receiver.log.elements == ["completed"])
    }

    @Test("demands add up: those of requests, and those of answers")
    func additive() {
      let pipe = ValuePipe<Int>()
      let receiver = Receiver(onValue: { value, _ in value == 2 ? .max(2) : .none })
      pipe.signal().publisher.subscribe(receiver)
      receiver.subscription?.request(.max(1))
      receiver.subscription?.request(.max(1))
      for value in 1...6 { pipe.putNext(value) }
      #expect(receiver.log.elements == ["1", "2", "3", "4"])
      receiver.subscription?.cancel()
    }

    @Test("without a limit everything comes, also what waited, and no answer takes the limit back")
    func unlimited() {
      let pipe = ValuePipe<Int>()
      let receiver = Receiver(onValue: { _, _ in .max(1) })
      pipe.signal().publisher.subscribe(receiver)
      for value in 1...3 { pipe.putNext(value) }
      #expect(receiver.log.elements == [])
      receiver.subscription?.request(.unlimited)
      receiver.subscription?.request(.max(1))
      for value in 4...6 { pipe.putNext(value) }
      #expect(receiver.log.elements == ["1", "2", "3", "4", "5", "6"])
      receiver.subscription?.cancel()
    }

    @Test("200,000 requests from inside the handler take no more of the stack")
    func reentrantRequests() {
      let count = 200_000
      let (received, isDone) = (Counter(), Latch())
      let started = SmallStack {
        let receiver = Receiver(
          onSubscription: { $0.request(.max(1)) },
          onValue: { _, subscription in
            received.increment()
            subscription.request(.max(1))
            return .none
          })
        Signal<Int, NoError>.sequence(1...count).publisher.subscribe(receiver)
        isDone.open()
      }.start()
      #expect(started && isDone.wait())
      #expect(received.value == count)
    }

    @Test("of what two threads send and a third asks for nothing is lost, and nothing overlaps")
    func twoSenders() {
      let count = stressRuns(20_000)
      let pipe = ValuePipe<Int>()
      let (door, sums) = (Door(), Counter())
      let receiver = Receiver(onValue: { value, _ in
        door.pass()
        sums.increment(by: value)
        return .none
      })
      pipe.signal().publisher.subscribe(receiver)
      guard let subscription = receiver.subscription.map({ Shared(value: $0) }) else {
        Issue.record("there is no subscription")
        return
      }
      concurrently(3) { thread in
        for value in 1...count {
          if thread == 2 { subscription.value.request(.max(2)) } else { pipe.putNext(value) }
        }
      }
      #expect(receiver.log.count == 2 * count)
      #expect(sums.value == count * (count + 1))
      #expect(!door.wasCrowded)
      receiver.subscription?.cancel()
    }

    // MARK: The end

    @Test("of three ends at once one comes")
    func oneEnd() {
      for _ in 0..<stressRuns(500) {
        let sender = Slot<Signals.Subscriber<Int, Failure>>()
        let ends = Counter()
        let signal = Signal<Int, Failure> { subscriber in
          sender.exchange(subscriber)
          return EmptyDisposable
        }
        let cancellable = signal.publisher.sink(
          receiveCompletion: { _ in ends.increment() }, receiveValue: { _ in })
        concurrently(3) { thread in
          if thread == 0 { sender.value?.putError(Failure()) } else { sender.value?.putCompletion() }
        }
        #expect(ends.value == 1)
        cancellable.cancel()
      }
    }

    @Test("cancelling disposes of the signal once")
    func cancelling() {
      let disposals = Counter()
      let signal = Signal<Int, NoError> { _ in ActionDisposable { disposals.increment() } }
      let cancellable = signal.publisher.sink(receiveValue: { _ in })
      cancellable.cancel()
      cancellable.cancel()
      #expect(disposals.value == 1)
    }

    @Test("eight threads that cancel dispose of the signal once, and each finds it over")
    func eightThreads() {
      for _ in 0..<stressRuns(200) {
        let (disposals, late) = (Counter(), Counter())
        let pipe = ValuePipe<Int>()
        let receiver = Receiver(onSubscription: { $0.request(.unlimited) })
        pipe.signal().afterDisposed { disposals.increment() }.publisher.subscribe(receiver)
        let subscription = receiver.subscription.map { Shared(value: $0) }
        concurrently(8) { thread in
          if thread == 0 { pipe.putNext(1) }
          subscription?.value.cancel()
          let count = receiver.log.count
          if thread == 0 {
            pipe.putNext(2)
            late.increment(by: receiver.log.count - count)
          }
        }
        #expect(disposals.value == 1)
        #expect(late.value == 0)
        #expect(receiver.log.count <= 1)
      }
    }

    @Test("who cancels from inside the handler gets nothing more, not even an end")
    func cancellingInside() {
      let receiver = Receiver(
        onSubscription: { $0.request(.unlimited) },
        onValue: { value, subscription in
          if value == 2 { subscription.cancel() }
          return .none
        })
      Signal<Int, NoError>.sequence(1...5).publisher.subscribe(receiver)
      #expect(receiver.log.elements == ["1", "2"])
    }

    @Test("a prefix ends a signal that sends without an end while it starts")
    func prefix() {
      let log = Recording<String>()
      let cancellable = naturals.publisher.prefix(3).sink(
        receiveCompletion: { _ in log.append("completed") }, receiveValue: { log.append("\($0)") })
      #expect(log.elements == ["1", "2", "3", "completed"])
      cancellable.cancel()
    }

    @Test("another thread's cancelling ends a signal that has not returned from its start")
    func cancellingElsewhere() {
      let isRunning = Latch()
      let receiver = Receiver(
        onSubscription: { $0.request(.max(1)) },
        onValue: { _, _ in
          isRunning.open()
          return .none
        })
      let worker = Worker {
        // It sends one value, and then works without sending.
        Signal<Int, NoError> { subscriber in
          subscriber.putNext(1)
          while subscriber.isActive { yieldThread() }
          return EmptyDisposable
        }.map { $0 }.publisher.subscribe(receiver)
      }
      #expect(isRunning.wait())
      receiver.subscription?.cancel()
      #expect(worker.join())
    }

    @Test("who cancels when he gets the subscription does not start the signal")
    func cancellingAtOnce() {
      let starts = Counter()
      let signal = Signal<Int, NoError> { _ in
        starts.increment()
        return EmptyDisposable
      }
      let receiver = Receiver(onSubscription: { $0.cancel() })
      signal.publisher.subscribe(receiver)
      #expect(starts.value == 0)
    }

    // MARK: What is released

    /// A subscriber with a canary, which holds its subscription, as subscribers do.
    private func subscribe(
      to signal: Signal<Int, NoError>, _ aviary: Aviary, asking demand: Subscribers.Demand = .unlimited
    ) -> (any Combine.Subscription)? {
      let canary = aviary.canary()
      let receiver = Receiver(
        onSubscription: { if demand > .none { $0.request(demand) } },
        onValue: { _, _ in
          canary.sing()
          return .none
        })
      signal.publisher.subscribe(receiver)
      return receiver.subscription
    }

    @Test("the subscriber is released at the end, though the subscription is held")
    func releaseAtEnd() {
      let aviary = Aviary()
      let subscription = subscribe(to: .sequence([1, 2]), aviary)
      #expect(subscription != nil)
      #expect(aviary.alive == 0)
    }

    @Test("the subscriber and what waits for it are released by cancelling")
    func releaseByCancelling() {
      let aviary = Aviary()
      let signal = Signal<Int, NoError> { subscriber in
        subscriber.putNext(1)
        return ActionDisposable { [canary = aviary.canary()] in canary.sing() }
      }
      let subscription = subscribe(to: signal, aviary, asking: .none)
      #expect(aviary.alive == 2)
      subscription?.cancel()
      #expect(aviary.alive == 0)
    }

    @Test("a source that goes away without an end releases the subscriber, when nothing waits")
    func releaseWithoutEnd() {
      let aviary = Aviary()
      var pipe: ValuePipe<Int>? = ValuePipe()
      guard let running = pipe else { return }
      let subscription = subscribe(to: running.signal(), aviary, asking: .max(1))
      running.putNext(1)
      running.putNext(2)
      withExtendedLifetime(running) {}
      pipe = nil
      _ = consume running
      #expect(aviary.alive == 1)
      subscription?.request(.max(1))
      #expect(aviary.alive == 0)
    }
  }

  @Suite struct PublisherToSignalTests {
    // MARK: Events

    @Test("a signal sends what its publisher sends, and its error")
    func events() {
      let log = Recording<String>()
      Signal<Int, Failure>(publisher: { [1, 2].publisher.setFailureType(to: Failure.self) })
        .start(
          next: { log.append("\($0)") }, error: { _ in log.append("failed") },
          completed: { log.append("completed") })
      Signal<Int, Failure>(publisher: { Fail<Int, Failure>(error: Failure()) })
        .start(error: { _ in log.append("failed") })
      #expect(log.elements == ["1", "2", "completed", "failed"])
    }

    @Test("a publisher is asked once, for everything")
    func demand() {
      let probe = Probe(onRequest: { subscriber in
        for value in 1...3 { #expect(subscriber.receive(value) == .none) }
      })
      let log = Recording<Int>()
      let subscription = Signal(publisher: { probe }).start(next: { log.append($0) })
      #expect(log.elements == [1, 2, 3])
      #expect(probe.log.elements == ["request unlimited"])
      subscription.dispose()
    }

    @Test("nothing is lost of what two threads send to a subject, and nothing overlaps")
    func twoSenders() {
      let count = stressRuns(20_000)
      let subject = Shared(value: PassthroughSubject<Int, Never>())
      let (door, received, sum) = (Door(), Counter(), Counter())
      let subscription = Signal(publisher: { subject.value }).start(next: { value in
        door.pass()
        received.increment()
        sum.increment(by: value)
      })
      concurrently(2) { _ in
        for value in 1...count { subject.value.send(value) }
      }
      #expect(received.value == 2 * count)
      #expect(sum.value == count * (count + 1))
      #expect(!door.wasCrowded)
      subscription.dispose()
    }

    @Test("what a handler sends to the subject comes when the handler has returned")
    func sendingInside() {
      let subject = Shared(value: PassthroughSubject<Int, Never>())
      let log = Recording<String>()
      let subscription = Signal(publisher: { subject.value }).start(next: { value in
        log.append("begin \(value)")
        if value < 3 { subject.value.send(value + 1) }
        log.append("end \(value)")
      })
      subject.value.send(1)
      #expect(log.elements == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
      subscription.dispose()
    }

    @Test("a subject that keeps its value sends it at the start, and all that follow")
    func currentValue() {
      let subject = Shared(value: CurrentValueSubject<Int, Never>(1))
      let log = Recording<String>()
      let subscription = Signal(publisher: { subject.value }).start(
        next: { value in
          log.append("\(value)")
          if value == 1 { subject.value.send(2) }
        },
        completed: { log.append("completed") })
      subject.value.send(3)
      subject.value.send(completion: .finished)
      subject.value.send(4)
      #expect(log.elements == ["1", "2", "3", "completed"])
      subscription.dispose()
    }

    // MARK: Publishers that keep to no order

    @Test("what comes before the subscription is taken")
    func early() {
      let probe = Probe(onSubscribe: { subscriber, probe in
        _ = subscriber.receive(1)
        subscriber.receive(subscription: probe.subscription())
        _ = subscriber.receive(2)
      })
      let log = Recording<Int>()
      let subscription = Signal(publisher: { probe }).start(next: { log.append($0) })
      #expect(log.elements == [1, 2])
      subscription.dispose()
    }

    @Test("of two subscriptions the second is cancelled")
    func twoSubscriptions() {
      let probe = Probe(onSubscribe: { subscriber, probe in
        for name in ["first ", "second "] { subscriber.receive(subscription: probe.subscription(name)) }
      })
      let subscription = Signal(publisher: { probe }).start()
      #expect(probe.log.elements == ["first request unlimited", "second cancel"])
      subscription.dispose()
      #expect(probe.log.elements == ["first request unlimited", "second cancel", "first cancel"])
    }

    @Test("a subscription that comes after the disposal is cancelled, and asked for nothing")
    func lateSubscription() {
      let probe = Probe(onSubscribe: { _, _ in })
      let subscription = Signal(publisher: { probe }).start()
      subscription.dispose()
      probe.subscriber.value?.value.receive(subscription: probe.subscription())
      #expect(probe.log.elements == ["cancel"])
    }

    // MARK: The end

    @Test("a publisher that has ended is not cancelled")
    func ended() {
      let probe = Probe(onRequest: { $0.receive(completion: .finished) })
      let log = Recording<String>()
      let subscription = Signal(publisher: { probe }).start(completed: { log.append("completed") })
      subscription.dispose()
      #expect(log.elements == ["completed"])
      #expect(probe.log.elements == ["request unlimited"])
    }

    @Test("a publisher that two threads send to, and several dispose of, is cancelled once")
    func cancelledOnce() {
      for _ in 0..<stressRuns(200) {
        let probe = Probe()
        let subscription = Signal(publisher: { probe }).start()
        concurrently(8) { thread in
          if thread < 2 { _ = probe.subscriber.value?.value.receive(thread) } else { subscription.dispose() }
        }
        #expect(probe.log.elements == ["request unlimited", "cancel"])
      }
    }

    @Test("a publisher without an end stops when no more is wanted")
    func endless() {
      let log = Recording<String>()
      Signal<Int, NoError>(publisher: { (1...).publisher }).take(3).start(
        next: { log.append("\($0)") }, completed: { log.append("completed") })
      #expect(log.elements == ["1", "2", "3", "completed"])
    }

    @Test("a publisher without an end stops when a signal further down has enough")
    func endlessInside() {
      let log = Recording<Int>()
      Signal<Int, NoError>.single(10)
        .mapToMerged { ten in Signal<Int, NoError>(publisher: { (1...).publisher }).map { $0 * ten } }
        .take(3)
        .start(next: { log.append($0) })
      #expect(log.elements == [10, 20, 30])
    }

    @Test("disposal cancels a publisher that has not returned from being subscribed to, at its next value")
    func disposalMeanwhile() {
      let (isAsked, isDisposed) = (Latch(), Latch())
      let probe = Probe(
        onSubscribe: { subscriber, probe in
          subscriber.receive(subscription: probe.subscription())
          probe.log.append("returned")
        },
        onRequest: { subscriber in
          isAsked.open()
          isDisposed.wait()
          _ = subscriber.receive(1)
        })
      let held = Slot<Signals.Subscriber<Int, NoError>>()
      let log = Recording<Int>()
      let worker = Worker {
        Signal<Int, NoError> { subscriber in
          held.exchange(subscriber)
          return Signal(publisher: { probe }).start(in: subscriber, next: { log.append($0) })
        }.start()
      }
      #expect(isAsked.wait())
      held.value?.dispose()
      isDisposed.open()
      #expect(worker.join())
      #expect(probe.log.elements == ["request unlimited", "cancel", "returned"])
      #expect(log.elements == [])
      held.exchange(nil)
    }

    // MARK: What is released

    @Test("the handlers are released at the end, by the disposal, and when the publisher lets go of them")
    func release() {
      let aviary = Aviary()
      let endings: [@Sendable (Probe, any Disposable) -> Void] = [
        { probe, _ in probe.subscriber.value?.value.receive(completion: .finished) },
        { _, subscription in subscription.dispose() },
        { probe, _ in probe.subscriber.exchange(nil) },
      ]
      for end in endings {
        let probe = Probe()
        let subscription = Signal(publisher: { probe }).start(next: { [canary = aviary.canary()] _ in
          canary.sing()
        })
        _ = probe.subscriber.value?.value.receive(1)
        #expect(aviary.alive == 1)
        end(probe, subscription)
        #expect(aviary.alive == 0)
        withExtendedLifetime((probe, subscription)) {}
      }
    }

    @Test("the subject is released by the disposal, and at its end")
    func releaseOfSubject() {
      for ends in [false, true] {
        var subject: PassthroughSubject<Int, Never>? = PassthroughSubject()
        weak let weakly = subject
        let made = Slot<Shared<PassthroughSubject<Int, Never>>>()
        made.exchange(subject.map { Shared(value: $0) })
        let subscription = Signal(publisher: { made.exchange(nil)?.value ?? PassthroughSubject() }).start()
        if ends { subject?.send(completion: .finished) } else { subscription.dispose() }
        subject = nil
        #expect(weakly == nil)
        subscription.dispose()
      }
    }

    // MARK: Both ways

    @Test("a signal that was a publisher, and a publisher that was a signal, are what they were")
    func roundTrips() {
      let log = Recording<String>()
      Signal<Int, NoError>(publisher: { Signal<Int, NoError>.sequence(1...3).publisher }).start(
        next: { log.append("\($0)") }, completed: { log.append("completed") })
      #expect(log.elements == ["1", "2", "3", "completed"])
      log.removeAll()

      let subject = Shared(value: PassthroughSubject<Int, Failure>())
      let cancellable = Signal(publisher: { subject.value }).publisher.sink(
        receiveCompletion: { if case .failure = $0 { log.append("failed") } },
        receiveValue: { log.append("\($0)") })
      subject.value.send(1)
      subject.value.send(2)
      subject.value.send(completion: .failure(Failure()))
      #expect(log.elements == ["1", "2", "failed"])
      cancellable.cancel()
    }

    @Test("a prefix and a cancelling reach through both ways")
    func roundTripEnds() {
      let log = Recording<String>()
      let through = Signal<Int, NoError>(publisher: { naturals.publisher })
      through.take(2).start(next: { log.append("\($0)") })
      let cancellable = through.publisher.prefix(2).sink(receiveValue: { log.append("\($0)") })
      #expect(log.elements == ["1", "2", "1", "2"])
      cancellable.cancel()
    }

    @Test("a property that is assigned to holds the newest value, and is held until the end")
    func assign() {
      final class Label {
        var text = 0
      }
      var label: Label? = Label()
      weak let weakly = label
      let pipe = ValuePipe<Int>()
      let cancellable = label.map { pipe.signal().publisher.assign(to: \.text, on: $0) }
      label = nil
      pipe.putNext(1)
      pipe.putNext(2)
      #expect(weakly?.text == 2)
      cancellable?.cancel()
      #expect(weakly == nil)
    }
  }
#endif
