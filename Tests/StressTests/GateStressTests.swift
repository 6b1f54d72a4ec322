import SignalKit
import TestSupport
import Testing

@Suite struct GateStressTests {
  @Test("two threads send a million events each: none is lost, none overlap, each thread's order is kept")
  func twoProducers() {
    let count = 1_000_000
    let slot = Slot<Subscriber<Int, NoError>>()
    /// Touched by the serial handler alone, so ThreadSanitizer sees every overlap.
    final class Seen: @unchecked Sendable {
      var last = [-1, -1]
      var received = 0
      var disorder = 0
    }
    let seen = Seen()
    Signal<Int, NoError> { subscriber in
      slot.exchange(subscriber)
      return EmptyDisposable
    }.start(next: { value in
      let thread = value & 1
      if value >> 1 != seen.last[thread] + 1 { seen.disorder += 1 }
      seen.last[thread] = value >> 1
      seen.received += 1
    })
    let subscriber = slot.value
    #expect(
      concurrently(2) { thread in
        for value in 0..<count { subscriber?.putNext(value << 1 | thread) }
      })
    #expect(seen.received == 2 * count)
    #expect(seen.disorder == 0)
    #expect(seen.last == [count - 1, count - 1])
  }

  @Test("two threads set one ValuePromise: every subscriber ends with the stored value, all saw one order")
  func twoSetters() {
    let runs = 100_000
    final class Log: @unchecked Sendable { var values: [Int] = [] }
    let shared = Slot<ValuePromise<Int>>()
    // Both threads live for all runs, and meet before and after each.
    let meeting = Meeting(of: 2)
    let other = Worker {
      for _ in 0..<runs {
        meeting.meet()
        let promise = shared.exchange(nil)
        promise?.set(3)
        promise?.set(4)
        meeting.meet()
      }
    }
    var wrongLast = 0
    var wrongOrder = 0
    for _ in 0..<runs {
      let promise = ValuePromise(0)
      let logs = (0..<10).map { _ in Log() }
      let disposables = logs.map { log in promise.get().start(next: { log.values.append($0) }) }
      shared.exchange(promise)
      meeting.meet()
      promise.set(1)
      promise.set(2)
      meeting.meet()
      let stored = promise.rawValue
      if !logs.allSatisfy({ $0.values.last == stored }) { wrongLast += 1 }
      if !logs.allSatisfy({ $0.values == logs[0].values && $0.values.count == 5 }) { wrongOrder += 1 }
      for disposable in disposables { disposable.dispose() }
    }
    #expect(other.join())
    #expect(wrongLast == 0)
    #expect(wrongOrder == 0)
  }

  @Test(
    "B05: a subscriber that joins while another thread sets ends with the stored value, and never goes back")
  func joinWhileSetting() {
    for _ in 0..<2_000 {
      let promise = ValuePromise(0)
      let log = Recording<Int>()
      concurrently(2) { thread in
        if thread == 0 {
          for value in 1...20 { promise.set(value) }
        } else {
          promise.get().start(next: { log.append($0) })
        }
      }
      #expect(log.elements.last == 20)
      #expect(log.elements == log.elements.sorted())
    }
  }

  @Test("threads that send, join, leave and drop a pipe at random")
  func pipeInChaos() {
    for round in 0..<200 {
      let aviary = Aviary()
      let received = Counter()
      do {
        let pipe = ValuePipe<Int>()
        concurrently(4) { thread in
          var random = SplitMix(seed: UInt64(round * 4 + thread))
          var disposables: [any Disposable] = []
          for value in 0..<200 {
            switch random.next() % 4 {
            case 0, 1: pipe.putNext(value)
            case 2:
              let canary = aviary.canary()
              disposables.append(
                pipe.signal().start(next: { _ in
                  canary.sing()
                  received.increment()
                }))
            default: disposables.popLast()?.dispose()
            }
          }
          for disposable in disposables { disposable.dispose() }
        }
        #expect(aviary.alive == 0, "round \(round)")
      }
    }
  }

  @Test("threads that send, complete and dispose at once: one end at the most, everything is freed")
  func endsInARace() {
    for round in 0..<3_000 {
      let aviary = Aviary()
      let ends = Counter()
      let disposals = Counter()
      let slot = Slot<Subscriber<Canary, NoError>>()
      let signal = Signal<Canary, NoError> { subscriber in
        slot.exchange(subscriber)
        return ActionDisposable { disposals.increment() }
      }
      let disposable: any Disposable
      do {
        let canary = aviary.canary()
        disposable = signal.start(
          next: { _ in canary.sing() },
          completed: {
            canary.sing()
            ends.increment()
          })
      }
      let subscriber = slot.exchange(nil)
      concurrently(3) { thread in
        switch thread {
        case 0: for _ in 0..<20 { subscriber?.putNext(aviary.canary()) }
        case 1: subscriber?.putCompletion()
        default: disposable.dispose()
        }
      }
      #expect(ends.value <= 1, "round \(round)")
      #expect(disposals.value == 1, "round \(round)")
      #expect(aviary.alive == 0, "round \(round)")
    }
  }

  @Test("B13: inputs that send from other threads while the others are being started")
  func combineWhileStarting() {
    for _ in 0..<500 {
      let input = Signal<Int, NoError> { subscriber in
        _ = Worker {
          for value in 1...20 { subscriber.putNext(value) }
          subscriber.putCompletion()
        }
        return EmptyDisposable
      }
      let last = Slot<[Int]>()
      let done = Latch()
      combineLatest([input, input, input]).start(
        next: { last.exchange($0) }, completed: { done.open() })
      #expect(done.wait())
      #expect(last.value == [20, 20, 20])
    }
  }

  @Test("mapToSignal with an outer and inners on several threads ends with the last inner, and frees all")
  func switchInChaos() {
    for round in 0..<300 {
      let aviary = Aviary()
      let outer = ValuePipe<Int>()
      let inner = ValuePipe<Int>()
      let log = Recording<Int>()
      let disposable = outer.signal().mapToSignal { [canary = aviary.canary()] round in
        inner.signal().map { value in
          canary.sing()
          return round * 1_000 + value
        }
      }.start(next: { log.append($0) })
      concurrently(3) { thread in
        for value in 0..<100 {
          switch thread {
          case 0: outer.putNext(value)
          default: inner.putNext(value)
          }
        }
      }
      outer.putNext(100)
      inner.putNext(7)
      #expect(log.elements.last == 100_007, "round \(round)")
      let rounds = log.elements.map { $0 / 1_000 }
      #expect(rounds == rounds.sorted(), "nothing of a replaced inner comes after its successor")
      disposable.dispose()
      #expect(aviary.alive == 0)
    }
  }
}

/// A place where a number of threads wait for each other, again and again.
private final class Meeting: Sendable {
  private let size: Int
  private let arrived = Counter()

  init(of size: Int) {
    self.size = size
  }

  func meet() {
    let ticket = arrived.increment()
    let target = (ticket + size - 1) / size * size
    while arrived.value < target { yieldThread() }
  }
}
