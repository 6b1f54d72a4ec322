import Concurrency
import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite struct AwaitTests {
  private let source = Source<Int, Failure>()

  @Test(
    "a cancellation stops a signal that has not come back from its start, whether it sends or not",
    arguments: [false, true])
  func endlessStart(sending: Bool) async throws {
    for waiting in 0..<5 {
      let isInside = Latch()
      let endless = Signal<Int, NoError> { subscriber in
        let deadline = ContinuousClock.now + .seconds(60)
        while subscriber.isActive {
          if sending { subscriber.putNext(1) }
          isInside.open()
          if .now > deadline {
            Issue.record("it was not told")
            break
          }
        }
        return EmptyDisposable
      }
      let silent = endless.filter { _ in false }
      let task = Task {
        switch waiting {
        case 0: _ = await endless.collect()
        case 1: _ = await endless.last()
        case 2: _ = await silent.first()
        case 3: _ = try? await silent.get()
        default: for await _ in silent.values() {}
        }
      }
      // Not by a task: the few threads of tasks may be busy.
      let canceller = Worker {
        isInside.wait()
        task.cancel()
      }
      await task.value
      #expect(canceller.join())
    }
  }

  // MARK: With a value

  @Test("first() is the first value; it ends the subscription")
  func first() async throws {
    let wait = Task { [source] in try await source.signal.first() }
    #expect(await source.hasStarted.pass())
    source.put(.next(1))
    #expect(source.disposals.value == 1)
    source.put(.next(2), .error(Failure()))
    #expect(try await wait.value == 1)
    #expect(source.disposals.value == 1)
  }

  @Test("last() is the last value, when the signal completes")
  func last() async throws {
    let wait = Task { [source] in try await source.signal.last() }
    #expect(await source.hasStarted.pass())
    source.put(.next(1), .next(2), .completed)
    #expect(try await wait.value == 2)
    #expect(source.disposals.value == 1)
  }

  @Test("collect() is all values, when the signal completes")
  func collect() async throws {
    let wait = Task { [source] in try await source.signal.collect() }
    #expect(await source.hasStarted.pass())
    source.put(.next(1), .next(2), .completed)
    #expect(try await wait.value == [1, 2])
    #expect(source.disposals.value == 1)
  }

  @Test("get() is the first value; it ends the subscription")
  func get() async throws {
    let wait = Task { [source] in try await source.signal.get() }
    #expect(await source.hasStarted.pass())
    source.put(.next(1))
    #expect(source.disposals.value == 1)
    #expect(try await wait.value == 1)
  }

  @Test("of a signal that can't fail, none needs try but get()")
  func neverFailing() async throws {
    let signal = Signal<Int, NoError>.sequence([1, 2])
    #expect(await signal.first() == 1)
    #expect(await signal.last() == 2)
    #expect(await signal.collect() == [1, 2])
    #expect(try await signal.get() == 1)
  }

  @Test("B35: an endless signal that sends while it starts is stopped by its first value")
  func endless() async {
    let signal = Signal<Int, NoError> { subscriber in
      var value = 0
      while subscriber.isActive {
        value += 1
        subscriber.putNext(value)
      }
      return EmptyDisposable
    }
    #expect(await signal.first() == 1)
  }

  @Test("an optional value is told from none")
  func optionalValues() async throws {
    #expect(await Signal<Int?, NoError>.single(nil).first() == .some(nil))
    #expect(await Signal<Int?, NoError>.complete().first() == nil)
    #expect(try await Signal<Int?, NoError>.single(nil).get() == nil)
    #expect(await Signal<Int?, NoError>.sequence([1, nil]).last() == .some(nil))
  }

  @Test("a value that is replaced by the next may send another while it is freed")
  func replacedValuesRunCode() async {
    let canaries = Source<Canary, NoError>()
    let wait = Task { await canaries.signal.last() != nil }
    #expect(await canaries.hasStarted.pass())
    let freed = Counter()
    canaries.put(
      .next(
        Canary {
          freed.increment()
          canaries.put(.next(Canary()))
        }))
    canaries.put(.next(Canary()), .completed)
    #expect(await wait.value)
    #expect(freed.value == 1)
  }

  // MARK: Without a value

  @Test("B98: without a value, first() and last() are nil, collect() is empty, and get() throws")
  func noValue() async {
    let signal = Signal<Int, NoError>.complete()
    #expect(await signal.first() == nil)
    #expect(await signal.last() == nil)
    #expect(await signal.collect() == [])
    await #expect(throws: SignalEndedWithoutValue()) { try await signal.get() }
    #expect("\(SignalEndedWithoutValue())" == "the signal has completed without a value")
  }

  @Test("an error is thrown by each of them, with its type")
  func errors() async {
    let signal = Signal<Int, Failure>.fail(Failure())
    #expect(await Result { () async throws(Failure) in try await signal.first() } == .failure(Failure()))
    #expect(await Result { () async throws(Failure) in try await signal.last() } == .failure(Failure()))
    #expect(await Result { () async throws(Failure) in try await signal.collect() } == .failure(Failure()))
    await #expect(throws: Failure()) { try await signal.get() }
  }

  @Test("an error after a value is none to first() and get(), and all to last() and collect()")
  func errorAfterValue() async throws {
    let signal = Signal<Int, Failure> { subscriber in
      subscriber.putNext(1)
      subscriber.putError(Failure())
      return EmptyDisposable
    }
    #expect(try await signal.first() == 1)
    #expect(try await signal.get() == 1)
    await #expect(throws: Failure()) { try await signal.last() }
    await #expect(throws: Failure()) { try await signal.collect() }
  }

  // MARK: Cancelled

  @Test("B98, B104: in a task that is cancelled already nothing is started, and each comes back at once")
  func cancelledBefore() async {
    let signal = source.signal
    typealias E = Failure
    #expect(
      await AsyncTests.cancelledBefore { () async throws(E) in try await signal.first() } == .success(nil))
    #expect(
      await AsyncTests.cancelledBefore { () async throws(E) in try await signal.last() } == .success(nil))
    #expect(
      await AsyncTests.cancelledBefore { () async throws(E) in try await signal.collect() } == .success([]))
    let got = await AsyncTests.cancelledBefore { () async throws(any Error) in try await signal.get() }
    #expect(throws: CancellationError.self) { try got.get() }
    #expect(source.starts == 0)
  }

  @Test("B98, B104: when its task is cancelled, each comes back at once, and the subscription is over")
  func cancelledDuring() async throws {
    let waits: [@Sendable (Signal<Int, Failure>) async throws -> [Int]] = [
      { [try await $0.first()].compactMap(\.self) },
      { [try await $0.last()].compactMap(\.self) },
      { try await $0.collect() },
      { [try await $0.get()] },
    ]
    for (index, wait) in waits.enumerated() {
      let source = Source<Int, Failure>()
      let task = Task { try await wait(source.signal) }
      #expect(await source.hasStarted.pass())
      if index == 1 || index == 2 { source.put(.next(1)) }
      task.cancel()
      #expect(source.disposals.value == 1)
      source.put(.next(2), .completed)
      let result = await task.result
      if index == 3 {
        #expect(throws: CancellationError.self) { try result.get() }
      } else {
        #expect(try result.get() == [])
      }
      #expect(source.disposals.value == 1)
    }
  }

  @Test("B104: a cancellation after the value changes nothing")
  func cancelledAfter() async throws {
    let value = Gate()
    let task = Task { [source] in
      let first = try await source.signal.first()
      value.open()
      return first
    }
    #expect(await source.hasStarted.pass())
    source.put(.next(1))
    #expect(await value.pass())
    task.cancel()
    #expect(try await task.value == 1)
    #expect(source.disposals.value == 1)
  }

  // MARK: Locks

  /// Tells when a task is to go on, on the thread that has woken it.
  private final class Watchman: TaskExecutor {
    private let queue = Queue(name: "watched")
    let onEnqueue = Slot<@Sendable () -> Void>()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      onEnqueue.exchange(nil)?()
      queue.justDispatch { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Returns when the task that ran here waits.
    func settle() {
      queue.sync {}
    }
  }

  @Test("B106: no lock is held while a task is woken: another thread can cancel it meanwhile")
  func wakesOutsideLock() async throws {
    let watchman = Watchman()
    let task = Task(executorPreference: watchman) { [source] in try await source.signal.first() }
    #expect(await source.hasStarted.pass())
    watchman.settle()
    let couldCancel = Slot<Bool>()
    watchman.onEnqueue.exchange { couldCancel.exchange(Worker { task.cancel() }.join(seconds: 10)) }
    source.put(.next(1))
    #expect(couldCancel.value == true)
    _ = try await task.value
    #expect(source.disposals.value == 1)
  }

  @Test("a cancellation wakes its task when the subscription is over")
  func disposesBeforeWaking() async throws {
    let watchman = Watchman()
    let task = Task(executorPreference: watchman) { [source] in try await source.signal.first() }
    #expect(await source.hasStarted.pass())
    watchman.settle()
    let disposals = Slot<Int>()
    watchman.onEnqueue.exchange { [source] in disposals.exchange(source.disposals.value) }
    task.cancel()
    #expect(disposals.value == 1)
    #expect(try await task.value == nil)
  }

  // MARK: Beside the operators

  @Test("in an async function, the operators first, last and collect are there as well as the functions")
  func besideOperators() async {
    let signal = Signal<Int, NoError>.sequence([1, 2])
    let log = Recording<[Int]>()
    signal.first().start(next: { log.append([$0]) })
    signal.last().start(next: { log.append([$0].compactMap(\.self)) })
    signal.collect().start(next: { log.append($0) })
    (signal |> Operators.first).start(next: { log.append([$0]) })
    (signal |> Operators.last |> compactMap { $0 }).start(next: { log.append([$0]) })
    (signal |> Operators.collect).start(next: { log.append($0) })
    let operated: Signal<Int, NoError> = signal.first()
    operated.map { $0 + 1 }.start(next: { log.append([$0]) })
    #expect(log.elements == [[1], [2], [1, 2], [1], [2], [1, 2], [2]])

    let (first, last, all) = (await signal.first(), await signal.last(), await signal.collect())
    #expect(first == 1)
    #expect(last == 2)
    #expect(all == [1, 2])
    #expect(await signal.first().first() == 1)
  }

  @Test("B34: waiting on the main actor for what is delivered there does not block it")
  @MainActor func waitingWhereItIsDelivered() async throws {
    let signal = Signal<Int, NoError> { subscriber in
      Queue.concurrentDefaultQueue().async {
        subscriber.putNext(1)
        subscriber.putCompletion()
      }
      return EmptyDisposable
    }.deliverOnMainQueue()
    #expect(await signal.first() == 1)
    #expect(try await signal.get() == 1)
    #expect(await signal.collect() == [1])
  }
}
