import Concurrency
import Disposables
import Operators
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct TimeSpanTests {
  private let scheduler = TestScheduler()
  private let double: Double = 0.3
  private let int = 2

  @Test("a method takes a time in every form")
  func methods() {
    let source = Signal<Int, NoError>.single(1)
    for (signal, seconds) in [
      (source.delay(0.3, queue: scheduler), 0.3), (source.delay(1, queue: scheduler), 1),
      (source.delay(double, queue: scheduler), 0.3), (source.delay(int, queue: scheduler), 2),
      (source.delay(.seconds(0.3), queue: scheduler), 0.3),
      (source.delay(.milliseconds(300), queue: scheduler), 0.3),
      (source.delay(Duration.seconds(1), queue: scheduler), 1),
      (source.delay(double * 2, queue: scheduler), 0.6), (source.delay(.zero, queue: scheduler), 0),
      (source.delay(.microseconds(5), queue: scheduler), 5e-6),
      (source.delay(1.0 / 4, queue: scheduler), 0.25), (source.delay(-1, queue: scheduler), 0),
      (source.delay(Double.nan, queue: scheduler), 0),
    ] {
      let recorder = Recorder(signal, on: scheduler)
      let beginning = scheduler.now
      scheduler.run()
      #expect(recorder.entries.first.map { abs($0.time - beginning - seconds) < 1e-9 } == true)
    }
    let never = Recorder(source.delay(.infinity, queue: scheduler), on: scheduler)
    scheduler.advance(by: .infinity)
    #expect(never.entries.isEmpty && scheduler.pending == 0)
  }

  @Test("a function for |> takes a time in every form, in one chain")
  func functions() {
    let source = Signal<Int, NoError>.single(1)
    let chain =
      source
      |> delay(0.5, queue: scheduler)
      |> delay(1, queue: scheduler)
      |> delay(double, queue: scheduler)
      |> delay(int, queue: scheduler)
      |> delay(.seconds(0.5), queue: scheduler)
      |> delay(.milliseconds(300), queue: scheduler)
      |> delay(Duration.seconds(1), queue: scheduler)
      |> delay(double * 2, queue: scheduler)
      |> suspendAwareDelay(.seconds(1), granularity: 0.5, queue: scheduler)
      |> timeout(.seconds(60), queue: scheduler, alternate: .complete())
    let recorder = Recorder(chain, on: scheduler)
    scheduler.run()
    #expect(recorder.entries.first.map { abs($0.time - 7.2) < 1e-6 } == true)
  }

  @Test("what is below the operators takes a time in every form")
  func belowOperators() {
    let ran = Counter()
    scheduler.after(1) { ran.increment() }
    scheduler.after(double) { ran.increment() }
    scheduler.after(int) { ran.increment() }
    scheduler.after(.milliseconds(300)) { ran.increment() }
    scheduler.after(1 / 4) { ran.increment() }  // a fourth, and not none: a scheduler takes seconds
    scheduler.advance(by: .milliseconds(250))
    #expect(ran.value == 1)
    scheduler.advance(to: int)
    #expect(ran.value == 5)
    let timer = Timer(timeout: .seconds(1), repeat: false, completion: { ran.increment() }, queue: scheduler)
    timer.start()
    scheduler.advance(by: 1)
    #expect(ran.value == 6)
    let ticks = Recorder(Signal<Int, NoError>.timer(.seconds(1), on: scheduler), on: scheduler)
    scheduler.advance(by: 2 * double)
    scheduler.advance(by: 2.5)
    #expect(ticks.values == [0, 1, 2])
  }
}
