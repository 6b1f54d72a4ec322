import Concurrency
import Disposables
import Operators
import Promises
import Signals
import Synchronization
import TestSupport
import Testing

@Suite final class DeliverOnTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("events are delivered on the queue, in order", arguments: [false, true])
  func order(concurrent: Bool) {
    let queue = concurrent ? Queue.concurrentDefaultQueue() : Queue(name: "deliveries")
    let log = Recording<Int>()
    let done = Latch()
    let inside = Counter()
    let signal = Signal<Int, NoError> { subscriber in
      for value in 0..<10_000 { subscriber.putNext(value) }
      subscriber.putCompletion()
      return EmptyDisposable
    }
    subscriptions.add(
      (signal |> deliverOn(queue)).start(
        next: { value in
          #expect(inside.increment() == 1)
          log.append(value)
          inside.increment(by: -1)
        },
        completed: { done.open() }))
    #expect(done.wait())
    #expect(log.elements == Array(0..<10_000))
  }

  @Test("on the queue already, an event is delivered at once")
  func atOnce() {
    let queue = Queue(name: "deliveries")
    let pipe = ValuePipe<Int>()
    let log = Recording<Int>()
    subscriptions.add(pipe.signal().deliverOn(queue).start(next: { log.append($0) }))
    queue.sync {
      pipe.putNext(1)
      #expect(log.elements == [1])
    }
  }

  @Test("on the queue already, but behind one that waits, an event waits too")
  func notAtOnce() {
    let queue = Queue(name: "deliveries")
    let pipe = ValuePipe<Int>()
    let log = Recording<Int>()
    let sent = Latch()
    let mayGoOn = Latch()
    subscriptions.add(pipe.signal().deliverOn(queue).start(next: { log.append($0) }))
    queue.async {
      sent.wait()
      pipe.putNext(2)  // 1 waits behind this block
      #expect(log.elements == [])
      mayGoOn.open()
    }
    pipe.putNext(1)
    sent.open()
    #expect(mayGoOn.wait())
    queue.sync {}
    #expect(log.elements == [1, 2])
  }

  @Test("an error comes after the values before it")
  func error() {
    let queue = Queue(name: "deliveries")
    let signal = Signal<Int, Failure> { subscriber in
      subscriber.putNext(1)
      subscriber.putError(Failure())
      return EmptyDisposable
    }
    let log = record(signal.deliverOn(queue))
    queue.sync {}
    #expect(log.elements == [.next(1), .error(Failure())])
  }

  @Test("after disposal nothing that waits is delivered; it is freed at once, though the queue is busy")
  func disposal() {
    let queue = Queue(name: "deliveries")
    let aviary = Aviary()
    let mayGoOn = Latch()
    queue.async { mayGoOn.wait() }
    let source = Source<Canary, NoError>()
    let disposable = source.signal.deliverOn(queue).start(next: { [canary = aviary.canary()] _ in
      canary.sing()
      Issue.record("delivered after disposal")
    })
    for _ in 0..<10 { source.putNext(aviary.canary()) }
    #expect(aviary.alive == 11)
    disposable.dispose()
    #expect(aviary.alive == 0)
    #expect(source.disposals.value == 1)
    mayGoOn.open()
    queue.sync {}
  }

  @Test("take behind it ends the source")
  func takeBehind() {
    let queue = Queue(name: "deliveries")
    let source = Source<Int, NoError>()
    let log = record(source.signal.deliverOn(queue).take(1))
    source.put(.next(1), .next(2))
    queue.sync {}
    #expect(log.elements == [.next(1), .completed])
    #expect(source.disposals.value == 1)
  }

  @Test("B91: feedback through its own queue neither nests nor piles up")
  func feedback() {
    let queue = Queue(name: "feedback")
    let pipe = ValuePipe<Int>()
    let done = Latch()
    subscriptions.add(
      pipe.signal().deliverOn(queue).start(next: { value in
        if value < 200_000 { pipe.putNext(value + 1) } else { done.open() }
      }))
    queue.async { pipe.putNext(0) }
    #expect(done.wait(seconds: 60))
  }

  @Test("other work of the queue has its turn, though the subscription never runs out of events")
  func fairness() {
    for latest in [false, true] {
      let queue = Queue(name: "feedback")
      let pipe = ValuePipe<Int>()
      let isWanted = Synchronization.Atomic(true)
      let (seen, done) = (Counter(), Latch())
      let signal = latest ? pipe.signal().deliverLatestOn(queue) : pipe.signal().deliverOn(queue)
      subscriptions.add(
        signal.start(next: { value in
          seen.increment()
          let goesOn = isWanted.load(ordering: .sequentiallyConsistent) && value < 1_000_000
          if goesOn { pipe.putNext(value + 1) } else { done.open() }
        }))
      let goOn = Latch()
      queue.async { goOn.wait() }
      pipe.putNext(0)
      queue.async { isWanted.store(false, ordering: .sequentiallyConsistent) }
      goOn.open()
      #expect(done.wait(seconds: 120))
      #expect(seen.value < 10_000)
    }
  }

  @Test("turns do not nest on a scheduler that comes back to its work at once")
  func turnsDoNotNest() {
    let (seen, done) = (Counter(), Latch())
    let pipe = ValuePipe<Int>()
    subscriptions.add(
      pipe.signal().deliverOn(HastyScheduler()).start(next: { value in
        if seen.increment() < 500_000 { pipe.putNext(value + 1) } else { done.open() }
      }))
    pipe.putNext(0)
    #expect(done.wait(seconds: 120))
    #expect(seen.value == 500_000)
  }

  @Test("the order is kept over many turns on a concurrent queue")
  func turnsOnConcurrentQueue() {
    let pipe = ValuePipe<Int>()
    let (log, inside, done) = (Recording<Int>(), Counter(), Latch())
    subscriptions.add(
      pipe.signal().deliverOn(Queue.concurrentDefaultQueue()).start(next: { value in
        #expect(inside.increment() == 1)
        log.append(value)
        if value < 20_000 { pipe.putNext(value + 1) } else { done.open() }
        inside.increment(by: -1)
      }))
    pipe.putNext(0)
    #expect(done.wait())
    #expect(log.elements == Array(0...20_000))
  }

  @Test("the main queue, by both spellings, and by name")
  func mainQueue() async {
    for spelling in 0..<3 {
      let isMain = await withCheckedContinuation { continuation in
        let signal = Signal<Int, NoError>.single(1)
        let moved =
          switch spelling {
          case 0: signal |> deliverOnMainQueue
          case 1: signal.deliverOnMainQueue()
          default: signal |> deliverOn(.mainQueue())
          }
        subscriptions.add(
          moved.start(next: { _ in continuation.resume(returning: Queue.mainQueue().isCurrent()) }))
      }
      #expect(isMain)
    }
  }
}

@Suite final class RunOnTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("the generator runs on the queue; on the queue already, at once")
  func generator() {
    let queue = Queue(name: "generators")
    let done = Latch()
    let signal = Signal<Bool, NoError> { subscriber in
      subscriber.putNext(queue.isCurrent())
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let log = Recording<Bool>()
    subscriptions.add((signal |> runOn(queue)).start(next: { log.append($0) }, completed: { done.open() }))
    #expect(done.wait())
    queue.sync {
      subscriptions.add(signal.runOn(queue).start(next: { log.append($0) }))
      #expect(log.elements == [true, true])
    }
    record(signal |> runOn(.concurrentDefaultQueue()))
    record(signal |> runOn(.concurrentBackgroundQueue()))
  }

  @Test("disposal before the queue comes to it: no start, and everything is freed at once")
  func disposalBeforeStart() {
    let queue = Queue(name: "generators")
    let aviary = Aviary()
    let mayGoOn = Latch()
    queue.async { mayGoOn.wait() }
    let source = Source<Int, NoError>()
    let disposable = source.signal.runOn(queue).start(next: { [canary = aviary.canary()] _ in canary.sing() })
    disposable.dispose()
    #expect(aviary.alive == 0)
    mayGoOn.open()
    queue.sync {}
    #expect(source.starts == 0)
  }

  @Test("disposal while it runs disposes of the source")
  func disposalAfterStart() {
    let queue = Queue(name: "generators")
    let source = Source<Int, NoError>()
    let disposable = source.signal.runOn(queue).start()
    queue.sync {}
    disposable.dispose()
    #expect(source.disposals.value == 1)
  }
}

/// Work begins on a small stack of its own, and delayed work, against the rules, at once.
private struct HastyScheduler: Scheduler {
  var now: Double { 0 }

  func isCurrent() -> Bool { false }

  func async(_ work: @escaping @Sendable () -> Void) {
    #expect(SmallStack(work).start())
  }

  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    work()
    return EmptyDisposable
  }
}
