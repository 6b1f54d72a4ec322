import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

/// Who comes or goes does not deliver to others, and whose disposal has returned is not called any more.
@Suite("Coming and going")
struct ComingAndGoingTests {
  /// The ways to many subscribers; each gives a signal, and what sends to it.
  enum Hub: String, CaseIterable, Sendable, CustomStringConvertible {
    case pipe, valuePromise, promise, share

    func make() -> (signal: Signal<Int, NoError>, send: @Sendable (Int) -> Void) {
      switch self {
      case .pipe:
        let pipe = ValuePipe<Int>()
        return (pipe.signal(), { pipe.putNext($0) })
      case .valuePromise:
        let promise = ValuePromise<Int>()
        return (promise.get(), { promise.set($0) })
      case .promise:
        let (promise, pipe) = (Promise<Int>(), ValuePipe<Int>())
        promise.set(pipe.signal())
        return (promise.get(), { pipe.putNext($0) })
      case .share:
        let pipe = ValuePipe<Int>()
        let shared = pipe.signal().share()
        return (shared, { pipe.putNext($0) })
      }
    }

    var description: String { rawValue }
  }

  @Test("what is sent while somebody goes is delivered by the one who sends it", arguments: Hub.allCases)
  func sentWhileOneGoes(_ hub: Hub) {
    let (signal, send) = hub.make()
    let (isGoing, goOn) = (Latch(), Latch())
    let senders = Recording<UInt>()
    let others = signal.start(next: { _ in senders.append(currentThread()) })
    let going = Slot<any Disposable>()
    do {
      let canary = Canary {
        isGoing.open()
        goOn.wait()
      }
      going.exchange(signal.start(next: { _ in canary.sing() }))
    }
    let worker = Worker { going.exchange(nil)?.dispose() }
    isGoing.wait()
    send(1)
    #expect(senders.elements == [currentThread()])
    goOn.open()
    #expect(worker.join())
    #expect(senders.elements == [currentThread()])
    others.dispose()
  }

  @Test("handlers run on the threads that send, whoever comes and goes meanwhile", arguments: Hub.allCases)
  func strangersDoNotDeliver(_ hub: Hub) {
    let (signal, send) = hub.make()
    let (isOver, isReady) = (Slot<Bool>(), Latch())
    let sender = Slot<UInt>()
    // A promise gives its value to who comes; later ones come from the sender.
    let faults = Counter()
    let listener = signal.start(next: { _ in
      if let thread = sender.value, currentThread() != thread { faults.increment() }
    })
    let flood = Worker {
      sender.exchange(currentThread())
      isReady.open()
      var number = 0
      while isOver.value == nil {
        send(number)
        number += 1
      }
      sender.exchange(nil)
    }
    isReady.wait()
    for _ in 0..<stressRuns(20_000) { signal.start().dispose() }
    isOver.exchange(true)
    #expect(flood.join())
    #expect(faults.value == 0)
    listener.dispose()
  }

  @Test("who holds a lock that a handler takes may dispose of another subscription", arguments: Hub.allCases)
  func disposalUnderALock(_ hub: Hub) {
    let (signal, send) = hub.make()
    let lock = ReportingLock()
    let listener = signal.start(next: { _ in lock.withLock {} })
    let isOver = Slot<Bool>()
    let flood = Worker {
      while isOver.value == nil { send(1) }
    }
    for _ in 0..<stressRuns(20_000) {
      let subscription = signal.start()
      lock.withLock { subscription.dispose() }
    }
    isOver.exchange(true)
    #expect(flood.join())
    #expect(lock.wasTakenTwice == false)
    listener.dispose()
  }

  @Test("when two threads dispose of one subscription, none is called by a handler after its disposal")
  func twoDispose() {
    for _ in 0..<stressRuns(20_000) {
      let pipe = ValuePipe<Int>()
      let done = Recording<UInt>()
      let faults = Counter()
      let subscription = pipe.signal().start(next: { _ in
        if done.elements.contains(currentThread()) { faults.increment() }
      })
      concurrently(2) { number in
        subscription.dispose()
        done.append(currentThread())
        pipe.putNext(number)
      }
      #expect(faults.value == 0)
    }
  }

  /// What may hold a subscription, behind something that takes long to dispose of.
  enum Holder: String, CaseIterable, Sendable, CustomStringConvertible {
    case set, meta, dict, scoped, strict

    func make(_ first: any Disposable, _ second: any Disposable) -> any Disposable {
      let set = DisposableSet()
      set.add(first)
      set.add(second)
      switch self {
      case .set: return set
      case .meta: return MetaDisposable(set)
      case .scoped: return set.asScoped()
      case .strict: return set.strict()
      case .dict:
        let dict = DisposableDict<Int>()
        dict.set(set, forKey: 1)
        return dict
      }
    }

    var description: String { rawValue }
  }

  @Test(
    "who disposes second is not called either, though the first has not come to it",
    arguments: Holder.allCases)
  func secondDisposer(_ holder: Holder) {
    let pipe = ValuePipe<Int>()
    let (isDisposing, goOn) = (Latch(), Latch())
    let calls = Counter()
    let subscription = pipe.signal().start(next: { _ in calls.increment() })
    let disposable = holder.make(
      ActionDisposable {
        isDisposing.open()
        goOn.wait()
      }, subscription)
    let first = Worker { disposable.dispose() }
    isDisposing.wait()
    disposable.dispose()
    pipe.putNext(1)
    #expect(calls.value == 0)
    goOn.open()
    #expect(first.join())
    #expect(calls.value == 0)
  }

  @Test("who goes while another thread delivers is freed once, and not called again", arguments: Hub.allCases)
  func goesDuringDelivery(_ hub: Hub) {
    let (signal, send) = hub.make()
    let aviary = Aviary()
    let (isInside, goOn) = (Latch(), Latch())
    let calls = Counter()
    let blocking = signal.start(next: { _ in
      isInside.open()
      goOn.wait()
    })
    let going = Slot<any Disposable>()
    do {
      let canary = aviary.canary()
      going.exchange(
        signal.start(next: { _ in
          canary.sing()
          calls.increment()
        }))
    }
    let sender = Worker { send(1) }
    isInside.wait()
    going.value?.dispose()
    going.value?.dispose()
    send(2)
    goOn.open()
    #expect(sender.join())
    #expect(calls.value == 0)
    #expect(aviary.alive == 0)
    blocking.dispose()
  }

  @Test("a handler that runs is not freed before it returns, whoever disposes of it", arguments: Hub.allCases)
  func goesWhileItsHandlerRuns(_ hub: Hub) {
    let (signal, send) = hub.make()
    let aviary = Aviary()
    let (isInside, goOn) = (Latch(), Latch())
    let going: any Disposable
    do {
      let canary = aviary.canary()
      going = signal.start(next: { _ in
        isInside.open()
        goOn.wait()
        canary.sing()
      })
    }
    let sender = Worker { send(1) }
    isInside.wait()
    going.dispose()
    #expect(aviary.alive == 1)
    if hub == .pipe { #expect((going as? any Finishable)?.isFinished == false, "its sink is held as well") }
    goOn.open()
    #expect(sender.join())
    #expect(aviary.alive == 0)
  }

  @Test("a subscription that is over is freed, however it ends")
  func subscriptionsAreFreed() {
    final class Witness { weak var subscription: (any Disposable)? }
    let witnesses = (0..<5).map { _ in Witness() }
    do {
      let pipe = ValuePipe<Int>()
      let idle = pipe.signal().start()
      witnesses[0].subscription = idle
      idle.dispose()
      let refusing = Sink<Int, NoError>(next: { _ in false }, error: { _ in }, completed: {}, scope: nil)
      witnesses[1].subscription = pipe.signal().subscribe(refusing)
      let isOver = MetaDisposable()
      isOver.set(pipe.signal().start(next: { _ in isOver.dispose() }))
      let joining = MetaDisposable()
      let first = pipe.signal().start(next: { _ in
        let (gone, late) = (pipe.signal().start(), pipe.signal().start())
        gone.dispose()
        joining.set(late)
      })
      witnesses[2].subscription = first
      pipe.putNext(1)
      first.dispose()
      joining.dispose()
      for _ in 0..<100 { pipe.signal().start().dispose() }
      witnesses[3].subscription = pipe.signal().start()
      witnesses[4].subscription = pipe.signal().start(next: { _ in })
    }
    #expect(witnesses.allSatisfy { $0.subscription == nil })
  }

  @Test("the ticket of a hub holds its value until after the unlock")
  func ticketHoldsValue() {
    let aviary = Aviary()
    let (isInside, goOn) = (Latch(), Latch())
    let hub = Promises.Hub<Canary?, NoError>()
    let listener = hub.subscribe(
      Sink(
        next: { value in
          if value == nil {
            isInside.open()
            goOn.wait()
          }
          return true
        }, error: { _ in }, completed: {}, scope: nil))
    let sender = Worker { hub.putNext(nil) }
    isInside.wait()
    let ticket = hub.reserve(aviary.canary())
    goOn.open()
    #expect(sender.join())
    #expect(aviary.alive == 1)
    hub.redeem(ticket)
    withExtendedLifetime(ticket) { #expect(aviary.alive == 1) }
    listener.dispose()
  }

  @Test(
    "who is disposed of by the deinit of what another captured, in the middle of a delivery, is not called")
  func goesByDeinit() {
    let pipe = ValuePipe<Int>()
    let log = Recording<String>()
    let (leaving, last) = (Slot<any Disposable>(), Slot<any Disposable>())
    let first = pipe.signal().start(next: { _ in leaving.exchange(nil)?.dispose() })
    do {
      let canary = Canary {
        last.exchange(nil)?.dispose()
        log.append("disposed")
      }
      leaving.exchange(pipe.signal().start(next: { _ in canary.sing() }))
    }
    last.exchange(pipe.signal().start(next: { log.append("\($0)") }))
    pipe.putNext(1)
    #expect(log.elements == ["disposed"])
    first.dispose()
  }

  @Test("what was sent before a pipe goes away is delivered by the one who sent it")
  func pipeGoesDuringDelivery() {
    let (isInside, goOn) = (Latch(), Latch())
    let log = Recording<Int>()
    let slot = Slot<ValuePipe<Int>>()
    let pipe = ValuePipe<Int>()
    let subscription = pipe.signal().start(next: { value in
      log.append(value)
      if value == 1 {
        isInside.open()
        goOn.wait()
      }
    })
    slot.exchange(pipe)
    let sender = Worker { slot.value?.putNext(1) }
    isInside.wait()
    slot.value?.putNext(2)
    slot.exchange(nil)
    goOn.open()
    #expect(sender.join())
    #expect(log.elements == [1, 2])
    subscription.dispose()
  }
}
