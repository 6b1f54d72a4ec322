import Concurrency
import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

/// Subscriptions that nobody disposes of, when what they listen to goes away.
@Suite struct LifetimeTests {
  struct Chain: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// It holds the signal that it was made of, to start it again.
    var startsAgain = false
    let apply: @Sendable (Signal<Int, NoError>) -> Signal<Int, NoError>

    static let all = [
      Chain(testDescription: "as it is") { $0 },
      Chain(testDescription: "map") { $0.map { $0 } },
      Chain(testDescription: "take") { $0.take(10) },
      Chain(testDescription: "deliverOn") { $0.deliverOn(Queue(name: "deliveries")) },
      Chain(testDescription: "mapToSignal") { $0.mapToSignal { .single($0) } },
      Chain(testDescription: "mapToQueue") { $0.mapToQueue { .single($0) } },
      Chain(testDescription: "combineLatest") { combineLatest($0, $0).map { $0 + $1 } },
      Chain(testDescription: "zip") { zip($0, $0, $0).map { $0 + $1 + $2 } },
      Chain(testDescription: "merge") { merge([$0, $0]) },
      Chain(testDescription: "share") { $0.share(replay: 1) },
      Chain(testDescription: "retry", startsAgain: true) { $0.retry(3) },
      Chain(testDescription: "restart", startsAgain: true) { $0.restart() },
      Chain(testDescription: "a generator of one's own") { signal in
        Signal { subscriber in
          signal.start(next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
        }
      },
      Chain(testDescription: "all together") { signal in
        combineLatest(signal.map { $0 }.deliverOn(Queue(name: "deliveries")), signal.share())
          .mapToSignal { .single($0 + $1) }
          .deliverOn(Queue(name: "deliveries"))
      },
    ]
  }

  @Test("what a pipe that goes away was listened to by is freed", arguments: Chain.all)
  func pipe(chain: Chain) {
    let handlers = Aviary()
    do {
      let pipe = ValuePipe<Int>()
      start(chain.apply(pipe.signal()), handlers)
      #expect(handlers.alive == 1)
      withExtendedLifetime(pipe) {}
    }
    #expect(handlers.alive == 0)
  }

  @Test("what a promise that goes away was listened to by is freed", arguments: Chain.all)
  func promises(chain: Chain) {
    let handlers = Aviary()
    do {
      let promise = ValuePromise<Int>()
      start(chain.apply(promise.get()), handlers)
      withExtendedLifetime(promise) {}
    }
    #expect(handlers.alive == 0, "a ValuePromise")
    if chain.startsAgain { return }  // the signal of a Promise keeps the promise
    do {
      let promise = Promise<Int>()
      promise.set(.never())
      start(chain.apply(promise.get()), handlers)
      withExtendedLifetime(promise) {}
    }
    #expect(handlers.alive == 0, "a Promise")
  }

  @Test("what a subscriber that its source lets go of sends to is freed", arguments: Chain.all)
  func generators(chain: Chain) {
    let handlers = Aviary()
    start(chain.apply(Signal { _ in EmptyDisposable }), handlers)
    #expect(handlers.alive == 0)
  }

  @Test("what is kept alive for a subscription stays until its disposal, also without its subscriber")
  func keptObjects() {
    let aviary = Aviary()
    let inDisposal = Recording<Int>()
    let disposable = Signal<Int, NoError> { subscriber in
      subscriber.keepAlive(aviary.canary())
      return ActionDisposable { inDisposal.append(aviary.alive) }
    }.start()
    #expect(aviary.alive == 1)
    disposable.dispose()
    #expect(inDisposal.elements == [1])
    #expect(aviary.alive == 0)
  }

  @Test("letting go of a subscriber disposes of nothing", arguments: Chain.all)
  func disposalWaits(chain: Chain) {
    let (starts, disposals) = (Counter(), Counter())
    let disposable = chain.apply(source(starts, disposals)).start()
    #expect(disposals.value == 0)
    disposable.dispose()
    #expect(starts.value > 0)
    #expect(disposals.value == starts.value)
  }

  @Test("a shared source that lets go of its subscriber is disposed of when the last one leaves")
  func sharedDisposalWaits() {
    for isPromise in [false, true] {
      let (starts, disposals) = (Counter(), Counter())
      var subscriptions: [any Disposable] = []
      do {
        let source = source(starts, disposals)
        let promise = Promise<Int>()
        if isPromise { promise.set(source) }
        let shared = isPromise ? promise.get() : source.share()
        subscriptions = [shared.start(), shared.start()]
        withExtendedLifetime(promise) {}
      }
      #expect(starts.value == 1)
      for subscription in subscriptions {
        #expect(disposals.value == 0)
        subscription.dispose()
      }
      #expect(disposals.value == 1)
    }
  }

  /// It sends, and then has no subscriber any more.
  private func source(_ starts: Counter, _ disposals: Counter) -> Signal<Int, NoError> {
    Signal { subscriber in
      starts.increment()
      subscriber.putNext(1)
      return ActionDisposable { disposals.increment() }
    }
  }

  private func start(_ signal: Signal<Int, NoError>, _ handlers: Aviary) {
    let canary = handlers.canary()
    signal.start(next: { _ in canary.sing() }, completed: { canary.sing() })
  }
}
