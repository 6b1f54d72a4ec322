import Concurrency
import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite final class ActorTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  private actor Home {
    var seen: [Int] = []

    func append(_ value: Int) {
      seen.append(value)
    }
  }

  /// Where an actor runs that a test can keep busy, without blocking a thread that tasks run on.
  private final class QueueExecutor: SerialExecutor {
    let queue = Queue(name: "an actor")
    /// Opened when there is something to run.
    let hasWork = Gate()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      defer { hasWork.open() }
      queue.justDispatch { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private actor Busy {
    nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Returns when everything before it has run.
    func meet() {}
  }

  // MARK: deliverOn

  @Test("events are delivered in order, isolated to the actor", arguments: [false, true])
  func order(withPipe: Bool) async {
    let home = Home()
    let done = Gate()
    let signal = Signal<Int, NoError> { subscriber in
      _ = Worker {
        for value in 0..<10_000 { subscriber.putNext(value) }
        subscriber.putCompletion()
      }
      return EmptyDisposable
    }
    let delivered = withPipe ? signal |> deliverOn(home) : signal.deliverOn(home)
    subscriptions.add(
      delivered.start(
        next: { value in home.assumeIsolated { $0.append(value) } },
        completed: { home.assumeIsolated { _ in done.open() } }))
    #expect(await done.pass())
    #expect(await home.seen == Array(0..<10_000))
  }

  @Test("an error comes after the values before it, on the actor")
  func error() async {
    let home = Home()
    let done = Gate()
    let signal = Signal<Int, Failure> { subscriber in
      subscriber.putNext(1)
      subscriber.putError(Failure())
      return EmptyDisposable
    }
    subscriptions.add(
      signal.deliverOn(home).start(
        next: { value in home.assumeIsolated { $0.append(value) } },
        error: { _ in home.assumeIsolated { _ in done.open() } }))
    #expect(await done.pass())
    #expect(await home.seen == [1])
  }

  @Test("sent from the actor itself, an event is not delivered at once")
  func notAtOnce() async {
    let home = Home()
    let pipe = ValuePipe<Int>()
    let done = Gate()
    subscriptions.add(
      pipe.signal().deliverOn(home).start(next: { value in
        home.assumeIsolated { $0.append(value) }
        done.open()
      }))
    await send(1, into: pipe, from: home)
    #expect(await done.pass())
    #expect(await home.seen == [1])
  }

  private func send(_ value: Int, into pipe: ValuePipe<Int>, from home: isolated Home) {
    pipe.putNext(value)
    #expect(home.seen == [])
  }

  @Test("after disposal nothing that waits is delivered; it is freed at once, though the actor is busy")
  func disposal() async {
    let actor = Busy()
    let aviary = Aviary()
    let mayGoOn = Latch()
    actor.executor.queue.justDispatch { mayGoOn.wait(seconds: 600) }
    let source = Source<Canary, NoError>()
    let disposable = source.signal.deliverOn(actor).start(next: { [canary = aviary.canary()] _ in
      canary.sing()
      Issue.record("delivered after disposal")
    })
    for _ in 0..<10 { source.put(.next(aviary.canary())) }
    #expect(await actor.executor.hasWork.pass())
    #expect(aviary.alive == 11)
    disposable.dispose()
    #expect(aviary.alive == 0)
    #expect(source.disposals.value == 1)
    mayGoOn.open()
    await actor.meet()
  }

  @Test("the actor lives until the subscription has ended")
  func life() async {
    let source = Source<Int, NoError>()
    weak var home: Home?
    let disposable: any Disposable
    do {
      let strong = Home()
      home = strong
      disposable = source.signal.deliverOn(strong).start()
    }
    #expect(home != nil)
    disposable.dispose()
    #expect(home == nil)
  }

  @Test("take behind it ends the source")
  func takeBehind() async {
    let isDisposed = Gate()
    let source = Source<Int, NoError>(onDispose: { isDisposed.open() })
    let done = Gate()
    let log = Recording<Int>()
    source.signal.deliverOn(Home()).take(1).start(next: { log.append($0) }, completed: { done.open() })
    source.put(.next(1), .next(2))
    #expect(await done.pass())
    #expect(await isDisposed.pass())
    #expect(log.elements == [1])
    #expect(source.disposals.value == 1)
  }

  @Test("an actor as a scheduler runs work later, too, and not if that was disposed of")
  func laterWork() async {
    let home = Home()
    let scheduler = scheduler(of: home)
    let isDone = Gate()
    let start = scheduler.now
    let disposable = scheduler.after(0.01) { Issue.record("disposed of") }
    disposable.dispose()
    scheduler.after(0.02) {
      home.assumeIsolated { $0.append(1) }
      isDone.open()
    }
    #expect(await isDone.pass())
    #expect(scheduler.now - start >= 0.02)
    #expect(await home.seen == [1])
  }

  @Test("the main actor is one, too")
  func mainActor() async {
    let done = Gate()
    subscriptions.add(
      Signal<Int, NoError>.single(1).deliverOn(MainActor.shared).start(next: { _ in
        MainActor.assumeIsolated { done.open() }
      }))
    #expect(await done.pass())
  }

  // MARK: startOnMain

  @MainActor private final class Screen {
    var lines: [String] = []
  }

  @Test("on the main actor already, the handlers run at once")
  @MainActor func atOnce() {
    let screen = Screen()
    let pipe = ValuePipe<Int>()
    let disposable = pipe.signal().startOnMain(next: { screen.lines.append("\($0)") })
    pipe.putNext(1)
    #expect(screen.lines == ["1"])
    Queue(name: "other").sync { pipe.putNext(2) }
    #expect(screen.lines == ["1", "2"])
    disposable.dispose()
    pipe.putNext(3)
    #expect(screen.lines == ["1", "2"])
  }

  @Test(
    "from elsewhere, the handlers run on the main actor, in order, up to the end", arguments: [false, true])
  @MainActor func fromElsewhere(failing: Bool) async {
    let screen = Screen()
    let done = Gate()
    let signal = Signal<Int, Failure> { subscriber in
      _ = Worker {
        for value in 0..<1_000 { subscriber.putNext(value) }
        if failing { subscriber.putError(Failure()) } else { subscriber.putCompletion() }
      }
      return EmptyDisposable
    }
    subscriptions.add(
      signal.startOnMain(
        next: { screen.lines.append("\($0)") },
        error: { error in
          screen.lines.append("\(error)")
          done.open()
        },
        completed: {
          screen.lines.append("completed")
          done.open()
        }))
    #expect(await done.pass())
    #expect(screen.lines == (0..<1_000).map { "\($0)" } + [failing ? "Failure()" : "completed"])
  }

  @Test("disposed of on the main actor, nothing that waits is delivered")
  @MainActor func disposalOnMain() async {
    let source = Source<Int, NoError>()
    let disposable = source.signal.startOnMain(next: { _ in Issue.record("delivered after disposal") })
    let sent = Latch()
    _ = Worker {
      source.put(.next(1))
      sent.open()
    }
    sent.wait()
    disposable.dispose()
    await withCheckedContinuation { continuation in
      Queue.mainQueue().justDispatch { continuation.resume() }
    }
    #expect(source.disposals.value == 1)
  }
}
