import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite struct TransformingTests {
  @Test("map passes on what the function makes, and the end as it is")
  func map() {
    let source = Source<Int, Failure>()
    let log = record(source.signal |> Operators.map { "\($0 * 10)" })
    source.put(.next(1), .next(2), .error(Failure()))
    #expect(log.elements == [.next("10"), .next("20"), .error(Failure())])
    #expect(record(Signal<Int, NoError>.single(1).map { -$0 }).elements == [.next(-1), .completed])
  }

  @Test("filter passes on what fulfils the condition, and the end as it is")
  func filter() {
    let source = Source<Int, Failure>()
    let log = record(source.signal |> Operators.filter { $0 % 2 == 0 })
    source.put(.next(1), .next(2), .next(3), .next(4), .completed)
    #expect(log.elements == [.next(2), .next(4), .completed])
    #expect(record(Signal<Int, NoError>.single(1).filter { _ in false }).elements == [.completed])
  }
}

@Suite final class FilteringTests: Sendable {
  private let subscriptions = DisposableSet()

  deinit {
    subscriptions.dispose()
  }

  @Test("take passes on that many values, completes, and disposes of its source")
  func take() {
    let source = Source<Int, NoError>()
    let log = record(source.signal |> Operators.take(2))
    source.put(.next(1), .next(2))
    #expect(log.elements == [.next(1), .next(2), .completed])
    #expect(source.disposals.value == 1)
    source.put(.next(3), .completed)
    #expect(log.elements.count == 3)
  }

  @Test("take passes on an end that comes earlier")
  func takeEarlyEnd() {
    let source = Source<Int, Failure>()
    let log = record(source.signal.take(2))
    source.put(.next(1), .error(Failure()))
    #expect(log.elements == [.next(1), .error(Failure())])
  }

  @Test("take(0) completes without starting its source")
  func takeNone() {
    let source = Source<Int, NoError>()
    #expect(record(source.signal.take(0)).elements == [.completed])
    #expect(source.starts == 0)
  }

  @Test(
    "distinctUntilChanged compares with the value that it has passed on last, and not with one that it has dropped"
  )
  func distinctComparesWithPassedOn() {
    let near = Signal<Int, NoError>.sequence([1, 2, 3, 4, 6]).distinctUntilChanged { abs($0 - $1) < 2 }
    #expect(record(near).elements == [.next(1), .next(3), .next(6), .completed])
  }

  @Test("a negative number stops a debug build")
  func takeNegative() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, NoError>.never().take(-1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("take(-1)"))
  }

  @Test("B58, B59: take is exact when its handler causes more values", arguments: [1, 10])
  func takeReentered(count: Int) {
    let pipe = ValuePipe<Int>()
    let log = Recording<SignalEvent<Int, NoError>>()
    subscriptions.add(
      (pipe.signal() |> Operators.take(count)).start(
        next: { value in
          log.append(.next(value))
          pipe.putNext(value + 1)
          pipe.putNext(value + 1)
        },
        completed: { log.append(.completed) }))
    pipe.putNext(1)
    #expect(log.elements.count == count + 1)
    #expect(log.elements.last == .completed)
  }

  @Test("B35: take stops a source that sends without an end while it starts")
  func takeEndless() {
    let endless = Signal<Int, NoError> { subscriber in
      while subscriber.isActive { subscriber.putNext(1) }
      return EmptyDisposable
    }
    let log = record(endless |> Operators.map { $0 + 1 } |> Operators.take(3))
    #expect(log.elements == [.next(2), .next(2), .next(2), .completed])
  }

  @Test("a take behind a take completes once")
  func takeTwice() {
    let pipe = ValuePipe<Int>()
    let log = record(pipe.signal().take(2).take(2))
    for value in 1...4 { pipe.putNext(value) }
    #expect(log.elements == [.next(1), .next(2), .completed])
    let fewer = record(pipe.signal().take(3).take(1))
    pipe.putNext(5)
    #expect(fewer.elements == [.next(5), .completed])
  }

  @Test("distinctUntilChanged drops repetitions, in both forms")
  func distinct() {
    let pipe = ValuePipe<Int>()
    let log = record(pipe.signal() |> distinctUntilChanged)
    let parity = record(pipe.signal() |> distinctUntilChanged(isEqual: { $0 % 2 == $1 % 2 }))
    for value in [1, 1, 3, 2, 2, 4, 1] { pipe.putNext(value) }
    #expect(log.elements == [1, 3, 2, 4, 1].map { .next($0) })
    #expect(parity.elements == [1, 2, 1].map { .next($0) })
  }

  @Test("B92: isEqual runs under no lock: it may send into the same pipe")
  func distinctCallsBack() {
    let pipe = ValuePipe<Int>()
    let log = record(
      pipe.signal().distinctUntilChanged(isEqual: { a, b in
        if b == 1 { pipe.putNext(2) }
        return a == b
      }).take(3))
    pipe.putNext(0)
    pipe.putNext(1)
    #expect(log.elements == [.next(0), .next(1), .next(2), .completed])
  }

  @Test("B65, B72: each start has a state of its own")
  func stateOfItsOwn() {
    let pipe = ValuePipe<Int>()
    let signal = pipe.signal() |> distinctUntilChanged |> Operators.take(2)
    let first = record(signal)
    pipe.putNext(1)
    let second = record(signal)
    for value in [1, 2, 3] { pipe.putNext(value) }
    #expect(first.elements == [.next(1), .next(2), .completed])
    #expect(second.elements == [.next(1), .next(2), .completed])
  }
}
