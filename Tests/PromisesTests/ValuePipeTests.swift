import Disposables
import Promises
import Signals
import TestSupport
import Testing

@Suite final class ValuePipeTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("a subscriber sees what is sent after it started, in the order of starting")
  func order() {
    let pipe = ValuePipe<Int>()
    let log = Recording<String>()
    pipe.putNext(0)
    let first = pipe.signal().start(next: { log.append("a\($0)") })
    pipe.putNext(1)
    subscriptions.add(pipe.signal().start(next: { log.append("b\($0)") }))
    pipe.putNext(2)
    first.dispose()
    pipe.putNext(3)
    #expect(log.elements == ["a1", "a2", "b2", "b3"])
  }

  @Test("B24: a nested send keeps the order, for all subscribers")
  func nestedSend() {
    let pipe = ValuePipe<Int>()
    let log = Recording<String>()
    subscriptions.add(
      pipe.signal().start(next: { value in
        log.append("a\(value)")
        if value < 3 { pipe.putNext(value + 1) }
      }))
    subscriptions.add(pipe.signal().start(next: { log.append("b\($0)") }))
    pipe.putNext(1)
    #expect(log.elements == ["a1", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test("B37: a subscriber that was removed by an earlier one during a send is not called")
  func removedDuringSend() {
    let pipe = ValuePipe<Int>()
    let log = Recording<String>()
    let second = MetaDisposable()
    subscriptions.add(
      pipe.signal().start(next: { value in
        log.append("a\(value)")
        second.dispose()
      }))
    second.set(pipe.signal().start(next: { log.append("b\($0)") }))
    subscriptions.add(pipe.signal().start(next: { log.append("c\($0)") }))
    pipe.putNext(1)
    #expect(log.elements == ["a1", "c1"])
  }

  @Test(
    "B37: what a subscriber captured is freed when the running handler returns, not at the end of the send")
  func freedDuringSend() {
    let pipe = ValuePipe<Int>()
    let aviary = Aviary()
    let second = MetaDisposable()
    subscriptions.add(pipe.signal().start(next: { _ in second.dispose() }))
    second.set(pipe.signal().start(next: { [canary = aviary.canary()] _ in canary.sing() }))
    let log = Recording<Int>()
    subscriptions.add(pipe.signal().start(next: { _ in log.append(aviary.alive) }))
    pipe.putNext(1)
    #expect(log.elements == [0])
  }

  @Test("a subscriber that joins during a send sees the next value, not the current one")
  func joinDuringSend() {
    let pipe = ValuePipe<Int>()
    let log = Recording<String>()
    subscriptions.add(
      pipe.signal().start(next: { value in
        log.append("a\(value)")
        if value == 1 { pipe.signal().start(next: { log.append("b\($0)") }) }
      }))
    pipe.putNext(1)
    pipe.putNext(2)
    #expect(log.elements == ["a1", "a2", "b2"])
  }

  @Test("a subscriber that joins and leaves again during a send is never called, and freed")
  func joinAndLeaveDuringSend() {
    let pipe = ValuePipe<Int>()
    let aviary = Aviary()
    subscriptions.add(
      pipe.signal().start(next: { value in
        let canary = aviary.canary()
        pipe.signal().start(next: { _ in
          canary.sing()
          Issue.record("called after disposal")
        }).dispose()
      }))
    pipe.putNext(1)
    pipe.putNext(2)
    #expect(aviary.alive == 0)
  }

  @Test("B50: a signal of a pipe holds nothing before it is started, and nothing after disposal")
  func nothingIsHeld() {
    let aviary = Aviary()
    let disposable: any Disposable
    let signal: Signal<Int, NoError>
    weak var weakPipe: ValuePipe<Int>?
    do {
      let pipe = ValuePipe<Int>()
      weakPipe = pipe
      signal = pipe.signal()
      disposable = signal.start(next: { [canary = aviary.canary()] _ in canary.sing() })
    }
    #expect(weakPipe == nil, "a signal does not keep its pipe")
    #expect(aviary.alive == 0, "a pipe that is gone lets go of its subscribers")
    let late = signal.start(next: { [canary = aviary.canary()] _ in canary.sing() })
    #expect(aviary.alive == 0, "and takes no more")
    disposable.dispose()
    late.dispose()
  }

  @Test("B31: subscriptions may be disposed of after their pipe or promise is gone, also by several threads")
  func disposalAfterTheHub() {
    var disposables: [any Disposable] = []
    do {
      let pipe = ValuePipe<Int>()
      let valuePromise = ValuePromise(1)
      let promise = Promise(1)
      disposables = [pipe.signal().start(), valuePromise.get().start(), promise.get().start()]
    }
    for disposable in disposables {
      concurrently(2) { _ in disposable.dispose() }
    }
  }

  @Test("what is sent before the pipe goes away is delivered, also when another thread is delivering")
  func lastWords() {
    let log = Recording<Int>()
    let isInside = Latch()
    let mayGoOn = Latch()
    let slot = Slot<ValuePipe<Int>>()
    do {
      let pipe = ValuePipe<Int>()
      subscriptions.add(
        pipe.signal().start(next: { value in
          log.append(value)
          if value == 1 {
            isInside.open()
            mayGoOn.wait()
          }
        }))
      slot.exchange(pipe)
    }
    let sender = Worker { slot.value?.putNext(1) }
    #expect(isInside.wait())
    slot.value?.putNext(2)
    slot.exchange(nil)
    mayGoOn.open()
    #expect(sender.join())
    #expect(log.elements == [1, 2])
  }

  @Test("B26: a captured object's deinit may send and dispose")
  func deinitCallsBack() {
    let pipe = ValuePipe<Int>()
    let log = Recording<Int>()
    subscriptions.add(pipe.signal().start(next: { log.append($0) }))
    let disposable: any Disposable
    do {
      let canary = Canary { pipe.putNext(7) }
      disposable = pipe.signal().start(next: { _ in canary.sing() })
    }
    disposable.dispose()
    #expect(log.elements == [7])
  }

  @Test("the places of those who left are used again", arguments: [10, 1_000])
  func randomRemoval(count: Int) {
    let seed = UInt64.random(in: 0..<(.max))
    var random = SplitMix(seed: seed)
    let pipe = ValuePipe<Int>()
    let log = Recording<Int>()
    var live: [(id: Int, disposable: any Disposable)] = []
    for id in 0..<count {
      live.append((id, pipe.signal().start(next: { _ in log.append(id) })))
      if random.next() % 3 != 0 {
        let index = Int(random.next() % UInt64(live.count))
        live.remove(at: index).disposable.dispose()
      }
    }
    pipe.putNext(0)
    #expect(log.elements == live.map(\.id), "seed \(seed)")
  }

  @Test("feedback of many values neither nests nor piles up")
  func feedback() {
    let count = stressRuns(100_000)
    let pipe = ValuePipe<Int>()
    let last = Slot<Int>()
    subscriptions.add(
      pipe.signal().start(next: { value in
        last.exchange(value)
        if value < count { pipe.putNext(value + 1) }
      }))
    pipe.putNext(1)
    #expect(last.value == count)
  }
}
