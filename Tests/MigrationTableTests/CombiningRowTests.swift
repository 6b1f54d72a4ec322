import SignalKit
import SignalTesting
import Testing

@Suite struct CombiningRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift combineLatest | ReactiveSwift combineLatest | Combine combineLatest
  // rows: ReactiveCocoa combineLatest: | AsyncSequence combineLatest
  @Test("combineLatest completes with its last input, zip as soon as no pair can come")
  func combineAndZip() throws {
    let (first, second) = (try letters("-a|"), try letters("--1---2-|"))
    let values: [Character: String] = ["A": "a1", "B": "a2"]
    try expectSignal(
      combineLatest(first, second).map { $0 + $1 }, sends: "--A---B-|", values: values, on: queue)
    try expectSignal(zip(first, second).map { $0 + $1 }, sends: "--(A|)", values: values, on: queue)
    let waits = zip(.sequence(1...1_000), second).map { "\($0)\($1)" }
    try expectSignal(waits, sends: "--A---B-|", values: ["A": "11", "B": "22"], on: queue)
    let none = try letters("-|")
    try expectSignal(combineLatest(none, second).map { $0 + $1 }, sends: "--------|", on: queue)
    try expectSignal(zip(none, second).map { $0 + $1 }, sends: "-|", on: queue)
  }
  // end rows

  // rows: RxSwift merge | Combine merge | ReactiveSwift merge | ReactiveCocoa merge:
  // rows: AsyncSequence chain
  @Test("merge runs all at once, concat and then one after the other")
  func mergeAndConcat() throws {
    let (first, second) = (try letters("-a--b|"), try letters("--c|"))
    try expectSignal(merge(first, second), sends: "-ac-b|", on: queue)
    try expectSignal(concat([first, second]), sends: "-a--b--c|", on: queue)
    try expectSignal(first.then(second), sends: "-a--b--c|", on: queue)
  }
  // end rows

  // rows: RxSwift amb | Combine append
  @Test("race follows the first that sends anything; then continues after a completion")
  func raceAndThen() throws {
    let (first, second) = (try letters("--a-a|"), try letters("-b--b-|"))
    try expectSignal(race([first, second]), sends: "-b--b-|", on: queue)
    try expectSignal(first.then(second), sends: "--a-a-b--b-|", on: queue)
  }
  // end rows

  // rows: ReactiveSwift flatten(.race)
  @Test("race takes its signals as an array; those that a signal sends have to be all there")
  func flattenRace() throws {
    let (first, second) = (try letters("--a-a|"), try letters("-b--b-|"))
    try expectSignal(race([first, second]), sends: "-b--b-|", on: queue)
    let signals = try letters("-1-2-|").map { $0 == "1" ? first : second }
    try expectSignal(signals.collect().mapToSignal { race($0) }, sends: "------b--b-|", on: queue)
  }
  // end rows

  // rows: RxSwift withLatestFrom | ReactiveSwift withLatest(from:)
  @Test("a pair, of which one may be left")
  func withLatestFrom() throws {
    let second = try letters("-a-b-")
    try expectSignal(
      letters("--1-2-|").withLatestFrom(second).map { $0 + $1 }, sends: "--A-B-|",
      values: ["A": "1a", "B": "2b"], on: queue)
    try expectSignal(
      letters("--1-2-|").withLatestFrom(second).map { $0.1 }, sends: "--a-b-|", on: queue)
  }
  // end rows

  // rows: RxSwift startWith | ReactiveSwift prefix | Combine prepend | ReactiveCocoa startWith:
  @Test("values first, or a signal first")
  func startWith() throws {
    let signal = try letters("--a-|")
    try expectSignal(signal.start(with: ["x"]), sends: "x-a-|", on: queue)
    let other = try letters("-x|")
    try expectSignal(other.then(signal), sends: "-x--a-|", on: queue)
  }
  // end rows

  // rows: ReactiveSwift then | ReactiveCocoa then:
  @Test("then passes on the values of the first signal, too, unless they are dropped")
  func thenAlone() throws {
    let (first, second) = (try numbers("-1-2|"), try letters("-a|"))
    try expectSignal(letters("-x-|").then(second), sends: "-x--a|", on: queue)
    try expectSignal(first.compactMap { _ in nil }.then(second), sends: "-----a|", on: queue)
    let failed = try failing("-x-#").compactMap { _ in nil }.then(second.castError(Failure.self))
    try expectSignal(failed, sends: "---#", error: Failure(), on: queue)
  }
  // end rows

  // rows: ReactiveCocoa concat:
  @Test("then continues after a completion, and not after an error")
  func thenAfterACompletion() throws {
    let second = try failing("-b|")
    try expectSignal(failing("-a|").then(second), sends: "-a-b|", on: queue)
    try expectSignal(failing("-a#").then(second), sends: "-a#", error: Failure(), on: queue)
  }
  // end rows

  // rows: RxSwift flatMap | ReactiveSwift flatMap(.merge) | Combine flatMap(maxPublishers:)
  // rows: ReactiveCocoa flattenMap:
  @Test("all inner signals at once, or a number of them")
  func merged() throws {
    let signals = try letters("-1-2|")
    let inner = try letters("a--b|")
    try expectSignal(signals.mapToMerged { _ in inner }, sends: "-a-ab-b|", on: queue)
    try expectSignal(signals.map { _ in inner }.flatten(maxConcurrent: 1), sends: "-a--ba--b|", on: queue)
    try expectSignal(signals.mapToMerged(maxConcurrent: 1) { _ in inner }, sends: "-a--ba--b|", on: queue)
  }
  // end rows

  // rows: RxSwift flatMapLatest | ReactiveSwift flatMap(.latest) | Combine switchToLatest
  // rows: ReactiveCocoa switchToLatest | AsyncSequence flatMapLatest
  @Test("the newest inner signal alone; the end comes with that of both")
  func latest() throws {
    let signals = try letters("-1-2|")
    let inner = try letters("a--b|")
    try expectSignal(signals.mapToSignal { _ in inner }, sends: "-a-a--b|", on: queue)
    try expectSignal(signals.map { _ in inner }.switchToLatest(), sends: "-a-a--b|", on: queue)
  }
  // end rows

  // rows: RxSwift concatMap | ReactiveSwift flatMap(.concat) | AsyncSequence flatMap | ReactiveCocoa concat
  @Test("one inner signal after the other, all of them")
  func queued() throws {
    let signals = try letters("-1-2|")
    let inner = try letters("a---b|")
    try expectSignal(signals.mapToQueue { _ in inner }, sends: "-a---ba---b|", on: queue)
    try expectSignal(signals.map { _ in inner }.queue(), sends: "-a---ba---b|", on: queue)
  }
  // end rows

  // rows: RxSwift flatMapFirst | ReactiveSwift flatMap(.throttle)
  @Test("what arrives while an inner signal runs is dropped")
  func first() throws {
    let signal = try letters("-1-2---3|").mapToFirst { [inner = try letters("-x-y|")] _ in inner }
    try expectSignal(signal, sends: "--x-y---x-y|", on: queue)
  }
  // end rows
}
