public import Concurrency
internal import Disposables
internal import SignalPrimitives
public import Signals
internal import Synchronization

/// What an operator gets from the suite, besides its upstream: other inputs, a scheduler, and code for its closures.
///
/// Each is of one run of the suite: make nothing outside the closure that applies the operator.
public final class ContractContext: Sendable {
  /// For an operator that takes a scheduler.
  ///
  /// A second passes after each event that the suite sends, so delays are less than a second. An operator that can't do without a
  /// `Queue` takes ``queue()``.
  public let scheduler = TestScheduler()

  /// What runs in the operator's closures.
  package let code = Hook()
  /// For clauses that have to know when the closures of an operator are freed.
  package let kept = Slot<Canary>()
  package let onGenerate = Hook()
  package let onDispose = Hook()
  package let starts = Counter()
  package let disposals = Counter()

  /// Where the values that are made here are known to be alive; `nil` where nobody asks.
  private let lives: Lives?
  private let inputs = Guarded<[Int: Input]>([:])
  private let isEnding = Synchronization.Atomic(false)
  private let busy = Guarded<[Queue]>([])
  private let queues = Counter()
  let activity: Activity

  package init(lives: Lives? = nil, activity: Activity) {
    self.lives = lives
    self.activity = activity
  }

  /// A value of the operator's own, such as the one that it begins with.
  ///
  ///     upstream.scan(context.value(0)) { old, new in context.hook(new, with: old) }
  ///
  /// - Parameter number: Its number.
  /// - Returns: A value that the suite knows.
  public func value(_ number: Int) -> ContractValue {
    ContractValue(number, cargo: nil, life: lives?.life())
  }

  /// Another input for an operator that has several.
  ///
  ///     combineLatest(upstream, context.input(0)).map { $0.with($1) }
  ///
  /// It stays open until the suite completes the upstream. The suite knows how often it was started and disposed of, sends its values
  /// again, also from another thread, and lets it end or fail before the upstream. Ask the contract once for each input, with
  /// the upstream in its place.
  ///
  /// - Parameter values: What it sends while it starts.
  /// - Returns: A signal of values and errors of whatever type the operator takes.
  public func input<T: Sendable, E: Sendable>(_ values: T...) -> Signal<T, E> {
    Signal { [self] subscriber in
      let number = starts.increment()
      onGenerate.run()
      let input = Input(
        send: { [lives] in for value in values { subscriber.putNext(living(value, lives)) } },
        sendOne: { [lives] in
          if let value = values.first ?? ContractValue(0) as? T { subscriber.putNext(living(value, lives)) }
        },
        complete: { subscriber.putCompletion() },
        fail: {
          guard let error = ContractError() as? E else { return false }
          subscriber.putError(error)
          return true
        })
      inputs.withLock { $0[number] = input }
      input.send()
      if isEnding.load(ordering: .sequentiallyConsistent) { input.complete() }
      return ActionDisposable { [self] in
        _ = inputs.withLock { $0.removeValue(forKey: number) }
        disposals.increment()
        onDispose.run()
      }
    }
  }

  /// A queue of its own, for an operator that needs a real one; the suite waits until the queue has come to its work.
  ///
  /// - Returns: A new queue. Its work must not wait for another thread that uses the operator.
  public func queue() -> Queue {
    let queue = Queue(name: "a run of the contract suite")
    queues.increment()
    busy.withLock { $0.append(queue) }
    return queue
  }

  /// Runs code of the suite's in a closure of the operator's, and returns what the closure is to return.
  ///
  ///     upstream.filter { context.hook(true, with: $0) }
  ///
  /// The code sends, starts and disposes, from this thread and from another: an operator must hold no lock while it calls a closure.
  /// Of closures without it the suite knows nothing.
  ///
  /// - Parameters:
  ///   - result: What the closure returns.
  ///   - values: What the closure was given: it has to be alive.
  /// - Returns: `result`.
  public func hook<T>(_ result: T, with values: ContractValue...) -> T {
    _ = (result as? ContractValue)?.number
    values.read()
    code.run()
    return result
  }

  /// Runs code of the suite's in a closure of the operator's that returns nothing.
  ///
  /// - Parameter values: What the closure was given: it has to be alive.
  public func hook(with values: ContractValue...) {
    values.read()
    code.run()
  }

  // MARK: The other inputs

  /// The numbers of the inputs that are running, in the order of their starts.
  package var runningInputs: [Int] { inputs.withLock { $0.keys.sorted() } }

  /// Sends a value of one input, also of one that sends nothing by itself.
  package func sendOne(from number: Int) {
    guard let input = inputs.withLock({ $0[number] }) else { return }
    activity.during("sending a value of another input") { input.sendOne() }
  }

  /// Ends one input.
  ///
  /// - Returns: Whether it can end in that way.
  package func end(_ number: Int, byError: Bool) -> Bool {
    guard let input = inputs.withLock({ $0[number] }) else { return false }
    return activity.during("ending another input") {
      if byError { return input.fail() }
      input.complete()
      return true
    }
  }

  private var running: [Input] {
    inputs.withLock { inputs in inputs.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Sends the values of all inputs again.
  package func sendFromInputs() {
    activity.during("sending values of the other inputs") {
      for input in running { input.send() }
    }
  }

  /// Completes all inputs, and those that are started later.
  package func completeInputs() {
    activity.during("completing the other inputs") {
      isEnding.store(true, ordering: .sequentiallyConsistent)
      for input in running { input.complete() }
    }
  }

  /// Lets go of all inputs, which send nothing any more.
  package func forgetInputs() {
    _ = inputs.withLock { inputs in
      let leaving = inputs
      inputs = [:]
      return leaving
    }
  }

  /// Inputs that are started from now on stay open again.
  package func beginAnew() {
    isEnding.store(false, ordering: .sequentiallyConsistent)
  }

  // MARK: Time

  /// Whether events may come on other threads than those that send them.
  var hasQueues: Bool { queues.value > 0 }

  /// Lets everything happen that was put off.
  ///
  /// Not to be called by a thread that the work of a queue waits for.
  package func settle() {
    let waited = busy.withLock { $0 }
    activity.during("waiting for the work of its queue") {
      for queue in waited { queue.sync {} }
    }
    // Only now: another thread that settles meanwhile has to wait for them as well.
    busy.withLock { busy in busy.removeAll { queue in waited.contains { $0 === queue } } }
    letTimePass()
  }

  /// Lets happen what was put off by the scheduler, and waits for no queue.
  package func letTimePass() {
    activity.during("letting a second of virtual time pass") { scheduler.advance(by: 1) }
  }
}

/// A value that is known to be alive, in place of one of which nothing is known; anything else as it is.
private func living<T>(_ value: T, _ lives: Lives?) -> T {
  guard let lives, let known = value as? ContractValue, known.life == nil else { return value }
  return ContractValue(known.number, cargo: known.cargo, life: lives.life()) as? T ?? value
}

private struct Input: Sendable {
  let send: @Sendable () -> Void
  /// Sends one value, also if it was given none.
  let sendOne: @Sendable () -> Void
  let complete: @Sendable () -> Void
  /// Says whether it can fail.
  let fail: @Sendable () -> Bool
}
