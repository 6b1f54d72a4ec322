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

/// What a part has returned is disposed of, and what that captured is freed, before the next part begins.
@Suite struct HandoverTests {
  enum Way: String, CaseIterable, Sendable, CustomStringConvertible {
    case then, concat, `catch`, ifEmpty, mapToQueue, mapToThrottled, mapToSignal, restart, retry

    /// Runs two parts one after the other; the first ends as the way asks for.
    func sequence(of part: @escaping @Sendable (Int, SignalEvent<Int, Failure>) -> Signal<Int, Failure>)
      -> Signal<Int, Failure>
    {
      let starts = Counter()
      let next = Signal<Signal<Int, Failure>, Failure> { [self] subscriber in
        subscriber.putNext(part(starts.increment(), self == .retry ? .error(Failure()) : .completed))
        subscriber.putCompletion()
        return EmptyDisposable
      }.queue()
      return switch self {
      case .then: part(1, .completed).then(part(2, .completed))
      case .concat: Operators.concat([part(1, .completed), part(2, .completed)])
      case .catch: part(1, .error(Failure())).catch { _ in part(2, .completed) }
      case .ifEmpty: part(1, .completed).ifEmpty(part(2, .completed))
      case .mapToQueue: Signal.sequence([1, 2]).mapToQueue { part($0, .completed) }
      case .mapToThrottled: Signal.sequence([1, 2]).mapToThrottled { part($0, .completed) }
      case .mapToSignal: Signal.sequence([1, 2]).mapToSignal { part($0, .completed) }
      case .restart: next.restart()
      case .retry: next.retry(1)
      }
    }

    var description: String { rawValue }
  }

  /// - Parameter late: Whether a part ends when its generator has returned, or while it runs.
  @Test(
    "what a part has returned is disposed of before the next begins", arguments: Way.allCases, [false, true])
  func disposedOfBefore(_ way: Way, late: Bool) {
    let log = Recording<String>()
    let aviary = Aviary()
    let ends = Recording<@Sendable () -> Void>()
    let signal = way.sequence { number, end in
      Signal { subscriber in
        log.append("begin \(number), \(aviary.alive) alive")
        let canary = aviary.canary()
        if late {
          ends.append { subscriber.put(event: end) }
        } else if number == 1 {
          subscriber.put(event: end)
        }
        return ActionDisposable {
          canary.sing()
          log.append("stop \(number)")
        }
      }
    }
    let subscription = signal.start()
    if late { ends.elements[0]() }
    subscription.dispose()
    #expect(log.elements == ["begin 1, 0 alive", "stop 1", "begin 2, 0 alive", "stop 2"])
    ends.removeAll()
  }
}

@Suite struct StartingOrderTests {
  @Test("what waits is started in its order, also when two threads end two that run", arguments: [2, 5])
  func order(limit: Int) {
    let count = stressRuns(30_000)
    let outer = Slot<Subscriber<Int, NoError>>()
    let (started, running, done) = (Recording<Int>(), Recording<Subscriber<Int, NoError>>(), Latch())
    let taken = Counter()
    Signal<Int, NoError> { subscriber in
      outer.exchange(subscriber)
      return EmptyDisposable
    }.mapToMerged(maxConcurrent: limit) { number in
      Signal<Int, NoError> { subscriber in
        started.append(number)
        running.append(subscriber)
        return EmptyDisposable
      }
    }.start(completed: { done.open() })
    concurrently(3) { thread in
      if thread == 0 {
        for number in 0..<count { outer.value?.putNext(number) }
        outer.value?.putCompletion()
      } else {
        while true {
          let number = taken.increment() - 1
          if number >= count { return }
          while running.count <= number { yieldThread() }
          running.element(at: number).putCompletion()
        }
      }
    }
    outer.exchange(nil)
    #expect(done.wait())
    #expect(started.elements == Array(0..<count))
    running.removeAll()
  }
}
