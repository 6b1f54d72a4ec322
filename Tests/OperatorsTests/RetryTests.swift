import Concurrency
import Disposables
import Operators
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct RetryTests {
  private let scheduler = TestScheduler()

  /// A signal that fails as often as a counter says.
  private func failing(_ starts: Counter, times: Int = .max) -> Signal<Int, Failure> {
    Signal { subscriber in
      subscriber.put(event: starts.increment() <= times ? .error(Failure()) : .completed)
      return EmptyDisposable
    }
  }

  @Test("B64: maxRetries n makes n + 1 starts", arguments: [0, 1, 2, 3])
  func starts(maxRetries: Int) {
    let (plain, growing, backingOff) = (Counter(), Counter(), Counter())
    #expect(record(failing(plain).retry(maxRetries)).elements == [.error(Failure())])
    let log = record(
      failing(growing)
        |> retry(delayIncrement: 1, maxDelay: 10, maxRetries: maxRetries, onQueue: scheduler))
    let third = record(failing(backingOff) |> retry(maxRetries, backoff: Backoff(1), on: scheduler))
    scheduler.run()
    #expect(log.elements == [.error(Failure())] && third.elements == [.error(Failure())])
    #expect(
      [plain.value, growing.value, backingOff.value] == [maxRetries + 1, maxRetries + 1, maxRetries + 1])
  }

  @Test("B65: two starts of one signal have attempts of their own")
  func independent() {
    let starts = Counter()
    let signal = failing(starts).retry(2)
    #expect(record(signal).elements == [.error(Failure())])
    #expect(record(signal).elements == [.error(Failure())])
    #expect(starts.value == 6)
  }

  @Test("pauses grow by the increment, up to the maximum")
  func growing() throws {
    let times = Recording<Double>()
    let signal = Signal<Int, Failure> { subscriber in
      times.append(scheduler.now)
      subscriber.putError(Failure())
      return EmptyDisposable
    }
    let subscription = (signal |> retry(2, maxDelay: 5, onQueue: scheduler)).start()
    scheduler.advance(to: 20)
    #expect(times.elements == [0, 2, 6, 11, 16])
    subscription.dispose()
    #expect(scheduler.pending == 0)
  }

  @Test("an error that is not worth another attempt is passed on at once")
  func choosy() {
    let starts = Counter()
    let signal = Signal<Int, Int> { subscriber in
      subscriber.putError(starts.increment())
      return EmptyDisposable
    }
    let log = record(
      signal.retry(
        retryOnError: { $0 < 3 }, delayIncrement: 1, maxDelay: 1, maxRetries: 9, onQueue: scheduler))
    scheduler.run()
    #expect(log.elements == [.error(3)])
  }

  @Test("B67: the attempt that has failed is disposed of at the error, before the pause")
  func disposedAtOnce() {
    let source = Source<Int, Failure>()
    let subscription = source.signal.retry(10, maxDelay: 10, onQueue: scheduler).start()
    source.put(.error(Failure()))
    #expect(source.disposals.value == 1 && source.starts == 1)
    scheduler.advance(by: 10)
    #expect(source.starts == 2)
    subscription.dispose()
    #expect(source.disposals.value == 2)
  }

  @Test("B94: disposal during a pause cancels it, and frees everything at once")
  func disposalDuringPause() {
    let aviary = Aviary()
    let source = Source<Int, Failure>()
    let disposable: any Disposable
    do {
      let (inSource, inHandler) = (aviary.canary(), aviary.canary())
      disposable = source.signal.beforeNext { _ in inSource.sing() }.retry(
        10, maxDelay: 10, onQueue: scheduler
      )
      .start(next: { _ in inHandler.sing() })
    }
    source.put(.error(Failure()))
    #expect(aviary.alive == 2)
    disposable.dispose()
    #expect(aviary.alive == 0)
    #expect(scheduler.pending == 0)
  }

  @Test("values of failed attempts pass, and a completion ends it")
  func passes() throws {
    let rounds = Counter()
    let (failing, completing) = (
      try scheduler.cold("a-#", error: Failure()), try scheduler.cold("b-|", error: Failure())
    )
    let signal = deferred { rounds.increment() == 1 ? failing.signal : completing.signal }
    try expectSignal(
      signal.retry(1, maxDelay: 1, onQueue: scheduler), sends: "a--b-|", on: scheduler)
  }

  @Test(
    "the number of failures and the pauses go on after a value, unless it is said that a value resets them")
  func reset() {
    let times = Recording<Double>()
    let (source, log) = (Source<Int, Failure>(), Recording<String>())
    let signal = Signal<Int, Failure> { [scheduler] subscriber in
      times.append(scheduler.now)
      return source.signal.start(
        in: subscriber, next: { subscriber.putNext($0) }, error: { subscriber.putError($0) })
    }
    for reset in [false, true] {
      times.removeAll()
      log.removeAll()
      let subscription = signal.retry(2, backoff: Backoff(1, jitter: 0), resetsOnValue: reset, on: scheduler)
        .start(error: { _ in log.append("failed") })
      let beginning = scheduler.now
      for isWorking in [false, false, true, false] {
        if isWorking { source.putNext(1) }
        source.put(.error(Failure()))
        scheduler.advance(by: 8)
      }
      let pauses = times.elements.enumerated().map { $1 - beginning - 8 * Double(max(0, $0 - 1)) }
      #expect(pauses == (reset ? [0, 1, 2, 1, 2] : [0, 1, 2]))
      #expect(log.elements == (reset ? [] : ["failed"]))
      subscription.dispose()
    }
  }

  @Test("a value resets all forms alike, if that is said")
  func resetForms() {
    let starts = Counter()
    let source = Signal<Int, Failure> { subscriber in
      let number = starts.increment()
      if number > 1 { subscriber.putNext(number) }
      subscriber.putError(Failure())
      return EmptyDisposable
    }
    let times = Recording<Double>()
    let timed = source.beforeStarted { [scheduler] in times.append(scheduler.now) }
    #expect(record((source |> retry(1, resetsOnValue: true)).take(3)).elements.last == .completed)
    #expect(record((source |> retry(1)).take(3)).elements.last == .error(Failure()))
    let choosing = record(
      (timed
        |> retry(delayIncrement: 1, maxDelay: 9, maxRetries: 1, resetsOnValue: true, onQueue: scheduler))
        .take(3))
    scheduler.run()
    #expect(choosing.elements.last == .completed)
    #expect(times.elements.map { Int($0) } == Array(0..<times.elements.count))
    let endless = record((timed |> retry(1, maxDelay: 9, resetsOnValue: true, onQueue: scheduler)).take(3))
    let beginning = Int(scheduler.now)
    times.removeAll()
    scheduler.run()
    #expect(endless.elements.last == .completed)
    #expect(times.elements.map { Int($0) - beginning } == Array(1...times.elements.count))
  }

  @Test("many attempts that fail while they start, on a small stack")
  func stack() {
    let attempts = stressRuns(100_000)
    let starts = Counter()
    let done = Latch()
    let isSmall = SmallStack {
      let log = record(failing(starts, times: attempts).retry(2 * attempts))
      #expect(log.elements == [.completed])
      done.open()
    }
    #expect(isSmall.start())
    #expect(done.wait(seconds: 120))
    #expect(starts.value == attempts + 1)
  }

  @Test("a back-off doubles up to its maximum, and its jitter leaves out a random part")
  func backoff() {
    let plain = Backoff(1, maximum: 10, jitter: 0)
    #expect((1...6).map(plain.delay) == [1, 2, 4, 8, 10, 10])
    #expect(Backoff(0.5, factor: 1, maximum: 10, jitter: 0).delay(afterFailure: .max) == 0.5)
    #expect(Backoff(0, jitter: 0).delay(afterFailure: .max) == 0)
    #expect(Backoff(90, maximum: 60, jitter: 0).delay(afterFailure: 1) == 60)
    #expect(Backoff(90, factor: 1, jitter: 0).delay(afterFailure: 3) == 90)
    #expect((1...3).map(Backoff(40, jitter: 0).delay) == [40, 60, 60])
    #expect(Backoff(.infinity, jitter: 1).delay(afterFailure: 2) == .infinity)
    let random = Backoff(8, jitter: 0.25)
    let delays = (0..<200).map { _ in random.delay(afterFailure: 1) }
    #expect(delays.allSatisfy { (6...8).contains($0) })
    #expect(Set(delays).count > 100)
  }

  private static let mistakes: [String: @Sendable () -> Void] = [
    "Backoff(nan)": { _ = Backoff(.nan) },
    "Backoff(-1.0)": { _ = Backoff(-1) },
    "Backoff(maximum: -2.0)": { _ = Backoff(1, maximum: -2) },
    "Backoff(maximum: nan)": { _ = Backoff(1, maximum: .nan) },
    "Backoff(factor: nan)": { _ = Backoff(1, factor: .nan) },
    "Backoff(jitter: nan)": { _ = Backoff(1, jitter: .nan) },
    "retry(delayIncrement: -1.0)": {
      _ = Signal<Int, Failure>.never().retry(-1, maxDelay: 1, onQueue: .mainQueue())
    },
    "retry(maxDelay: nan)": {
      _ = Signal<Int, Failure>.never()
        .retry(delayIncrement: 1, maxDelay: .nan, maxRetries: 1, onQueue: .mainQueue())
    },
  ]

  @Test("a pause that is no time stops a debug build, with its name and the number", arguments: mistakes.keys)
  func badPauses(message: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [message] in
      Self.mistakes[message]?()
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains(message))
  }

  @Test("a back-off that grows by next to nothing is counted at once, however many failures there were")
  func slowBackoff() {
    let slow = Backoff(1, factor: 1.0.nextUp, maximum: .infinity, jitter: 0)
    #expect(slow.delay(afterFailure: 1) == 1)
    #expect(slow.delay(afterFailure: 2) == 1.0.nextUp)
    #expect(slow.delay(afterFailure: .max) > 1_000)
    #expect(Backoff(1e-300, factor: 1.001, maximum: 5, jitter: 0).delay(afterFailure: .max) == 5)
    #expect(Backoff(1, factor: .infinity, maximum: 5, jitter: 0).delay(afterFailure: 2) == 5)
    let thrice = Backoff(1, factor: 3, maximum: 1e6, jitter: 0)
    #expect((1...6).map(thrice.delay) == [1, 3, 9, 27, 81, 243])
    for failures in [.min, -1, 0] { #expect(thrice.delay(afterFailure: failures) == 1) }
  }
}

@Suite struct FeedbackLoopTests {
  @Test("B95: each round begins with the state of the last one, and each state is passed on")
  func states() {
    let beginnings = Recording<SignalFeedbackLoopState<Int>>()
    let log = record(
      feedbackLoop(
        once: { state -> Signal<Int, Failure>? in
          beginnings.append(state)
          switch state {
          case .initial: return .sequence([1, 2])
          case .loop(let sum): return sum < 50 ? .single(sum) : nil
          }
        }, reduce: +))
    #expect(
      log.elements == [.next(1), .next(3), .next(6), .next(12), .next(24), .next(48), .next(96), .completed])
    #expect(
      beginnings.elements == [.initial, .loop(3), .loop(6), .loop(12), .loop(24), .loop(48), .loop(96)])
  }

  @Test("a first round without a value is the last one, and an error ends it")
  func ends() {
    #expect(
      record(feedbackLoop(once: { _ in Signal<Int, NoError>.complete() }, reduce: +)).elements == [.completed]
    )
    #expect(
      record(feedbackLoop(once: { _ -> Signal<Int, NoError>? in nil }, reduce: +)).elements == [.completed])
    #expect(
      record(feedbackLoop(once: { _ in Signal<Int, Failure>.fail(Failure()) }, reduce: +)).elements == [
        .error(Failure())
      ])
  }

  @Test("many rounds on a small stack, until nobody wants more")
  func stack() {
    let rounds = stressRuns(100_000)
    let count = Counter()
    let done = Latch()
    let isSmall = SmallStack {
      feedbackLoop(once: { _ in Signal<Int, NoError>.single(1) }, reduce: +).take(rounds)
        .start(next: { _ in count.increment() }, completed: { done.open() })
    }
    #expect(isSmall.start())
    #expect(done.wait(seconds: 120))
    #expect(count.value == rounds)
  }

  @Test("disposal in the middle of a round disposes of it, and no further one is made")
  func disposal() {
    let source = Source<Int, NoError>()
    let log = Recording<Int>()
    let subscription = feedbackLoop(once: { _ in source.signal }, reduce: +).start(next: { log.append($0) })
    source.put(.next(1), .completed)
    source.putNext(2)
    subscription.dispose()
    source.put(.next(3), .completed)
    #expect(log.elements == [1, 3])
    #expect(source.starts == 2 && source.disposals.value == 2)
  }
}
