import Disposables
import Promises
import Signals
import TestSupport
import Testing

/// Values that promises keep are alive for everyone who reads them, and freed when they are replaced.
@Suite struct LivesTests {
  private let lives = Lives.amongScribbles()
  private let log = Recording<Int>()

  private func read(_ signal: Signal<Life, NoError>) -> any Disposable {
    signal.start(next: { [log] life in
      life.use()
      log.append(1)
    })
  }

  @Test(
    "the value of a signal that has completed, for listeners before and after, until another signal sends")
  func promise() {
    let source = Slot<Subscriber<Life, NoError>>()
    do {
      let promise = Promise<Life>()
      let early = read(promise.get())
      for _ in 1...2 {
        promise.set(
          Signal { subscriber in
            source.exchange(subscriber)
            return EmptyDisposable
          })
        source.value?.putNext(lives.life())
        source.value?.putNext(lives.life())
        #expect(lives.alive == 1)
        source.exchange(nil)?.putCompletion()
        #expect(lives.alive == 1)
        let late = read(promise.get())
        promise.rawValue?.use()
        late.dispose()
      }
      #expect(log.elements.count == 6)
      early.dispose()
      #expect(lives.alive == 1)
    }
    #expect(lives.alive == 0)
    #expect(lives.faults == [])
  }

  @Test("the value of a ValuePromise, for listeners of which some leave")
  func valuePromise() {
    var subscription: (any Disposable)?
    do {
      let promise = ValuePromise(lives.life())
      for number in 1...3 {
        let leaving = read(promise.get())
        subscription?.dispose()
        subscription = read(promise.get())
        leaving.dispose()
        promise.set(lives.life())
        promise.rawValue.use()
        #expect(lives.alive == 1)
        #expect(log.elements.count == 3 * number)
      }
    }
    #expect(lives.alive == 0)
    subscription?.dispose()
    #expect(lives.faults == [])
  }

  @Test("the values of a pipe, also when a handler starts and disposes of another listener")
  func pipe() {
    let pipe = ValuePipe<Life>()
    let nested = MetaDisposable()
    let subscription = pipe.signal().start(next: { [log] life in
      nested.set(pipe.signal().start(next: { $0.use() }))
      life.use()
      log.append(1)
    })
    for _ in 1...3 { pipe.putNext(lives.life()) }
    #expect(lives.alive == 0)
    nested.dispose()
    subscription.dispose()
    #expect(log.elements.count == 3)
    #expect(lives.faults == [])
  }

  @Test("the values of a shared key, until the last listener leaves or the run ends")
  func multicast() {
    for ends in [true, false] {
      let source = Slot<Subscriber<Life, NoError>>()
      let multicast = Multicast<Life>()
      let signal = Signal<Life, NoError> { subscriber in
        source.exchange(subscriber)
        return EmptyDisposable
      }
      let first = read(multicast.get(key: "it", signal: signal))
      source.value?.putNext(lives.life())
      let second = read(multicast.get(key: "it", signal: signal))
      source.value?.putNext(lives.life())
      first.dispose()
      source.value?.putNext(lives.life())
      if ends { source.exchange(nil)?.putCompletion() } else { second.dispose() }
      #expect(lives.alive == 0)
    }
    #expect(lives.faults == [])
  }
}
