import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite struct ThenTests {
  @Test("then starts the second signal after the first one's completion, and only then")
  func order() {
    let first = Source<Int, Failure>()
    let second = Source<Int, Failure>()
    let log = record(first.signal |> then(second.signal))
    first.put(.next(1))
    #expect(second.starts == 0)
    first.put(.completed)
    #expect(second.starts == 1)
    #expect(first.disposals.value == 1)
    second.put(.next(2), .completed)
    #expect(log.elements == [.next(1), .next(2), .completed])
    #expect(second.disposals.value == 1)
  }

  @Test("then does not start the second signal after an error")
  func error() {
    let first = Source<Int, Failure>()
    let second = Source<Int, Failure>()
    let log = record(first.signal.then(second.signal))
    first.put(.error(Failure()))
    #expect(log.elements == [.error(Failure())])
    #expect(second.starts == 0)
  }

  @Test("disposal reaches whichever signal is running, and starts no other", arguments: [false, true])
  func disposal(inSecond: Bool) {
    let first = Source<Int, NoError>()
    let second = Source<Int, NoError>()
    let disposable = first.signal.then(second.signal).start()
    if inSecond { first.putCompletion() }
    disposable.dispose()
    #expect(first.disposals.value == 1)
    #expect(second.disposals.value == (inSecond ? 1 : 0))
    first.putCompletion()
    #expect(second.starts == (inSecond ? 1 : 0))
  }

  @Test("take ends the first signal, and the second is not started")
  func takeInside() {
    let second = Source<Int, NoError>()
    let log = record(Signal<Int, NoError>.single(1).then(second.signal).take(1))
    #expect(log.elements == [.next(1), .completed])
    #expect(second.starts == 0)
  }

  @Test("B56: a chain of 1,000 thens, built in a loop, sends all values in order")
  func longChain() {
    let signal = (1..<1_000).reduce(Signal<Int, NoError>.single(0)) { $0 |> then(.single($1)) }
    let log = record(signal)
    #expect(log.elements == (0..<1_000).map { .next($0) } + [.completed])
  }
}

@Suite struct CatchTests {
  private struct Other: Error, Equatable {}

  @Test("catch continues with the signal that is made of the error")
  func recovery() {
    let source = Source<Int, Failure>()
    let log: Recording<SignalEvent<Int, NoError>> = record(source.signal |> `catch` { _ in .single(9) })
    source.put(.next(1), .error(Failure()))
    #expect(log.elements == [.next(1), .next(9), .completed])
    #expect(source.disposals.value == 1)
  }

  @Test("catch passes a completion, and the second signal's error")
  func ends() {
    let source = Source<Int, Failure>()
    let log = record(source.signal.catch { _ in Signal<Int, Other>.fail(Other()) })
    let completed = record(Signal<Int, Failure>.complete().catch { _ in Signal<Int, Other>.fail(Other()) })
    source.put(.error(Failure()))
    #expect(log.elements == [.error(Other())])
    #expect(completed.elements == [.completed])
  }

  @Test("disposal inside the function that makes the second signal starts nothing that stays")
  func disposalInsideFunction() {
    let source = Source<Int, Failure>()
    let second = Source<Int, NoError>()
    let disposable = MetaDisposable()
    disposable.set(
      source.signal.catch { _ in
        disposable.dispose()
        return second.signal
      }.start(next: { _ in Issue.record("a value after disposal") }))
    source.put(.error(Failure()))
    second.putNext(1)
    #expect(second.starts == second.disposals.value)
  }
}
