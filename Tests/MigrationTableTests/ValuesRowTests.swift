import SignalKit
import SignalTesting
import Testing

@Suite struct ValuesRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift map | ReactiveSwift map | Combine map | ReactiveCocoa map: | AsyncSequence map
  @Test("map, compactMap")
  func maps() throws {
    try expectSignal(
      letters("-a-b-|").map { $0 + $0 }.map { String($0.prefix(1)) }, sends: "-a-b-|", on: queue)
    try expectSignal(letters("-a-1-|").compactMap { Int($0) }, sends: "---1-|", values: digits, on: queue)
  }
  // end rows

  // rows: RxSwift scan | ReactiveSwift scan | Combine scan | ReactiveCocoa scanWithStart:reduce:
  // rows: AsyncSequence reductions(_:_:)
  @Test("scan sends each step, reduce and collect the last one, at the completion")
  func scans() throws {
    let signal = try numbers("-1-2-3-|")
    try expectSignal(signal.scan(0) { $0 + $1 }, sends: "-1-3-6-|", values: digits, on: queue)
    try expectSignal(signal.reduce(0) { $0 + $1 }, sends: "-------(6|)", values: digits, on: queue)
    try expectSignal(signal.collect(), sends: "-------(A|)", values: ["A": [1, 2, 3]], on: queue)
  }
  // end rows

  // rows: RxSwift enumerated
  @Test("enumerated numbers from 0 on; ends become values and back")
  func enumerated() throws {
    let numbered = try letters("-a-b-|").enumerated().map { "\($0.offset)\($0.element)" }
    try expectSignal(numbered, sends: "-A-B-|", values: ["A": "0a", "B": "1b"], on: queue)
    try expectSignal(
      failing("-a-#").materialize(), sends: "-A-(E|)",
      values: ["A": .next("a"), "E": .error(Failure())], on: queue)
    try expectSignal(
      failing("-a-#").materialize().dematerialize(), sends: "-a-#", error: Failure(), on: queue)
  }
  // end rows

  // rows: ReactiveSwift materialize | ReactiveCocoa materialize
  @Test("ends become values, and back")
  func materialize() throws {
    try expectSignal(
      failing("-a-#").materialize(), sends: "-A-(E|)",
      values: ["A": .next("a"), "E": .error(Failure())], on: queue)
    try expectSignal(
      failing("-a-#").materialize().dematerialize(), sends: "-a-#", error: Failure(), on: queue)
  }
  // end rows

  // rows: ReactiveSwift mapError | Combine mapError | AsyncSequence mapError
  @Test("an error becomes another, or gets a type where there is none")
  func errors() throws {
    try expectSignal(
      failing("-a-#").mapError { _ in "broken" }, sends: "-a-#", error: "broken", on: queue)
    try expectSignal(letters("-a-|").castError(Failure.self), sends: "-a-|", on: queue)
  }
  // end rows

  // rows: RxSwift buffer(timeSpan:count:scheduler:) | ReactiveSwift collect(every:)
  // rows: Combine collect(.byTime) | ReactiveCocoa bufferWithTime:onScheduler:
  // rows: AsyncSequence chunks(ofCount:or:)
  @Test(
    "an interval begins with the first value of an array; no array is empty, and nothing is lost at the end")
  func buffer() throws {
    try expectSignal(
      letters("-ab-------c-|").buffer(3, on: queue), sends: "----X-------(Y|)",
      values: ["X": ["a", "b"], "Y": ["c"]], on: queue)
    try expectSignal(
      letters("-a-b-c-|").buffer(count: 2), sends: "---X---(Y|)",
      values: ["X": ["a", "b"], "Y": ["c"]], on: queue)
  }
  // end rows

  // rows: ReactiveSwift collect(count:) | Combine collect(_:) | AsyncSequence chunks(ofCount:)
  @Test("arrays of a size; what is left comes with the completion")
  func bufferByCount() throws {
    try expectSignal(
      letters("-a-b-c-|").buffer(count: 2), sends: "---X---(Y|)",
      values: ["X": ["a", "b"], "Y": ["c"]], on: queue)
  }
  // end rows

  // rows: RxSwift pairwise | ReactiveSwift combinePrevious | AsyncSequence adjacentPairs
  // rows: ReactiveCocoa combinePreviousWithStart:reduce:
  @Test("a pair from the second value on; with a first value put before, from the first on")
  func pairwise() throws {
    let pairs = try letters("-a-b-c-|").pairwise().map { $0 + $1 }
    try expectSignal(pairs, sends: "---X-Y-|", values: ["X": "ab", "Y": "bc"], on: queue)
    let more = try letters("-a-|").start(with: ["x"]).pairwise().map { $0 + $1 }
    try expectSignal(more, sends: "-X-|", values: ["X": "xa"], on: queue)
  }
  // end rows

  // rows: RxSwift filter | ReactiveSwift filter | Combine filter | ReactiveCocoa filter:
  // rows: AsyncSequence filter
  @Test("filter, distinctUntilChanged, ignoreValues")
  func filters() throws {
    try expectSignal(letters("-a-b-a-|").filter { $0 == "a" }, sends: "-a---a-|", on: queue)
    try expectSignal(letters("-a-a-b-|").distinctUntilChanged(), sends: "-a---b-|", on: queue)
    let none = try letters("-a-b-|").ignoreValues()
    #expect(Recorder(none, on: queue).events.isEmpty)
  }
  // end rows

  // rows: AsyncSequence compacted
  @Test("values without the nil ones")
  func compacted() throws {
    let signal: Signal<String?, NoError> = .sequence(["a", nil, "b"])
    try expectSignal(signal.compactMap { $0 }, sends: "(ab|)", on: queue)
  }
  // end rows

  // rows: AsyncSequence interspersed(with:)
  @Test("something between each two values")
  func interspersed() throws {
    let signal = try letters("-a----b----|").mapToQueue { .sequence(["x", $0]) }.skip(1)
    try expectSignal(signal, sends: "-a----(xb)-|", on: queue)
  }
  // end rows

  // rows: RxSwift take(_:) | ReactiveSwift take(first:) | Combine prefix | ReactiveCocoa take:
  // rows: AsyncSequence prefix
  @Test("some of the first values, or of the last")
  func takes() throws {
    try expectSignal(letters("-a-b-c-|").take(2), sends: "-a-(b|)", on: queue)
    try expectSignal(letters("-a-b-a-|").take(while: { $0 == "a" }), sends: "-a-|", on: queue)
    try expectSignal(letters("-a-b-c-|").takeLast(2), sends: "-------(bc|)", on: queue)
  }
  // end rows

  // rows: RxSwift take(until:) | Combine prefix(untilOutputFrom:)
  @Test("a trigger's value completes the signal, its error is passed on, its completion changes nothing")
  func takeUntil() throws {
    let trigger = try letters("----x|")
    try expectSignal(letters("-a-b-c-|").take(untilSignal: trigger), sends: "-a-b|", on: queue)
    let last = try letters("-a-b-c-|")
      .take(until: { SignalTakeAction(passthrough: true, complete: $0 == "b") })
    try expectSignal(last, sends: "-a-(b|)", on: queue)
    try expectSignal(letters("-a-b-c-|").take(untilSignal: letters("--|")), sends: "-a-b-c-|", on: queue)
    try expectSignal(
      letters("-a-b-").castError(Failure.self).take(untilSignal: failing("--#")), sends: "-a#",
      error: Failure(), on: queue)
  }
  // end rows

  // rows: ReactiveSwift take(until:) | ReactiveCocoa takeUntil:
  @Test("the trigger's completion counts if it is made a value")
  func takeUntilCompletion() throws {
    let trigger = try letters("--|")
    try expectSignal(letters("-a-b-|").take(untilSignal: trigger), sends: "-a-b-|", on: queue)
    try expectSignal(
      letters("-a-b-|").take(untilSignal: trigger.materialize()), sends: "-a|", on: queue)
  }
  // end rows

  // rows: RxSwift take(for:scheduler:)
  @Test("values of a span of time")
  func takeFor() throws {
    let limit = Signal<Int, NoError>.timer(after: 4, on: queue)
    try expectSignal(letters("-a-b-c-|").take(untilSignal: limit), sends: "-a-b|", on: queue)
  }
  // end rows

  // rows: RxSwift first()
  @Test("first completes without a value if there is none; last sends an optional one")
  func firstOrNil() throws {
    try expectSignal(letters("--|").first(), sends: "--|", on: queue)
    try expectSignal(letters("--|").take(1).last(), sends: "--(N|)", values: ["N": String?.none], on: queue)
    try expectSignal(letters("-a-b-|").take(1).last(), sends: "-(a|)", values: ["a": "a"], on: queue)
  }
  // end rows

  // rows: RxSwift element(at:)
  @Test("a signal that is too short completes, without an error")
  func elementAt() throws {
    try expectSignal(letters("-a-b-c-|").element(at: 1), sends: "---(b|)", on: queue)
    try expectSignal(letters("-a-|").element(at: 1), sends: "---|", on: queue)
  }
  // end rows

  // rows: Combine first
  @Test("first and element(at:) complete without a value if there is none; last sends an optional one")
  func firstAndLast() throws {
    try expectSignal(letters("-a-b-|").first(), sends: "-(a|)", on: queue)
    try expectSignal(letters("-a-1-2-|").filter { Int($0) != nil }.first(), sends: "---(1|)", on: queue)
    try expectSignal(letters("-a-|").element(at: 1), sends: "---|", on: queue)
    try expectSignal(letters("-a-b-|").takeLast(1), sends: "-----(b|)", on: queue)
    try expectSignal(letters("--|").takeLast(1), sends: "--|", on: queue)
    try expectSignal(letters("--|").last(), sends: "--(N|)", values: ["N": String?.none], on: queue)
  }
  // end rows

  // rows: Combine output(in:)
  @Test("a range of values")
  func outputIn() throws {
    try expectSignal(letters("-a-b-c-d-|").skip(1).take(2), sends: "---b-(c|)", on: queue)
  }
  // end rows

  // rows: RxSwift skip(_:) | ReactiveSwift skip(first:) | Combine dropFirst | ReactiveCocoa skip:
  // rows: AsyncSequence dropFirst
  @Test("without some of the first values")
  func skips() throws {
    try expectSignal(letters("-a-b-c-|").skip(1), sends: "---b-c-|", on: queue)
    try expectSignal(letters("-a-b-a-|").skip(while: { $0 == "a" }), sends: "---b-a-|", on: queue)
  }
  // end rows

  // rows: RxSwift skip(until:) | Combine drop(untilOutputFrom:)
  @Test("without a value of the trigger nothing is passed on but the end")
  func skipUntil() throws {
    let trigger = try letters("--x|")
    try expectSignal(letters("-a-b-c-|").skip(untilSignal: trigger), sends: "---b-c-|", on: queue)
    try expectSignal(letters("-a-b-c-|").skip(untilSignal: letters("--|")), sends: "-------|", on: queue)
  }
  // end rows

  // rows: ReactiveSwift skip(until:) | ReactiveCocoa skipUntilBlock:
  @Test("the trigger's completion opens if it is made a value; the signal runs from the start on")
  func skipUntilCompletion() throws {
    let trigger = try letters("--|")
    let source = try queue.cold("-a-b-|")
    try expectSignal(source.signal.skip(untilSignal: letters("--x")), sends: "---b-|", on: queue)
    #expect(source.subscriptions.map(\.start) == [0])
    try expectSignal(letters("-a-b-|").skip(untilSignal: trigger), sends: "-----|", on: queue)
    try expectSignal(
      letters("-a-b-|").skip(untilSignal: trigger.materialize()), sends: "---b-|", on: queue)
    try expectSignal(letters("-a-b-a-|").skip(while: { $0 != "b" }), sends: "---b-a-|", on: queue)
  }
  // end rows
}
