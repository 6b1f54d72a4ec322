import Concurrency
import Disposables
import Operators
import Promises
import Signals
import Testing

@Suite("The line of deliverOn")
struct DeliverOnLineTests {
  /// Runs what it is given when it is told to.
  private final class ManualQueue: Scheduler, @unchecked Sendable {  // safe: used by one thread
    var isInside = false
    var work: [@Sendable () -> Void] = []

    let now = 0.0

    func isCurrent() -> Bool { isInside }

    func async(_ work: @escaping @Sendable () -> Void) {
      if isInside { work() } else { self.work.append(work) }
    }

    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
      EmptyDisposable
    }

    func run() {
      isInside = true
      let due = work
      work = []
      for work in due { work() }
      isInside = false
    }
  }

  private final class Log: @unchecked Sendable {  // safe: used by one thread
    var entries: [String] = []
    var subscription: (any Disposable)?
  }

  private final class Counted: Sendable {
    let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit {
      onRelease()
    }
  }

  private final class Received: @unchecked Sendable {  // safe: used by the handlers of one subscription
    var values: [Int] = []
  }

  @Test("many events share one hop, and the queue is asked again for the next")
  func sharedHop() {
    let (pipe, queue, log) = (ValuePipe<Int>(), ManualQueue(), Log())
    let subscription = pipe.signal().deliverOn(queue).start(next: { log.entries.append("\($0)") })
    defer { subscription.dispose() }
    pipe.putNext(1)
    pipe.putNext(2)
    #expect(queue.work.count == 1)
    #expect(log.entries.isEmpty)
    queue.run()
    #expect(log.entries == ["1", "2"])
    pipe.putNext(3)
    #expect(queue.work.count == 1)
    queue.run()
    #expect(log.entries == ["1", "2", "3"])
  }

  @Test("what is sent on the queue is delivered at once, but not before what waits")
  func sentOnTheQueue() {
    let (pipe, queue, log) = (ValuePipe<Int>(), ManualQueue(), Log())
    let subscription = pipe.signal().deliverOn(queue).start(next: { log.entries.append("\($0)") })
    defer { subscription.dispose() }
    queue.work.append { pipe.putNext(2) }
    pipe.putNext(1)
    queue.run()
    #expect(log.entries == ["1", "2"])
    queue.work.append {
      pipe.putNext(3)
      log.entries.append("sent")
    }
    queue.run()
    #expect(log.entries == ["1", "2", "3", "sent"])
  }

  @Test("what a handler sends comes after what waits")
  func sentByHandler() {
    let (pipe, queue, log) = (ValuePipe<Int>(), ManualQueue(), Log())
    let subscription = pipe.signal().deliverOn(queue)
      .start(next: { value in
        log.entries.append("\(value)")
        if value < 3 { pipe.putNext(value + 10) }
      })
    defer { subscription.dispose() }
    for value in 1...3 { pipe.putNext(value) }
    queue.run()
    #expect(log.entries == ["1", "2", "3", "11", "12"])
  }

  @Test("a handler that disposes is the last, and what waits is released")
  func disposal() {
    let (pipe, queue, log) = (ValuePipe<Counted?>(), ManualQueue(), Log())
    log.subscription = pipe.signal().deliverOn(queue)
      .start(next: { value in
        log.entries.append(value == nil ? "nil" : "value")
        if value == nil { log.subscription?.dispose() }
      })
    pipe.putNext(Counted { log.entries.append("released 1") })
    pipe.putNext(nil)
    pipe.putNext(Counted { log.entries.append("released 2") })
    queue.run()
    #expect(log.entries == ["value", "released 1", "nil", "released 2"])
  }

  @Test("what waits for the queue is released at disposal")
  func disposalBeforeTheHop() {
    let (pipe, queue, log) = (ValuePipe<Counted>(), ManualQueue(), Log())
    let subscription = pipe.signal().deliverOn(queue).start(next: { _ in log.entries.append("value") })
    pipe.putNext(Counted { log.entries.append("released") })
    #expect(log.entries.isEmpty)
    subscription.dispose()
    #expect(log.entries == ["released"])
    pipe.putNext(Counted { log.entries.append("released again") })
    queue.run()
    #expect(log.entries == ["released", "released again"])
  }

  @Test("values from another thread arrive in order, then the end", arguments: [false, true])
  func order(isConcurrent: Bool) async {
    let count = 20_000
    let queue: Queue = isConcurrent ? .concurrentDefaultQueue() : Queue()
    let received = Received()
    await withCheckedContinuation { continuation in
      Signal<Int, NoError> { subscriber in
        Queue.concurrentDefaultQueue().justDispatch {
          for value in 0..<count { subscriber.putNext(value) }
          subscriber.putCompletion()
        }
        return EmptyDisposable
      }
      .deliverOn(queue)
      .start(
        next: { value in
          // Not guarded: handlers of one subscription never run at the same time.
          received.values.append(value)
        },
        completed: { continuation.resume() })
    }
    #expect(received.values == Array(0..<count))
  }

  /// A queue whose time passes by hand, and which runs one piece of work after the other.
  private final class SlowQueue: Scheduler, @unchecked Sendable {  // safe: used by one thread
    var now = 0.0
    /// What `after` was asked for, but not less than nothing.
    private(set) var delays: [Double] = []
    private var isInside = false
    private var work: [@Sendable () -> Void] = []

    func isCurrent() -> Bool { isInside }

    func async(_ work: @escaping @Sendable () -> Void) {
      if isInside { work() } else { self.work.append(work) }
    }

    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
      delays.append(max(0, delay))
      self.work.append(work)
      return EmptyDisposable
    }

    func run() {
      isInside = true
      while !work.isEmpty { work.removeFirst()() }
      isInside = false
    }
  }

  @Test(
    "slow handlers let other work of the queue have its turn, though all of it waited already",
    arguments: ["deliverOn", "delayValues"])
  func slowHandlers(name: String) {
    let (pipe, queue, log) = (ValuePipe<Int>(), SlowQueue(), Log())
    let signal = pipe.signal()
    let slow = name == "deliverOn" ? signal.deliverOn(queue) : signal.delayValues(0, on: queue)
    let subscription = slow.start(next: { value in
      log.entries.append("\(value)")
      queue.now += 0.000_6
    })
    defer { subscription.dispose() }
    for value in 1...9 { pipe.putNext(value) }
    _ = queue.after(0) { log.entries.append("other work") }
    queue.run()
    #expect(log.entries == ["1", "2", "3", "4", "other work", "5", "6", "7", "8", "9"])
  }

  @Test("a value that is delayed is not late by what the handler of the one before took")
  func delayAfterSlowHandler() {
    let (pipe, queue, log) = (ValuePipe<Int>(), SlowQueue(), Log())
    let subscription = pipe.signal().delayValues(1, on: queue).start(next: { value in
      log.entries.append("\(value)")
      queue.now += 0.75
    })
    defer { subscription.dispose() }
    pipe.putNext(1)
    queue.now = 0.5
    pipe.putNext(2)
    queue.now = 1
    queue.run()
    #expect(log.entries == ["1", "2"])
    #expect(queue.delays == [1, 0])
  }
}
