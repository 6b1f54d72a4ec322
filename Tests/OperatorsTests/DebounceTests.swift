import Concurrency
import Disposables
import Operators
import Promises
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct DebounceTests {
  @Test("a value is passed on when nothing has followed it for the time; the last one before the completion")
  func pauses() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("-a-b---c--d|")
    try expectSignal(source.signal.debounce(2, on: scheduler), sends: "-----b---c-(d|)", on: scheduler)
    let late = try scheduler.cold("-a-----|")
    try expectSignal(late.signal |> debounce(.seconds(2), on: scheduler), sends: "---a---|", on: scheduler)
  }

  @Test("B71: an error comes after the value that was waiting, at once")
  func error() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("-a-b#", error: Failure())
    try expectSignal(
      source.signal |> debounce(2, on: scheduler), sends: "----(b#)", error: Failure(), on: scheduler)
  }

  @Test("B73: ticks that come faster than the pause lead to one value, at the end")
  func fastTicks() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("0123456789|")
    try expectSignal(source.signal.debounce(2, on: scheduler), sends: "----------(9|)", on: scheduler)
  }

  @Test("B70: no value is delivered twice, also when the completion meets the timer")
  func once() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("a-|")
    try expectSignal(source.signal.debounce(2, on: scheduler), sends: "--(a|)-----", on: scheduler)
  }

  @Test("disposal drops what waits, cancels the timer, and frees everything")
  func disposal() {
    let scheduler = TestScheduler()
    let aviary = Aviary()
    let source = Source<Canary, NoError>()
    let disposable = source.signal.debounce(2, on: scheduler).start(next: { _ in
      Issue.record("delivered after disposal")
    })
    source.putNext(aviary.canary())
    source.putNext(aviary.canary())
    #expect(aviary.alive == 1)
    disposable.dispose()
    #expect(aviary.alive == 0)
    #expect(scheduler.pending == 0)
    #expect(source.disposals.value == 1)
  }

  @Test("a value sent from inside the handler starts a new pause")
  func reentrant() {
    let scheduler = TestScheduler()
    let pipe = ValuePipe<Int>()
    let log = Recording<String>()
    let disposable = pipe.signal().debounce(1, on: scheduler).start(next: { value in
      log.append("\(value) at \(scheduler.now)")
      if value < 3 { pipe.putNext(value + 1) }
    })
    pipe.putNext(1)
    scheduler.run()
    #expect(log.elements == ["1 at 1.0", "2 at 2.0", "3 at 3.0"])
    disposable.dispose()
  }
}
