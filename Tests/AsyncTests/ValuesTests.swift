import Concurrency
import Disposables
import Promises
import Signals
import TestSupport
import Testing

@Suite struct ValuesTests {
  private let source = Source<Int, Failure>()

  // MARK: What comes

  @Test(
    "a loop over a signal that can't fail needs no try; the values come in order, and it ends with the signal"
  )
  func inOrder() async {
    var seen: [Int] = []
    for await value in Signal<Int, NoError>.sequence(1...1_000).values() { seen.append(value) }
    #expect(seen == Array(1...1_000))
  }

  @Test("what is sent while the loop waits arrives, and so does what was sent before it asked")
  func waiting() async throws {
    let numbers = Source<Int, NoError>()
    let received = Recording<Int>()
    let first = Gate()
    let loop = Task {
      for await value in numbers.signal.values() {
        received.append(value)
        first.open()
      }
    }
    #expect(await numbers.hasStarted.pass())
    numbers.put(.next(1))
    #expect(await first.pass())
    numbers.put(.next(2), .next(3), .completed)
    await loop.value
    #expect(received.elements == [1, 2, 3])
    #expect(numbers.disposals.value == 1)
  }

  @Test(
    "an error comes after the values that were sent before it, once, and with its type; then nil for ever")
  func errorAfterValues() async {
    let signal = Signal<Int, Failure> { subscriber in
      subscriber.putNext(1)
      subscriber.putNext(2)
      subscriber.putError(Failure())
      return EmptyDisposable
    }
    var iterator = signal.values().makeAsyncIterator()
    var seen: [Int] = []
    do throws(Failure) {
      while let value = try await iterator.next() { seen.append(value) }
      Issue.record("no error")
    } catch {
      #expect(error == Failure())
    }
    #expect(seen == [1, 2])
    for _ in 0..<3 {
      do {
        let next = try await iterator.next()
        #expect(next == nil)
      } catch {
        Issue.record("thrown again")
      }
    }
  }

  @Test("after the end, nil for ever")
  func nilForEver() async {
    var iterator = Signal<Int, NoError>.single(1).values().makeAsyncIterator()
    #expect(await iterator.next() == 1)
    for _ in 0..<3 { #expect(await iterator.next() == nil) }
  }

  @Test("a signal with any error can be followed, too")
  func anyError() async {
    let signal = Signal<Int, any Error>.fail(Failure())
    await #expect(throws: Failure.self) {
      for try await _ in signal.values() { Issue.record("a value") }
    }
  }

  // MARK: How it ends

  @Test("nothing is started before the first value is asked for")
  func startsAtFirstNext() async {
    var iterator = source.signal.values().makeAsyncIterator()
    #expect(source.starts == 0)
    let sender = Task { [source] in
      await source.hasStarted.pass()
      source.put(.next(1))
    }
    let first = try? await iterator.next()
    #expect(first == 1)
    await sender.value
    #expect(source.starts == 1)
  }

  @Test("B107: leaving the loop disposes of the subscription, once")
  func leaving() async {
    let disposals = Counter()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      subscriber.putNext(2)
      return ActionDisposable { disposals.increment() }
    }
    for await value in signal.values() {
      #expect(value == 1)
      #expect(disposals.value == 0)
      break
    }
    #expect(disposals.value == 1)
  }

  @Test("an error that is thrown in the loop disposes of the subscription, once")
  func throwing() async {
    let disposals = Counter()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      return ActionDisposable { disposals.increment() }
    }
    await #expect(throws: Failure.self) {
      for await _ in signal.values() { throw Failure() }
    }
    #expect(disposals.value == 1)
  }

  @Test("B107: a task that is cancelled before it asks for the first value gets none, and starts nothing")
  func cancelledBefore() async {
    let signal = source.signal
    let seen = await AsyncTests.cancelledBefore { () async throws(Failure) in
      var iterator = signal.values().makeAsyncIterator()
      return try await iterator.next()
    }
    #expect(seen == .success(nil))
    #expect(source.starts == 0)
  }

  @Test(
    "a task that is cancelled while it waits goes on at once, without an error; what is sent later is dropped"
  )
  func cancelledWhileWaiting() async {
    let loop = Task { [source] in
      try await source.signal.values().reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(await source.hasStarted.pass())
    loop.cancel()
    #expect(source.disposals.value == 1)
    source.put(.next(1), .error(Failure()))
    let seen = await loop.result
    #expect((try? seen.get()) == [])
    #expect(source.disposals.value == 1)
  }

  @Test("a task that is cancelled while values wait gets none of them")
  func cancelledBetween() async {
    let sent = Gate()
    let loop = Task { [source] in
      var seen: [Int] = []
      for try await value in source.signal.values() {
        seen.append(value)
        await sent.pass()
      }
      return seen
    }
    #expect(await source.hasStarted.pass())
    source.put(.next(1), .next(2), .next(3))
    loop.cancel()
    sent.open()
    let seen = await loop.result.map(\.count)
    #expect((try? seen.get()).map { $0 <= 1 } == true)
    #expect(source.disposals.value == 1)
  }

  @Test("B107: an iterator that goes away undisposed takes its subscription with it")
  func goingAway() async {
    let disposals = Counter()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      return ActionDisposable { disposals.increment() }
    }
    do {
      var iterator = signal.values().makeAsyncIterator()
      #expect(await iterator.next() == 1)
      let copy = iterator
      iterator = signal.values().makeAsyncIterator()
      withExtendedLifetime(copy) { #expect(disposals.value == 0) }
    }
    #expect(disposals.value == 1)
  }

  @Test("B107: two iterators are two subscriptions, and each gets all values")
  func twoIterators() async {
    let starts = Counter()
    let signal = Signal<Int, NoError> { subscriber in
      starts.increment()
      for value in 1...3 { subscriber.putNext(value) }
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let values = signal.values()
    var (first, second) = (values.makeAsyncIterator(), values.makeAsyncIterator())
    for expected in [1, 2, 3, nil] {
      #expect(await first.next() == expected)
      #expect(await second.next() == expected)
    }
    #expect(starts.value == 2)
  }

  @Test("a value that comes while a cancellation is on its way is dropped, and the loop ends once")
  func valueDuringCancellation() async {
    let (isDisposing, mayGoOn) = (Latch(), Latch())
    let held = Source<Int, NoError>(onDispose: {
      isDisposing.open()
      mayGoOn.wait()
    })
    let loop = Task { await held.signal.values().reduce(into: [Int]()) { $0.append($1) } }
    #expect(await held.hasStarted.pass())
    // The thread that cancels is held up in the dispose action, before it has woken the loop.
    let canceller = Worker { loop.cancel() }
    isDisposing.wait()
    held.put(.next(1), .completed)
    mayGoOn.open()
    #expect(canceller.join())
    #expect(await loop.value == [])
    #expect(held.disposals.value == 1)
  }

  // MARK: What waits

  @Test("B107: 100,000 values for a slow loop: none is lost, and the order is kept")
  func slowLoop() async {
    let numbers = Source<Int, NoError>()
    let allSent = Gate()
    let loop = Task {
      var expected = 0
      for await value in numbers.signal.values() {
        if expected == 0 { await allSent.pass() }
        #expect(value == expected)
        expected += 1
      }
      return expected
    }
    #expect(await numbers.hasStarted.pass())
    for value in 0..<100_000 { numbers.put(.next(value)) }
    numbers.put(.completed)
    allSent.open()
    #expect(await loop.value == 100_000)
  }

  @Test(
    "of what waits, a policy keeps all, the newest or the oldest",
    arguments: [
      (SignalBuffering.unbounded, [1, 2, 3, 4, 5]),
      (.newest(2), [4, 5]), (.newest(1), [5]), (.newest(9), [1, 2, 3, 4, 5]),
      (.oldest(2), [1, 2]), (.oldest(1), [1]), (.oldest(9), [1, 2, 3, 4, 5]),
    ])
  func policies(policy: SignalBuffering, expected: [Int]) async {
    var seen: [Int] = []
    for await value in Signal<Int, NoError>.sequence(1...5).values(buffering: policy) { seen.append(value) }
    #expect(seen == expected)
  }

  @Test("a policy counts what waits, and not what was taken")
  func policyWhileTaking() async {
    let numbers = ValuePipe<Int>()
    // Its values come from the loop itself, so each is there when the next is asked for.
    var iterator = Signal<Int, NoError> { subscriber in
      subscriber.putNext(0)
      return numbers.signal().start(next: { subscriber.putNext($0) })
    }.values(buffering: .oldest(2)).makeAsyncIterator()
    #expect(await iterator.next() == 0)
    for value in 1...3 { numbers.putNext(value) }
    #expect(await iterator.next() == 1)
    for value in 4...5 { numbers.putNext(value) }
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == 4)
  }

  @Test("room for less than one value stops a debug build")
  func noRoom() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, NoError>.never().values(buffering: .newest(0))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("newest(0)"))
  }

  @Test("a value that is dropped for want of room may send another while it is freed")
  func droppedValuesRunCode() async {
    let canaries = Source<Canary, NoError>()
    let (received, isReady) = (Counter(), Gate())
    let loop = Task {
      for await canary in canaries.signal.values(buffering: .oldest(1)) {
        canary.sing()
        if received.increment() == 1 { await isReady.pass() }
      }
    }
    #expect(await canaries.hasStarted.pass())
    let freed = Counter()
    for _ in 1...3 {
      canaries.put(
        .next(
          Canary {
            // Under a lock, this would never return.
            if freed.increment() == 1 { canaries.put(.next(Canary())) }
          }))
    }
    canaries.put(.completed)
    isReady.open()
    await loop.value
    #expect(freed.value == 3)
  }

  @Test(
    "nothing is held when the loop is over, however it ended", arguments: ["end", "break", "cancellation"])
  func memory(ending: String) async {
    let aviary = Aviary()
    let canaries = Source<Canary, NoError>()
    let loop: Task<Void, Never>
    do {
      let signal = Signal<Canary, NoError> { [canary = aviary.canary()] subscriber in
        canary.sing()
        return canaries.signal.start(
          next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
      }
      loop = Task {
        for await canary in signal.values() {
          canary.sing()
          if ending == "break" { break }
        }
      }
    }
    #expect(await canaries.hasStarted.pass())
    for _ in 1...3 { canaries.put(.next(aviary.canary())) }
    switch ending {
    case "end": canaries.put(.completed)
    case "break": break
    default: loop.cancel()
    }
    await loop.value
    #expect(canaries.disposals.value == 1)
    canaries.put(.next(aviary.canary()))
    #expect(aviary.alive == 0)
  }

  // MARK: Where it runs

  private actor Home {
    var seen: [Int] = []

    func follow(_ signal: Signal<Int, NoError>) async {
      for await value in signal.values() {
        assertIsolated()
        seen.append(value)
      }
    }

    func takeFirst(of signal: Signal<Int, NoError>) async {
      seen.append(await signal.first() ?? 0)
    }

    func count() -> Signal<Int, NoError> {
      Signal { subscriber in
        self.assertIsolated()
        subscriber.putNext(1)
        subscriber.putCompletion()
        return EmptyDisposable
      }
    }
  }

  @Test("a signal is started where one waits for it, and a loop goes on there")
  func isolation() async {
    let home = Home()
    await home.follow(home.count())
    await home.takeFirst(of: home.count())
    #expect(await home.seen == [1, 1])
  }
}
