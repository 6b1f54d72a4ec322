import Concurrency
import Disposables
import Operators
import SignalPrimitives
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

  /// Where the values that are made here are known to be alive; `nil` where nobody asks.
  let lives: Lives?

  private let companions = Guarded<[Int: Companion]>([:])
  private let isEnding = Synchronization.Atomic(false)
  private let busy = Guarded<[Queue]>([])

  init(lives: Lives? = nil) {
    self.lives = lives
  }

  /// A value.
  func item(_ number: Int) -> Item { Item(number, life: lives?.life()) }

  /// Some values.
  func items(_ count: Int) -> Signal<Item, Failure> {
    Signal<Int, Failure>.sequence(0..<count).map { [self] in item($0) }
  }

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
        send: { [lives] in for value in values { subscriber.putNext(living(value, lives)) } },
        sendOne: { [lives] in
          if let value = values.first ?? Item(0) as? T { subscriber.putNext(living(value, lives)) }
        },
        complete: { subscriber.putCompletion() },
        fail: {
          guard let error = Failure() as? E else { return false }
          subscriber.putError(error)
          return true
        })
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

  /// The numbers of the companions that are running, in the order of their starts.
  var runningCompanions: [Int] { companions.withLock { $0.keys.sorted() } }

  /// Sends a value of one companion, also of one that sends nothing by itself.
  func sendOne(from number: Int) {
    companions.withLock { $0[number] }?.sendOne()
  }

  /// Ends one companion.
  ///
  /// - Returns: Whether it can end in that way.
  func end(_ number: Int, byError: Bool) -> Bool {
    guard let companion = companions.withLock({ $0[number] }) else { return false }
    if byError { return companion.fail() }
    companion.complete()
    return true
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

/// A value that is known to be alive, in place of one of which nothing is known; anything else as it is.
private func living<T>(_ value: T, _ lives: Lives?) -> T {
  guard let lives, let item = value as? Item, item.life == nil else { return value }
  return Item(item.number, item.cargo, life: lives.life()) as? T ?? value
}

private struct Companion: Sendable {
  let send: @Sendable () -> Void
  /// Sends one value, also if it was given none.
  let sendOne: @Sendable () -> Void
  let complete: @Sendable () -> Void
  /// Says whether it can fail.
  let fail: @Sendable () -> Bool
}

/// A place at which a test can have foreign code run.
final class Hook: Sendable {
  private let code = Slot<@Sendable () -> Void>()
  private let counter = Counter()

  var calls: Int { counter.value }

  func set(_ code: (@Sendable () -> Void)?) {
    self.code.exchange(code)
  }

  /// Runs the code.
  ///
  /// - Parameter items: What the closure was given.
  func call(with items: Item...) {
    _ = items.allUsed
    counter.increment()
    code.value?()
  }

  /// Runs the code, and returns the value.
  ///
  /// - Parameter items: What else the closure was given.
  func callAsFunction<T>(_ value: T, with items: Item...) -> T {
    _ = (value as? Item)?.number
    _ = items.allUsed
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
