import Dispatch
import SignalKit

// Everything here belongs to the main actor, unless it says otherwise. Every function of the library that takes a closure gets one
// that is written here, and signals that send from other threads: none of them may trap, and none may bring a warning.

nonisolated struct Failure: Error, Equatable {}

/// Sends from a thread that is not the main one.
nonisolated func background(_ values: [Int] = [1, 2, 3], failing: Bool = false) -> Signal<Int, Failure> {
  Signal { subscriber in
    DispatchQueue.global().async {
      precondition(!Thread.isMain)
      for value in values { subscriber.putNext(value) }
      if failing { subscriber.putError(Failure()) } else { subscriber.putCompletion() }
    }
    return ActionDisposable {}
  }
}

nonisolated func infallible(_ values: [Int] = [1, 2, 3]) -> Signal<Int, NoError> {
  background(values).replaceError(with: 0)
}

nonisolated enum Thread {
  static var isMain: Bool { Queue.mainQueue().isCurrent() }
}

/// A screen, as applications have them.
final class Screen {
  var shown: [Int] = []
  var failures = 0
  var isComplete = false

  /// The handlers are the main actor's.
  func show(_ signal: Signal<Int, Failure>) -> any Disposable {
    signal.startOnMain(
      next: { [weak self] in self?.shown.append($0) }, error: { [weak self] _ in self?.failures += 1 },
      completed: { [weak self] in self?.isComplete = true })
  }
}

/// Runs a signal to its end.
func run<T: Sendable, E: Error>(_ name: String, _ signal: Signal<T, E>) async {
  do {
    for try await _ in signal.values() {}
  } catch {
    precondition(error is Failure, "\(name)")
  }
  count += 1
}

var count = 0
let queue = Queue(name: "work")
let pool = ThreadPool(threadCount: 2, threadPriority: 0.5)
let soon = 0.001

// Starting
for isFailing in [false, true] {
  let ended = Signal<Int, NoError> { subscriber in
    background(failing: isFailing).start(
      next: { _ in precondition(!Thread.isMain) }, error: { _ in subscriber.putCompletion() },
      completed: { subscriber.putCompletion() })
  }
  await run("start", ended)
}
await run(
  "startStandalone",
  Signal<Int, NoError> { subscriber in
    background().startStandalone(next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
  })
await run(
  "startStrict",
  Signal<Int, NoError> { subscriber in
    background().startStrict(next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
  })

// Transforming
await run("map", background().map { $0 + 1 })
await run("map, by |>", background() |> map { $0 + 1 } |> filter { $0 > 1 })
await run("mapError", background(failing: true).mapError { _ in Failure() })
await run("compactMap", background().compactMap { $0 > 1 ? $0 : nil })
await run("flatMap", background().map { Optional($0) }.flatMap { $0 + 1 })
await run("scan", background().scan(0) { $0 + $1 })
await run("reduce", background().reduce(0) { $0 + $1 })
await run("reduceLeft", background().reduceLeft(value: 0, f: { $0 + $1 }))
await run(
  "reduceLeft, sending",
  background().reduceLeft(value: 0) { state, value, emit in
    emit(value)
    return state + value
  })
await run("reduceLeft of signals", background().reduceLeft(0) { .single(($0 + $1, .some($1))) })
await run(
  "withState", background().withState({ 0 }, next: { _, _ in }, completed: { _ in }, disposed: { _ in }))

// Filtering
await run("filter", background().filter { $0 > 1 })
await run("distinctUntilChanged", background().distinctUntilChanged(isEqual: { $0 == $1 }))
await run("take(while:)", background().take(while: { $0 < 3 }))
await run(
  "take(until:)", background().take(until: { SignalTakeAction(passthrough: true, complete: $0 == 2) }))
await run("skip(while:)", background().skip(while: { $0 < 2 }))
await run("debounce", background().debounce(soon, on: queue).map { $0 })
await run("throttle", background().throttle(soon, on: queue).map { $0 })
await run("sample", background().sample(on: background().delay(soon, queue: queue)).map { $0 })
await run("buffer", background().buffer(soon, on: queue).map { $0.count })

// Combining
await run("combineLatest", combineLatest(background(), background()).map { $0 + $1 })
await run(
  "combineLatest of three",
  combineLatest(queue: .mainQueue(), background(), background(), background()) |> map { $0 + $1 + $2 })
await run("zip", zip(background(), background()).map { $0 + $1 })
await run("merge", merge([background(), background()]).map { $0 })
await run("concat", concat([background(), background()]).map { $0 })
await run("then", background().then(background()).map { $0 })
await run("withLatestFrom", background().withLatestFrom(background()).map { $0 + $1 })
await run("race", race([background(), background()]).map { $0 })

// Flattening
await run("mapToSignal", background().mapToSignal { background([$0]) })
await run("mapToSignalPromotingError", infallible().mapToSignalPromotingError { background([$0]) })
await run("mapToQueue", background().mapToQueue { background([$0]) })
await run("mapToThrottled", background().mapToThrottled { background([$0]) })
await run("mapToFirst", background().mapToFirst { background([$0]) })
await run("mapToMerged", background().mapToMerged { background([$0]) })
await run("expand", background().expand { $0 < 5 ? background([$0 + 3]) : .complete() })

// Recovering
await run("catch", background(failing: true).catch { _ in background() })
await run("restart", background().restart().take(7).map { $0 })
await run("restartIfError", background(failing: true).restartIfError().take(7).map { $0 })
await run("retry", background(failing: true).retry(2).map { $0 })
await run(
  "retry with pauses",
  background(failing: true).retry(
    retryOnError: { _ in true }, delayIncrement: soon, maxDelay: soon, maxRetries: 2, onQueue: queue))
await run(
  "retry with a back-off", background(failing: true).retry(2, backoff: Backoff(soon), on: queue).map { $0 })
await run(
  "feedbackLoop",
  feedbackLoop(
    once: { state -> Signal<Int, Failure>? in
      if case .loop(let sum) = state, sum > 20 { nil } else { background() }
    }, reduce: { $0 + $1 }))
await run(
  "timeout", Signal<Int, Failure>.never().timeout(soon, queue: queue, alternate: background()).map { $0 })

// Time and queues
await run("delay", background().delay(soon, queue: queue).map { $0 })
await run("delayValues", background().delayValues(soon, on: queue).map { $0 })
await run("timer", Signal<Int, NoError>.timer(soon, on: queue).take(3).map { $0 })
await run("deliverOn", background().deliverOn(queue).map { $0 })
await run("deliverOn a pool", background().deliverOn(pool).map { $0 })
await run(
  "deliverOnMainQueue", background().deliverOnMainQueue().beforeNext { _ in precondition(Thread.isMain) })
await run("deliverLatestOn", background().deliverLatestOn(queue).map { $0 })
await run("runOn", background().runOn(queue).map { $0 })
await run("runOn a pool", background().runOn(pool).map { $0 })

actor Ledger {
  var sum = 0

  nonisolated func add(_ value: Int) {
    assumeIsolated { $0.sum += value }
  }
}

let ledger = Ledger()
await run("deliverOn an actor", background().deliverOn(ledger).beforeNext { ledger.add($0) })
let sum = await ledger.sum
precondition(sum == 6)

// Watching and sharing
await run(
  "the hooks",
  background().beforeNext { _ in }.afterNext { _ in }.beforeStarted {}.beforeCompleted {}.afterCompleted {}
    .afterDisposed {}
)
await run("trace", background().trace("it", to: { _ in }))
await run("share", background().share().map { $0 })
await run("Multicast", Multicast<Int>().get(key: "it", signal: infallible()).map { $0 })

// Sources
await run("deferred", deferred { background() })
await run("Signal.task", Signal<Int, NoError>.task { 1 })
await run("Signal.task, throwing", Signal<Int, Failure>.task { () async throws(Failure) in throw Failure() })
await run("Signal.async", Signal<Int, NoError>.async(infallible().values()).map { $0 })

// Promises
let promise = Promise<Int>()
promise.set(infallible().map { $0 })
await run("Promise", promise.get().filter { $0 == 3 }.take(1))
let state = ValuePromise(0)
DispatchQueue.global().async { state.set(1) }
await run("ValuePromise", state.get().filter { $0 == 1 }.take(1))
let pipe = ValuePipe<Int>()
let posting = Signal<Int, NoError> { _ in
  DispatchQueue.global().async { pipe.putNext(1) }
  return EmptyDisposable
}
await run("ValuePipe", merge([pipe.signal(), posting]).take(1))

// What is below the signals
let counter = Atomic(value: 0)
await run(
  "queues, timers, pools and objects on queues",
  Signal<Int, NoError> { subscriber in
    let done: @Sendable () -> Void = {
      if counter.modify({ $0 + 1 }) == 9 { subscriber.putCompletion() }
    }
    queue.async { done() }
    queue.after(soon) { done() }
    queue.sync { done() }
    let timer = Timer(timeout: soon, repeat: false, completion: { done() }, queue: queue)
    timer.start()
    pool.addTask(ThreadPoolTask { _ in done() })
    let object = QueueLocalObject(queue: queue) { Register() }
    object.with { register in
      register.value += 1
      done()
    }
    object.syncWith { _ in done() }
    queue.justDispatch { done() }
    queue.justDispatchWithQoS(qos: .default) { done() }
    let lock = Lock()
    lock.locked { _ = counter.with { $0 } }
    return ActionDisposable {
      withExtendedLifetime((timer, object)) {}
    }
  })

nonisolated final class Register {
  var value = 0
}

let registers = QueueLocalObject(queue: queue) { Register() }
await run(
  "signalWith",
  registers.signalWith { register, subscriber in
    register.value += 1
    return infallible([register.value]).start(
      next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
  } as Signal<Int, NoError>)

DroppedErrors.handler = { _ in }
StrictDisposable.leakHandler = { _ in }
TraceOutput.handler = { _ in }

// Handlers on the main actor
let screen = Screen()
let subscription = screen.show(background().then(background([4], failing: true)))
let again = screen.show(background([5]))
while !(screen.isComplete && screen.failures == 1) { await Task.yield() }
precondition(screen.shown.sorted() == [1, 2, 3, 4, 5])
subscription.dispose()
again.dispose()

// Models
await followModels()

// Asking for values
let first = try await background().get()
let last: Int? = try await background().last()
let all: [Int] = try await background().collect()
precondition(first == 1 && last == 3 && all == [1, 2, 3])

print("an application on the main actor works: \(count) kinds of signals")
