import SignalKit
import SignalTesting
import Testing

@Suite struct EndsRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift catch | ReactiveSwift flatMapError | Combine catch | ReactiveCocoa catch:
  @Test("another signal, or a value, after an error; what can't fail any more says so in its type")
  func catching() throws {
    let other = try letters("-b|")
    let recovered: Signal<String, NoError> = try failing("-a#").catch { _ in other }
    try expectSignal(recovered, sends: "-a-b|", on: queue)
    let replaced: Signal<String, NoError> = try failing("-a#").replaceError(with: "x")
    try expectSignal(replaced, sends: "-a(x|)", on: queue)
  }
  // end rows

  // rows: RxSwift ifEmpty(default:) | Combine replaceEmpty
  @Test("something else after a completion without a value")
  func ifEmpty() throws {
    let other = try letters("-b|")
    try expectSignal(letters("--|").ifEmpty(.single("x")), sends: "--(x|)", on: queue)
    try expectSignal(letters("--|").ifEmpty(other), sends: "---b|", on: queue)
    try expectSignal(letters("-a|").ifEmpty(other), sends: "-a|", on: queue)
  }
  // end rows

  // rows: RxSwift retry(_:) | Combine retry | ReactiveSwift retry(upTo:) | ReactiveCocoa retry:
  @Test("the number is of further attempts, and there may be pauses")
  func retry() throws {
    try expectSignal(failing("-a#").retry(1), sends: "-a-a#", error: Failure(), on: queue)
    let backoff = Backoff(3, factor: 1, jitter: 0)
    try expectSignal(
      failing("-a#").retry(1, backoff: backoff, on: queue), sends: "-a----a#", error: Failure(), on: queue)
    try expectSignal(failing("-a#").restartIfError(), sends: "-a-a-a!", on: queue)
  }
  // end rows

  // rows: RxSwift do(onNext:) | ReactiveSwift on(value:) | Combine handleEvents | ReactiveCocoa doNext:
  @Test("a closure of its own for each moment")
  func hooks() throws {
    let log = Atomic<[String]>(value: [])
    @Sendable func note(_ text: String) { log.modify { $0 + [text] } }
    let signal = try letters("-a|")
      .beforeStarted { note("starts") }
      .beforeNext { note("before \($0)") }
      .afterNext { note("after \($0)") }
      .beforeCompleted { note("completes") }
      .afterDisposed { note("over") }
    signal.start(next: note, completed: { note("|") })
    queue.run()
    #expect(log.with { $0 } == ["starts", "before a", "a", "after a", "completes", "|", "over"])
  }
  // end rows

  // rows: RxSwift debug | ReactiveSwift logEvents | Combine print | ReactiveCocoa logAll
  @Test("trace tells what happens, wherever it is told to")
  func trace() throws {
    let lines = Atomic(value: 0)
    let signal = try letters("-a|").trace("letters", to: { _ in lines.modify { $0 + 1 } })
    try expectSignal(signal, sends: "-a|", on: queue)
    #expect(lines.with { $0 } >= 3)
  }
  // end rows
}
