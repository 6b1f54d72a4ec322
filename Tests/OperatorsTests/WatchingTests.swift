import Disposables
import Operators
import Signals
import TestSupport
import Testing

@Suite struct TraceTests {
  private let lines = Recording<String>()

  /// What happened, without the time, the thread and the number of the start.
  private var events: [String] {
    lines.elements.map { line in String(line.split(separator: " ", maxSplits: 3)[3]) }
  }

  @Test("every event, start and disposal is a line, with time, thread, name and place")
  func format() {
    let line = #line + 1
    let signal = Signal<Int, Failure>.single(1) |> trace("one", to: { [lines] in lines.append($0) })
    signal.start()
    #expect(events == ["started", "next(1)", "completed"].map { "\($0)  WatchingTests.swift:\(line)" })
    let form = /\d\d:\d\d:\d\d\.\d\d\d (main|\d+) one#\d+ .*/
    for line in lines.elements { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
  }

  @Test("a disposal is a line only if it ends the subscription; an error is one")
  func ends() {
    let source = Source<Int, Failure>()
    let signal = source.signal.trace("s", to: { [lines] in lines.append($0) }, file: "M/File.swift", line: 7)
    let first = signal.start()
    first.dispose()
    first.dispose()
    let second = signal.start()
    source.put(.error(Failure()))
    second.dispose()
    #expect(
      events == ["started", "disposed", "started", "error(Failure())"].map { "\($0)  File.swift:7" })
    let numbers = Set(lines.elements.map { $0.split(separator: " ")[2] })
    #expect(numbers.count == 2, "each start has a number")
  }

  @Test("where all lines go can be replaced")
  func output() async {
    await #expect(processExitsWith: .success) {
      let lines = Recording<String>()
      TraceOutput.handler = { lines.append($0) }
      Signal<Int, NoError>.complete().trace("t").start()
      precondition(lines.elements.count == 2)
      TraceOutput.handler = nil
      Signal<Int, NoError>.complete().trace("t").start()
      precondition(lines.elements.count == 2)
    }
  }
}

@Suite struct WithStateTests {
  @Test("each start has a state of its own, which the closures get before the event is passed on")
  func states() {
    let made = Counter()
    let log = Recording<String>()
    let source = Source<Int, Failure>()
    let signal = withState(
      source.signal, { made.increment() }, next: { log.append("next \($0) in \($1)") },
      error: { _, state in log.append("error in \(state)") }, completed: { log.append("completed in \($0)") },
      disposed: { log.append("disposed in \($0)") })
    signal.start(next: { log.append("delivered \($0)") }, completed: { log.append("end") })
    source.put(.next(5), .completed)
    signal.start(error: { _ in log.append("failed") })
    source.put(.error(Failure()))
    let third =
      (source.signal |> withState({ made.increment() }, disposed: { log.append("disposed in \($0)") }))
      .start()
    third.dispose()
    third.dispose()
    #expect(
      log.elements == [
        "next 5 in 1", "delivered 5", "completed in 1", "end", "disposed in 1", "error in 2", "failed",
        "disposed in 2",
        "disposed in 3",
      ])
  }
}

@Suite struct ReduceLeftTests {
  @Test("the last state comes before the completion, and none with an error")
  func last() {
    #expect(
      record(Signal<Int, NoError>.sequence([1, 2, 3]) |> reduceLeft(value: 10, f: +)).elements == [
        .next(16), .completed,
      ])
    #expect(
      record(Signal<Int, NoError>.complete().reduceLeft(value: 10, f: +)).elements == [.next(10), .completed])
    #expect(
      record(Signal<Int, Failure>.fail(Failure()).reduceLeft(value: 10, f: +)).elements == [.error(Failure())]
    )
  }

  @Test("steps may send, any number of times, and stop when nobody wants more")
  func emitting() {
    let steps = Counter()
    let signal =
      Signal<Int, NoError>.sequence(1...)
      |> reduceLeft(value: 0) { sum, value, emit in
        steps.increment()
        emit(sum)
        emit(-value)
        return sum + value
      }
    #expect(record(signal.take(3)).elements == [.next(0), .next(-1), .next(1), .completed])
    #expect(steps.value == 2)
  }

  @Test("steps that are signals run one at a time, each with the state in which the last one has ended")
  func signals() {
    let steps = Recording<[Int]>()
    let inner = Source<(Int, Passthrough<Int>), Failure>()
    let outer = Source<Int, Failure>()
    let log = record(
      outer.signal
        |> reduceLeft(100) { state, value in
          steps.append([state, value])
          return inner.signal
        })
    outer.put(.next(1), .next(2), .completed)
    #expect(steps.elements == [[100, 1]])
    inner.put(.next((101, .none)), .next((102, .some(7))), .completed)
    #expect(steps.elements == [[100, 1], [102, 2]])
    inner.put(.next((103, .Some(8))), .next((104, .None)), .completed)
    #expect(log.elements == [.next(7), .next(8), .next(104), .completed])
  }
}
