import SignalKit
import SignalTesting
import Testing

@Suite struct SourcesRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift just | ReactiveSwift SignalProducer.init(value:) | Combine Just | ReactiveCocoa return:
  @Test("the sources of one event or none")
  func ends() throws {
    try expectSignal(Signal<String, Failure>.single("a"), sends: "(a|)", on: queue)
    try expectSignal(Signal<String, Failure>.complete(), sends: "|", on: queue)
    try expectSignal(Signal<String, Failure>.fail(Failure()), sends: "#", error: Failure(), on: queue)
    try expectSignal(Signal<String, Failure>.never(), sends: "------", on: queue)
    #expect(Recorder(single(1, NoError.self), on: queue).events == [.next(1), .completed])
  }
  // end rows

  // rows: RxSwift from | ReactiveSwift SignalProducer.init(values:) | Combine Publishers.Sequence
  // rows: AsyncSequence async
  @Test("a sequence is sent before start returns; deferred makes its signal at each start")
  func sequences() throws {
    try expectSignal(Signal<String, NoError>.sequence(["a", "b"]), sends: "(ab|)", on: queue)
    let starts = Atomic(value: 0)
    let signal = deferred { Signal<Int, NoError>.single(starts.modify { $0 + 1 }) }
    for start in 1...2 { #expect(Recorder(signal, on: queue).values == [start]) }
  }
  // end rows

  // rows: RxSwift interval | ReactiveSwift SignalProducer.timer | Combine Timer.publish
  // rows: AsyncSequence AsyncTimerSequence | ReactiveCocoa interval:onScheduler:
  @Test("interval and timer are one: the numbers from 0 on, the first after one interval, for ever")
  func interval() throws {
    for signal in [Signal<Int, NoError>.interval(2, on: queue), .timer(2, on: queue)] {
      try expectSignal(signal, sends: "--0-1-2-3!", values: digits, on: queue)
    }
  }
  // end rows

  // rows: RxSwift timer(_:scheduler:) | AsyncSequence Task.sleep
  @Test("timer(after:) counts once")
  func timer() throws {
    try expectSignal(
      Signal<Int, NoError>.timer(after: 2, on: queue), sends: "--(0|)", values: digits, on: queue)
  }
  // end rows

  // rows: RxSwift timer(_:period:scheduler:)
  @Test("once, and then again and again")
  func timerWithPeriod() throws {
    let signal = Signal<Int, NoError>
      .timer(after: 1, on: queue).then(.interval(3, on: queue).map { $0 + 1 })
    try expectSignal(signal, sends: "-0--1--2--3!", values: digits, on: queue)
  }
  // end rows

  // rows: RxSwift repeatElement
  @Test("one value for ever, for as long as somebody wants it")
  func repeatElement() throws {
    let signal = Signal<String, NoError>.single("x").restart().take(3)
    try expectSignal(signal, sends: "(xxx|)", on: queue)
  }
  // end rows

  // rows: ReactiveSwift repeat(_:)
  @Test("a number of runs, one after the other, also of a signal that sends nothing")
  func repeated() throws {
    for (marbles, result) in [("-a-|", "-a--a-|"), ("--|", "----|")] {
      let signal = try letters(marbles)
      try expectSignal(concat(Array(repeating: signal, count: 2)), sends: result, on: queue)
    }
    let endless = try letters("-a-|")
    try expectSignal(endless.restart(), sends: "-a--a--a--a!", on: queue)
  }
  // end rows

  // rows: ReactiveCocoa repeat
  @Test("restart starts again after each completion")
  func restart() throws {
    try expectSignal(letters("-a-|").restart(), sends: "-a--a--a--a!", on: queue)
  }
  // end rows

  // rows: Combine Future
  @Test("a signal runs at each start; a task's value that is kept for all is a promise's")
  func future() throws {
    let runs = Atomic(value: 0)
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(runs.modify { $0 + 1 })
      subscriber.putCompletion()
      return EmptyDisposable
    }
    #expect(runs.with { $0 } == 0)
    for run in 1...2 { #expect(Recorder(signal, on: queue).values == [run]) }
    let promise = Promise<Int>()
    promise.set(signal)
    for _ in 1...2 { #expect(Recorder(promise.get(), on: queue).values == [3]) }
  }
  // end rows
}
