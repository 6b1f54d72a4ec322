import Concurrency
import Disposables
import Operators
import Signals
import TestSupport
import Testing

@Suite struct SignalWithTests {
  /// Stays on its queue, which it checks.
  private final class Radio {
    private let queue: Queue
    private var plays = 0

    init(_ queue: Queue) {
      self.queue = queue
    }

    func play() -> Int {
      #expect(queue.isCurrent())
      plays += 1
      return plays
    }

    deinit {
      #expect(queue.isCurrent())
    }
  }

  private let queue = Queue(name: "radio")

  private func radio() -> QueueLocalObject<Radio> {
    QueueLocalObject(queue: queue) { [queue] in Radio(queue) }
  }

  @Test("each start runs the generator with the object, on its queue")
  func starts() {
    let radio = radio()
    let signal: Signal<Int, NoError> = radio.signalWith { radio, subscriber in
      subscriber.putNext(radio.play())
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let log = record(signal)
    record(signal)
    queue.sync {}
    #expect(log.elements == [.next(1), .completed])
    queue.sync { #expect(record(signal).elements == [.next(3), .completed]) }
  }

  @Test("what the generator returns is disposed of once, and keeps nothing", arguments: [false, true])
  func disposal(byCompletion: Bool) {
    let radio = radio()
    let disposals = Counter()
    let aviary = Aviary()
    let subscriber = Slot<Subscriber<Int, NoError>>()
    let disposable: any Disposable
    do {
      let canary = aviary.canary()
      disposable = radio.signalWith { radio, started in
        _ = radio.play()
        subscriber.exchange(started)
        return ActionDisposable { disposals.increment() }
      }.start(next: { (_: Int) in canary.sing() })
    }
    queue.sync {}
    #expect(disposals.value == 0)
    if byCompletion { subscriber.value?.putCompletion() } else { disposable.dispose() }
    disposable.dispose()
    #expect(disposals.value == 1)
    #expect(aviary.alive == 0)
  }

  @Test("disposed of before the queue comes to it, the generator does not run, and the handlers are freed")
  func disposalBeforeStart() {
    let radio = radio()
    let aviary = Aviary()
    let mayGoOn = Latch()
    queue.async { mayGoOn.wait() }
    let signal: Signal<Int, NoError> = radio.signalWith { _, _ in
      Issue.record("the generator runs")
      return EmptyDisposable
    }
    let disposable = signal.start(next: { [canary = aviary.canary()] _ in canary.sing() })
    disposable.dispose()
    #expect(aviary.alive == 0)
    mayGoOn.open()
    queue.sync {}
  }

  @Test("disposed of while the generator runs, what it returns is disposed of, too")
  func disposalDuringStart() {
    let radio = radio()
    let disposals = Counter()
    let (isRunning, mayGoOn) = (Latch(), Latch())
    let disposable = radio.signalWith { (_, _: Subscriber<Int, NoError>) in
      isRunning.open()
      mayGoOn.wait()
      return ActionDisposable { disposals.increment() }
    }.start()
    #expect(isRunning.wait())
    disposable.dispose()
    #expect(disposals.value == 0)
    mayGoOn.open()
    queue.sync {}
    #expect(disposals.value == 1)
  }

  @Test("the signal does not keep the object, and completes when it is started without one")
  func withoutObject() {
    let signal: Signal<Int, NoError>
    do {
      let radio = radio()
      signal = radio.signalWith { radio, subscriber in
        subscriber.putNext(radio.play())
        return EmptyDisposable
      }
      queue.sync {}  // the object is made, which keeps its handle until then
    }
    #expect(record(signal).elements == [.completed])
  }

  @Test("started by what makes the object, it completes, since the object is not there yet")
  func whileMaking() {
    let handle = Slot<QueueLocalObject<Radio>>()
    let log = Slot<Recording<SignalEvent<Int, NoError>>>()
    queue.sync {
      Worker { [queue] in
        handle.exchange(
          QueueLocalObject(queue: queue) {
            let signal: Signal<Int, NoError>? = handle.value?.signalWith { _, _ in
              Issue.record("the generator runs")
              return EmptyDisposable
            }
            log.exchange(signal.map { record($0) })
            return Radio(queue)
          })
      }.join()
    }
    queue.sync {}
    #expect(log.value?.elements == [.completed])
    handle.exchange(nil)
  }
}
