import SignalKit
import TestSupport
import Testing

/// A thread that comes by with one event is not kept by another, which sends all the time.
///
/// These tests don't look at the clock. A handler of the visitor is held up until the flood has brought another event, so there is
/// always something left to deliver: who stays for as long as something waits, stays until the flood gives up.
@Suite("A flood on one thread", .serialized)
struct FloodTests {
  /// One thread that sends all the time, and one that comes by.
  private final class Flood: Sendable {
    static let most = 2_000_000
    private let visitor = currentThread()
    private let sent = Counter()
    private let isOver = Slot<Bool>()
    private let isInside = Latch()
    private let isFlooding = Latch()

    /// Called by every handler.
    ///
    /// - Parameter number: As it was sent; -1 is the visitor's own.
    func handle(_ number: Int) {
      guard currentThread() == visitor else { return }
      if number < 0 {
        isInside.open()
        isFlooding.wait()
      }
      while sent.value < number + 2, isOver.value == nil { yieldThread() }
    }

    /// - Parameters:
    ///   - send: Sends one event.
    ///   - call: What the visitor does. The flood begins when its handler has been entered.
    /// - Returns: Whether the visitor's call has returned while the flood went on.
    func runs(sending send: @escaping @Sendable (Int) -> Void, visitor call: () -> Void) -> Bool {
      let hasReturned = Slot<Bool>()
      let flood = Worker { [self] in
        isInside.wait()
        for number in 0..<Self.most where hasReturned.value == nil {
          send(number)
          sent.increment()
          if number == 1_000 { isFlooding.open() }
        }
        isOver.exchange(true)
      }
      call()
      hasReturned.exchange(true)
      return flood.join() && sent.value < Self.most
    }
  }

  @Test("of a gate")
  func ofGate() throws {
    let flood = Flood()
    let slot = Slot<Subscriber<Int, NoError>>()
    let subscription = Signal<Int, NoError> { subscriber in
      slot.exchange(subscriber)
      return EmptyDisposable
    }.start(next: { flood.handle($0) })
    let gate = try #require(slot.exchange(nil))
    let hasReturned = flood.runs(sending: { gate.putNext($0) }, visitor: { gate.putNext(-1) })
    #expect(hasReturned)
    subscription.dispose()
  }

  @Test("of a pipe", arguments: [1, 30])
  func ofPipe(subscribers: Int) {
    let flood = Flood()
    let pipe = ValuePipe<Int>()
    let subscriptions = DisposableSet()
    for number in 0..<subscribers {
      subscriptions.add(pipe.signal().start(next: { if number == 0 { flood.handle($0) } }))
    }
    let hasReturned = flood.runs(sending: { pipe.putNext($0) }, visitor: { pipe.putNext(-1) })
    #expect(hasReturned)
    subscriptions.dispose()
  }

  @Test("of a pipe whose subscribers come and go")
  func ofPipeWithChurn() {
    let flood = Flood()
    let pipe = ValuePipe<Int>()
    let subscription = pipe.signal().start(next: {
      flood.handle($0)
      pipe.signal().start().dispose()
    })
    let hasReturned = flood.runs(sending: { pipe.putNext($0) }, visitor: { pipe.putNext(-1) })
    #expect(hasReturned)
    subscription.dispose()
  }

  @Test("of a promise, for one who sets it")
  func ofPromise() {
    let flood = Flood()
    let promise = ValuePromise<Int>()
    let subscription = promise.get().start(next: { flood.handle($0) })
    let hasReturned = flood.runs(sending: { promise.set($0) }, visitor: { promise.set(-1) })
    #expect(hasReturned)
    subscription.dispose()
  }

  @Test("of a promise, for one who asks for its value")
  func ofPromiseThatIsAsked() {
    let flood = Flood()
    let promise = ValuePromise(-1)
    let hasReturned = flood.runs(
      sending: { promise.set($0) }, visitor: { promise.get().start(next: { flood.handle($0) }).dispose() })
    #expect(hasReturned)
  }

  @Test("of a signal that replays")
  func ofReplay() {
    let flood = Flood()
    let pipe = ValuePipe<Int>()
    let shared = pipe.signal().share(replay: 2)
    let first = shared.start()
    pipe.putNext(-1)
    let hasReturned = flood.runs(
      sending: { pipe.putNext($0) }, visitor: { shared.start(next: { flood.handle($0) }).dispose() })
    #expect(hasReturned)
    first.dispose()
  }

  @Test("of merged signals")
  func ofMerge() {
    let flood = Flood()
    let (a, b) = (ValuePipe<Int>(), ValuePipe<Int>())
    let subscription = merge(a.signal(), b.signal()).start(next: { flood.handle($0) })
    let hasReturned = flood.runs(sending: { a.putNext($0) }, visitor: { b.putNext(-1) })
    #expect(hasReturned)
    subscription.dispose()
  }

  @Test("of a combination")
  func ofCombination() {
    let flood = Flood()
    let (a, b, c) = (ValuePipe<Int>(), ValuePipe<Int>(), ValuePipe<Int>())
    let subscription = combineLatest(a.signal(), b.signal(), c.signal())
      .start(next: { number, _, _ in flood.handle(number) })
    a.putNext(-1)
    b.putNext(0)
    let hasReturned = flood.runs(sending: { a.putNext($0) }, visitor: { c.putNext(-1) })
    #expect(hasReturned)
    subscription.dispose()
  }

  @Test("of signals that are started one after the other, for the one who ends the first")
  func ofQueue() {
    let flood = Flood()
    let signals = ValuePipe<Signal<Int, NoError>>()
    let first = ValuePipe<Int>()
    let subscription = signals.signal().queue().start(next: { flood.handle($0) })
    signals.putNext(first.signal().take(1))
    let hasReturned = flood.runs(sending: { signals.putNext(.single($0)) }, visitor: { first.putNext(-1) })
    #expect(hasReturned)
    subscription.dispose()
  }

  @Test("of a queue's line, for the work of the queue")
  func ofLine() {
    let queue = Queue(name: "line")
    let isDone = Latch()
    queue.justDispatch {
      let flood = Flood()
      let pipe = ValuePipe<Int>()
      let subscription = pipe.signal().deliverOn(queue).start(next: { flood.handle($0) })
      let hasReturned = flood.runs(sending: { pipe.putNext($0) }, visitor: { pipe.putNext(-1) })
      #expect(hasReturned)
      subscription.dispose()
      isDone.open()
    }
    isDone.wait()
  }
}
