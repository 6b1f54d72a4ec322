import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite struct TaskTests {
  @Sendable private static func one() async -> Int { 1 }
  @Sendable private static func failing() async throws(Failure) -> Int { throw Failure() }
  @Sendable private static func failingSomehow() async throws -> Int { throw Failure() }

  /// Waits until it is cancelled.
  private final class Patience: Sendable {
    let hasBegun = Gate()
    let isCancelled = Gate()

    func wait() async {
      hasBegun.open()
      await withTaskCancellationHandler {
        _ = await isCancelled.pass()
      } onCancel: {
        isCancelled.open()
      }
    }
  }

  @Test("a function becomes a signal that sends what it returns, and completes; each start runs it anew")
  func value() async {
    let runs = Counter()
    let signal = Signal<Int, NoError>.task { runs.increment() }
    #expect(runs.value == 0)
    #expect(await signal.collect() == [1])
    #expect(await signal.collect() == [2])
  }

  @Test("what a function throws keeps its type, whatever the signal's is")
  func typing() async {
    let certain = Signal<Int, NoError>.task { await Self.one() }
    let inferred = Signal.task { await Self.one() }
    let named: Signal<Int, NoError> = .task(priority: .high, Self.one)
    for signal in [certain, inferred, named] { #expect(await signal.first() == 1) }

    let passed = Signal<Int, Failure>.task(Self.failing)
    let closure = Signal<Int, Failure>.task { () async throws(Failure) in try await Self.failing() }
    for signal in [passed, closure] {
      #expect(await Result { () async throws(Failure) in try await signal.first() } == .failure(Failure()))
    }
    let harmless = Signal<Int, Failure>.task(Self.one)
    #expect(await Result { () async throws(Failure) in try await harmless.first() } == .success(1))

    let untyped = Signal<Int, any Error>.task { try await Self.failingSomehow() }
    await #expect(throws: Failure()) { try await untyped.first() }
  }

  @Test("the priority is that of the task")
  func priority() async {
    let signal = Signal<TaskPriority?, NoError>.task(priority: .low) { Task.currentPriority }
    let seen = Slot<TaskPriority?>()
    let done = Gate()
    signal.start(next: { seen.exchange($0) }, completed: { done.open() })
    #expect(await done.pass())
    #expect(seen.value == .low)
  }

  @Test("disposal cancels the task, and nothing is delivered any more", arguments: [false, true])
  func disposal(throwing: Bool) async {
    let patience = Patience()
    let isOver = Gate()
    let disposable = Signal<Int, any Error>.task {
      defer { isOver.open() }
      await patience.wait()
      if throwing { try Task.checkCancellation() }
      return 1
    }.start(
      next: { _ in Issue.record("a value") }, error: { _ in Issue.record("an error") },
      completed: { Issue.record("a completion") })
    #expect(await patience.hasBegun.pass())
    disposable.dispose()
    #expect(await patience.isCancelled.pass())
    #expect(await isOver.pass())
  }

  @Test("an operator that wants no more cancels the task")
  func enough() async {
    let patience = Patience()
    let stop = ValuePipe<Int>()
    let signal = Signal<Int, NoError>.task {
      await patience.wait()
      return 1
    }
    let done = Gate()
    signal.take(untilSignal: stop.signal()).start(completed: { done.open() })
    #expect(await patience.hasBegun.pass())
    stop.putNext(1)
    #expect(await patience.isCancelled.pass())
    #expect(await done.pass())
  }

  @Test("a function that throws because it was disposed of is no dropped error, and one that fails is")
  func droppedErrors() async {
    // A process of its own: the handler is one for all tests.
    await #expect(processExitsWith: .success) {
      let dropped = Recording<String>()
      DroppedErrors.handler = { error in dropped.append("\(error)") }
      for error in [CancellationError(), Failure()] as [any Error] {
        let (hasBegun, isCancelled, isOver) = (Gate(), Gate(), Gate())
        do {
          let canary = Canary { isOver.open() }  // freed with the task
          let disposable = Signal<Int, any Error>.task {
            canary.sing()
            hasBegun.open()
            await isCancelled.pass()
            throw error
          }.start()
          await hasBegun.pass()
          disposable.dispose()
        }
        isCancelled.open()
        await isOver.pass()
      }
      precondition(dropped.elements == ["Failure()"])
    }
  }

  @Test("what a function and the handlers hold is freed when the task has ended")
  func memory() async {
    let aviary = Aviary()
    let freed = Gate()
    do {
      let canary = Canary { freed.open() }
      let handler = aviary.canary()
      let signal = Signal<Int, NoError>.task {
        canary.sing()
        return 1
      }
      let done = Gate()
      signal.start(next: { _ in handler.sing() }, completed: { done.open() })
      #expect(await done.pass())
    }
    #expect(await freed.pass())
    #expect(aviary.alive == 0)
  }
}

@Suite struct AsyncSequenceTests {
  @Test("a sequence becomes a signal that sends its elements in order, and completes with it")
  func order() async {
    let stream = AsyncStream<Int> { continuation in
      for value in 0..<1_000 { continuation.yield(value) }
      continuation.finish()
    }
    #expect(await Signal<Int, NoError>.async(stream).collect() == Array(0..<1_000))
  }

  @Test("what a sequence throws keeps its type; one that does not fail fits every signal")
  func typing() async {
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure()) }
    await #expect(throws: Failure()) { try await Signal<Int, any Error>.async(failing).first() }

    let typed = Signal<Int, Failure>.async(Signal<Int, Failure>.fail(Failure()).values())
    #expect(await Result { () async throws(Failure) in try await typed.first() } == .failure(Failure()))

    func stream() -> AsyncStream<Int> {
      AsyncStream {
        $0.yield(1)
        $0.finish()
      }
    }
    let inferred = Signal.async(stream())
    #expect(await inferred.first() == 1)
    let castTyped = Signal<Int, Failure>.async(stream())
    #expect(await Result { () async throws(Failure) in try await castTyped.first() } == .success(1))
    let cast: Signal<Int, any Error> = .async(stream())
    #expect(await Result { try await cast.first() }.map { $0 == 1 }.getOrFalse)
  }

  @Test("disposal cancels the iteration, and nothing is delivered any more")
  func disposal() async {
    let (isTerminated, hasValue) = (Gate(), Gate())
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { reason in
      if case .cancelled = reason { isTerminated.open() }
    }
    let log = Recording<Int>()
    let disposable = Signal<Int, NoError>.async(stream).start(
      next: {
        log.append($0)
        hasValue.open()
      }, completed: { Issue.record("a completion") })
    continuation.yield(1)
    #expect(await hasValue.pass())
    disposable.dispose()
    continuation.yield(2)
    #expect(await isTerminated.pass())
    #expect(log.elements == [1])
  }

  /// Does something before it is asked for its first element.
  private struct Beginning<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
    let base: Base
    let act: @Sendable () -> Void

    func makeAsyncIterator() -> Base.AsyncIterator {
      act()
      return base.makeAsyncIterator()
    }
  }

  @Test(
    "a stream that somebody holds is terminated, though the signal was disposed of before it was asked",
    arguments: [false, true])
  func disposalBeforeTheFirstElement(hasElements: Bool) async {
    let isTerminated = Gate()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { reason in
      if case .cancelled = reason { isTerminated.open() }
    }
    if hasElements { for value in 1...3 { continuation.yield(value) } }
    let stop = ValuePipe<Int>()
    let sequence = Beginning(base: stream) { stop.putNext(1) }
    Signal<Int, NoError>.async(sequence).take(untilSignal: stop.signal()).start(
      next: { _ in Issue.record("a value") })
    #expect(await isTerminated.pass())
    withExtendedLifetime(stream) {}
  }

  @Test("a stream that somebody holds is terminated when the signal has enough", arguments: [1, 2])
  func enough(count: Int) async {
    let isTerminated = Gate()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { reason in
      if case .cancelled = reason { isTerminated.open() }
    }
    for value in 1...5 { continuation.yield(value) }
    let signal = Signal<Int, any Error>.async(stream)  // the signal could fail, and the stream can't
    #expect(await Result { try await signal.take(count).collect() }.map(\.count).getOrZero == count)
    #expect(await isTerminated.pass())
    withExtendedLifetime(stream) {}
  }

  /// Fails when it is asked in a task that is cancelled.
  private struct Cancellable: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let asked: Recording<Bool>
    let error: any Error
    let end: Canary

    func makeAsyncIterator() -> Cancellable { self }

    func next() async throws -> Int? {
      asked.append(Task.isCancelled)
      if Task.isCancelled { throw error }
      return 1
    }
  }

  @Test("a sequence hears of it once, in a task that is cancelled; what it throws then is dropped")
  func throwing() async {
    // A process of its own: the handler is one for all tests.
    await #expect(processExitsWith: .success) {
      let dropped = Recording<String>()
      DroppedErrors.handler = { error in dropped.append("\(error)") }
      for error in [CancellationError(), Failure()] as [any Error] {
        let (isOver, asked) = (Gate(), Recording<Bool>())
        do {
          let sequence = Cancellable(asked: asked, error: error, end: Canary { isOver.open() })
          let values = try await Signal<Int, any Error>.async(sequence).take(2).collect()
          precondition(values == [1, 1])
        }
        await isOver.pass()
        precondition(asked.elements == [false, false, true])
      }
      precondition(dropped.elements == ["Failure()"])
    }
  }

  /// Never waits, and takes no notice of a cancellation.
  private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let steps: Counter
    let end: Canary

    func makeAsyncIterator() -> Endless { self }

    func next() async -> Int? { steps.increment() }
  }

  @Test(
    "an endless sequence stops when no more is wanted, and is asked once more, so that it could hear of it")
  func endless() async {
    let (steps, isOver) = (Counter(), Gate())
    do {
      let sequence = Endless(steps: steps, end: Canary { isOver.open() })
      #expect(await Signal<Int, NoError>.async(sequence).take(3).collect() == [1, 2, 3])
    }
    #expect(await isOver.pass())
    #expect(steps.value == 4)
  }

  @Test("there and back: a signal, its values, and the signal of these")
  func thereAndBack() async {
    let source = Source<Int, Failure>()
    let hasEnded = Gate()
    let log = Recording<SignalEvent<Int, Failure>>()
    Signal<Int, Failure>.async(source.signal.values()).start(
      next: { log.append(.next($0)) },
      error: {
        log.append(.error($0))
        hasEnded.open()
      })
    #expect(await source.hasStarted.pass())
    source.put(.next(1), .next(2), .error(Failure()))
    #expect(await hasEnded.pass())
    #expect(log.elements == [.next(1), .next(2), .error(Failure())])
    #expect(source.disposals.value == 1)
  }

  @Test("there and back, disposal reaches the first signal, once")
  func disposalThereAndBack() async {
    let isDisposed = Gate()
    let source = Source<Int, NoError>(onDispose: { isDisposed.open() })
    let disposable = Signal<Int, NoError>.async(source.signal.values()).start()
    #expect(await source.hasStarted.pass())
    disposable.dispose()
    #expect(await isDisposed.pass())
    #expect(source.disposals.value == 1)
  }
}

extension Result<Int, any Error> {
  fileprivate var getOrZero: Int { (try? get()) ?? 0 }
}

extension Result<Bool, any Error> {
  fileprivate var getOrFalse: Bool { (try? get()) ?? false }
}
