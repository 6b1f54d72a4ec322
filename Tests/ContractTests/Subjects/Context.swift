import Concurrency
import Disposables
import Locking
import SignalTesting
import Signals
import Synchronization
import TestSupport

/// What an entry of the catalogue has at hand, besides the signal that it is applied to.
final class Context: Sendable {
  /// For the closures of an operator: `map { context.hook($0) }`.
  let hook = Hook()
  /// For an operator that takes a queue.
  ///
  /// Time passes, and work runs, after each event that a test sends.
  let scheduler = TestScheduler()
  /// For tests that have to know when the closures of an operator are freed.
  let kept = Slot<Canary>()

  let onGenerate = Hook()
  let onDispose = Hook()
  let starts = Counter()
  let disposals = Counter()

  private let companions = Guarded<[Int: Companion]>([:])
  private let isEnding = Synchronization.Atomic(false)
  private let busy = Guarded<[Queue]>([])

  /// A queue for one start of an operator that needs a real one; a test waits until it has come to its work.
  func queue() -> Queue {
    let queue = Queue(name: "a start")
    busy.withLock { $0.append(queue) }
    return queue
  }

  /// Another input for an operator that has several.
  ///
  /// It stays open until the test completes everything. Tests know how often it was started and disposed of, and send its
  /// values again, from another thread, say.
  ///
  /// - Parameter values: What it sends while it starts.
  func companion<T: Sendable, E: Sendable>(_ values: T...) -> Signal<T, E> {
    Signal { [self] subscriber in
      let number = starts.increment()
      onGenerate.call()
      let companion = Companion(
        send: { for value in values { subscriber.putNext(value) } },
        complete: { subscriber.putCompletion() })
      companions.withLock { $0[number] = companion }
      companion.send()
      if isEnding.load(ordering: .sequentiallyConsistent) { companion.complete() }
      return ActionDisposable { [self] in
        _ = companions.withLock { $0.removeValue(forKey: number) }
        disposals.increment()
        onDispose.call()
      }
    }
  }

  private var running: [Companion] {
    companions.withLock { companions in companions.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Sends the values of all companions again.
  func sendFromCompanions() {
    for companion in running { companion.send() }
  }

  /// Completes all companions, and those that are started later.
  func completeCompanions() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for companion in running { companion.complete() }
  }

  /// Lets go of all companions, which send nothing any more.
  func forgetCompanions() {
    _ = companions.withLock { companions in
      let leaving = companions
      companions = [:]
      return leaving
    }
  }

  /// Companions that are started from now on stay open again.
  func beginAnew() {
    isEnding.store(false, ordering: .sequentiallyConsistent)
  }

  /// Lets everything happen that was put off.
  ///
  /// Not to be called by a thread that the work of a queue waits for.
  func settle() {
    let waited = busy.withLock { $0 }
    for queue in waited { queue.sync {} }
    // Only now: another thread that settles meanwhile has to wait for them as well.
    busy.withLock { busy in busy.removeAll { queue in waited.contains { $0 === queue } } }
    letTimePass()
  }

  /// Lets happen what was put off by the scheduler, and waits for no queue.
  func letTimePass() {
    scheduler.advance(by: 1)
  }
}

private struct Companion: Sendable {
  let send: @Sendable () -> Void
  let complete: @Sendable () -> Void
}

/// A place at which a test can have foreign code run.
final class Hook: Sendable {
  private let code = Slot<@Sendable () -> Void>()
  private let counter = Counter()

  var calls: Int { counter.value }

  func set(_ code: (@Sendable () -> Void)?) {
    self.code.exchange(code)
  }

  func call() {
    counter.increment()
    code.value?()
  }

  /// Runs the code, and returns the value.
  func callAsFunction<T>(_ value: T) -> T {
    call()
    return value
  }
}

/// A source that a test drives by hand.
///
/// It sends to every subscriber that it has had; those that have ended ignore it.
final class Source<E: Sendable>: Sendable {
  private let started = Recording<Subscriber<Item, E>>()
  let disposals = Counter()
  // Not the context itself: who holds the sender must not hold the closures.
  private let (onGenerate, onDispose): (Hook, Hook)

  init(_ context: Context) {
    (onGenerate, onDispose) = (context.onGenerate, context.onDispose)
  }

  var starts: Int { started.elements.count }

  var signal: Signal<Item, E> {
    Signal { [started, disposals, onGenerate, onDispose] subscriber in
      started.append(subscriber)
      onGenerate.call()
      return ActionDisposable {
        disposals.increment()
        onDispose.call()
      }
    }
  }

  func forget() {
    started.removeAll()
  }

  func put(_ event: SignalEvent<Item, E>) {
    for subscriber in started.elements { subscriber.put(event: event) }
  }
}
