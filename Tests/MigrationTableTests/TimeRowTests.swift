import SignalKit
import SignalTesting
import Testing

@Suite struct TimeRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift debounce | ReactiveSwift debounce | Combine debounce | AsyncSequence debounce(for:)
  // rows: ReactiveCocoa throttle:
  @Test("what waits is sent before an end, also before an error")
  func debounce() throws {
    try expectSignal(letters("-ab----c|").debounce(2, on: queue), sends: "----b---(c|)", on: queue)
    try expectSignal(
      failing("-a#").debounce(2, on: queue), sends: "--(a#)", error: Failure(), on: queue)
  }
  // end rows

  // rows: RxSwift throttle(_:latest:scheduler:) | Combine throttle | ReactiveSwift throttle(_:on:)
  // rows: AsyncSequence throttle(for:)
  @Test("the first value comes at once, the newest at the end of the interval, or at that of the signal")
  func throttle() throws {
    try expectSignal(letters("-abc------d|").throttle(3, on: queue), sends: "-a--c-----d|", on: queue)
    try expectSignal(letters("-ab|").throttle(3, on: queue), sends: "-a-(b|)", on: queue)
    try expectSignal(failing("-ab#").throttle(3, on: queue), sends: "-a-(b#)", error: Failure(), on: queue)
    try expectSignal(
      letters("-abc------d|").throttle(3, latest: false, on: queue), sends: "-a--------d|", on: queue)
  }
  // end rows

  // rows: RxSwift sample | ReactiveCocoa sample:
  @Test("a value is sampled once; either completion completes, and an end sends what waits")
  func sample() throws {
    let trigger = try letters("--x-x--x-|")
    try expectSignal(letters("-a----b---c-").sample(on: trigger), sends: "--a----b-|", on: queue)
    try expectSignal(letters("-a----b-|").sample(on: letters("--x--")), sends: "--a-----(b|)", on: queue)
  }
  // end rows

  // rows: ReactiveSwift sample(on:)
  @Test("sample sends a value once; withLatestFrom sends it at each trigger")
  func sampleAgain() throws {
    let trigger = try letters("--x-x--|")
    try expectSignal(letters("-a------").sample(on: trigger), sends: "--a----|", on: queue)
    let signal = try letters("-a------")
    try expectSignal(trigger.withLatestFrom(signal).map { $0.1 }, sends: "--a-a--|", on: queue)
  }
  // end rows

  // rows: RxSwift timeout | Combine timeout
  @Test(
    "a timeout is for the first event; it fails, or continues with another signal, such as one that completes"
  )
  func timeout() throws {
    try expectSignal(
      failing("----a-|").timeout(3, queue: queue, error: Failure()), sends: "---#", error: Failure(),
      on: queue)
    try expectSignal(
      failing("-a------b-|").timeout(3, queue: queue, error: Failure()), sends: "-a------b-|", on: queue)
    try expectSignal(
      letters("----a-|").timeout(3, queue: queue, alternate: .complete()), sends: "---|", on: queue)
  }
  // end rows

  // rows: ReactiveSwift timeout(after:raising:on:) | ReactiveCocoa timeout:onScheduler:
  @Test("a limit for the first event, and one for the whole")
  func timeoutOfTheWhole() throws {
    let signal = try failing("-a------b-|")
    try expectSignal(
      signal.timeout(3, queue: queue, error: Failure()), sends: "-a------b-|", on: queue)
    let limit = Signal<Int, Failure>.fail(Failure()).delay(3, queue: queue)
    try expectSignal(signal.take(untilSignal: limit), sends: "-a-#", error: Failure(), on: queue)
    try expectSignal(failing("-a|").take(untilSignal: limit), sends: "-a|", on: queue)
  }
  // end rows

  // rows: RxSwift delay | ReactiveSwift delay(_:on:) | Combine delay | ReactiveCocoa delay:
  @Test("delayValues delays the values and the completion, delay the start; an error comes at once")
  func delay() throws {
    try expectSignal(letters("-a-|").delayValues(2, on: queue), sends: "---a-|", on: queue)
    try expectSignal(failing("-ab#").delayValues(2, on: queue), sends: "---#", error: Failure(), on: queue)
    let source = try queue.cold("-a-|")
    try expectSignal(source.signal.delayValues(2, on: queue), sends: "---a-|", on: queue)
    try expectSignal(source.signal.delay(2, queue: queue), sends: "---a-|", on: queue)
    #expect(source.subscriptions.map(\.start) == [8, 15])
  }
  // end rows

  // rows: RxSwift delaySubscription
  @Test("delay starts the signal later")
  func delaySubscription() throws {
    let source = try queue.cold("-a-|")
    try expectSignal(source.signal.delay(2, queue: queue), sends: "---a-|", on: queue)
    #expect(source.subscriptions.map(\.start) == [2])
  }
  // end rows

  // rows: RxSwift observe(on:) | ReactiveSwift observe(on:) | Combine receive(on:) | ReactiveCocoa deliverOn:
  @Test("on its queue an event is delivered at once if none waits, otherwise later, in order")
  func deliverOn() async {
    let pipe = ValuePipe<Int>()
    let recorder = Recorder(pipe.signal().deliverOn(queue), on: queue)
    pipe.putNext(1)
    #expect(recorder.values == [])
    queue.advance()
    #expect(recorder.values == [1])
    let afterwards = Atomic<[Int]>(value: [])
    queue.after(0) {
      pipe.putNext(2)
      afterwards.swap(recorder.values)
    }
    queue.advance()
    #expect(afterwards.with { $0 } == [1, 2])
    let many = Signal<Int, NoError>.sequence(1...1_000).deliverOn(Queue.concurrentDefaultQueue())
    #expect(await many.collect() == Array(1...1_000))
  }
  // end rows

  // rows: RxSwift subscribe(on:) | ReactiveSwift start(on:) | Combine subscribe(on:) | ReactiveCocoa subscribeOn:
  @Test("the generator runs on the queue, a disposal where it is asked for")
  func runOn() {
    let log = Atomic<[String]>(value: [])
    let signal = Signal<Int, NoError> { _ in
      log.modify { $0 + ["starts"] }
      return ActionDisposable { log.modify { $0 + ["ends"] } }
    }
    let disposable = signal.runOn(queue).start()
    #expect(log.with { $0 } == [])
    queue.advance()
    #expect(log.with { $0 } == ["starts"])
    disposable.dispose()
    #expect(log.with { $0 } == ["starts", "ends"])
  }
  // end rows

  // rows: RxSwift MainScheduler | ReactiveSwift QueueScheduler | Combine DispatchQueue | ReactiveCocoa RACScheduler
  @Test("a Queue is a Scheduler, as the main queue is")
  func queues() {
    let schedulers: [any Scheduler] = [Queue(name: "work"), Queue.mainQueue()]
    #expect(schedulers.map { $0.isCurrent() }.first == false)
  }
  // end rows
}
