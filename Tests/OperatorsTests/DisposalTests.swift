import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite struct DisposalTests {
  @Test("disposal inside next: no completion follows, also where one operator sends both", arguments: [1, 2])
  func disposalInsideLastValue(count: Int) {
    let pipe = ValuePipe<Int>()
    let disposable = MetaDisposable()
    let log = Recording<Int>()
    disposable.set(
      pipe.signal().take(count).start(
        next: { value in
          log.append(value)
          if value == count { disposable.dispose() }
        },
        completed: { Issue.record("completed after disposal") }))
    for value in 1...3 { pipe.putNext(value) }
    #expect(log.elements == Array(1...count))
  }

  @Test(
    "disposal inside next: a second signal that sends while it starts is stopped", arguments: [false, true])
  func disposalInsideSecondSignal(caught: Bool) {
    let burst = Signal<Int, Failure> { subscriber in
      for value in 1...3 { subscriber.putNext(value) }
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let first = Source<Int, Failure>()
    let disposable = MetaDisposable()
    let log = Recording<Int>()
    disposable.set(
      (caught ? first.signal.catch { _ in burst } : first.signal.then(burst)).start(
        next: { value in
          log.append(value)
          disposable.dispose()
        },
        completed: { Issue.record("completed after disposal") }))
    first.put(caught ? .error(Failure()) : .completed)
    #expect(log.elements == [1])
  }
}
