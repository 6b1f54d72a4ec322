public import Dispatch
public import Disposables

/// A dispatch queue that knows whether it is the current one.
///
/// Use it to say where work runs: `deliverOn(queue)`, `Timer(…, queue: queue)`. Where a test should put virtual time in
/// its place, take `any` ``Scheduler`` instead.
///
/// ## When a queue is current
///
/// A queue is current for the work that runs on it, on a queue that targets it, directly or through others, and in
/// everything that such work runs through ``sync(_:)`` of other queues: in `a.sync { b.sync { … } }` both `a` and `b`
/// are current, and so are all queues that `a` and `b` target, because none of them can start anything else before the
/// inner closure has returned. It is not the other way round: where a queue is current, those that target it are not.
///
/// Targets are looked for where ``sync(_:)`` is called, among the dispatch queues that a `Queue` has been made for by
/// then; what is wrapped for the first time inside the call counts from the next call on. Set the target of a dispatch
/// queue when you make it, or before it is activated: Dispatch asks for that, and a target that is set after the
/// queue's work has called ``sync(_:)`` is not noticed inside such calls.
///
/// `DispatchQueue.sync` and `concurrentPerform` hide the queue that they are called on, together with its targets, and
/// on other threads `concurrentPerform` hides all.
///
/// All queues made from one `DispatchQueue` are current together. The main queue is current on the main thread, also
/// before `dispatchMain()`. The system's global concurrent queues are never current: there, ``async(_:)`` always
/// dispatches. A concurrent queue of your own is current for its work, as a serial one is. Labels play no part.
///
/// ## Waiting
///
/// ``sync(_:)`` is the only call that waits. Waiting on a queue for something that is delivered on that queue never
/// ends, and the library offers no blocking getter for that reason.
///
/// SwiftSignalKit's `Queue`; ReactiveSwift's `QueueScheduler` and RxSwift's `SerialDispatchQueueScheduler` are alike.
public final class Queue: Scheduler {
  fileprivate static let main = Queue(queue: .main)
  fileprivate static let concurrentDefault = Queue(queue: .global(qos: .default))
  fileprivate static let concurrentBackground = Queue(queue: .global(qos: .background))

  /// The dispatch queue underneath.
  public var queue: DispatchQueue {
    identity?.registerAsTarget()  // whoever has it may make it the target of others
    return dispatchQueue
  }

  private let dispatchQueue: DispatchQueue
  private let identity: QueueIdentity?

  private init(_ dispatchQueue: DispatchQueue, _ identity: QueueIdentity?) {
    self.dispatchQueue = dispatchQueue
    self.identity = identity
  }

  /// Makes a serial queue.
  ///
  /// - Parameters:
  ///   - name: A label for debuggers.
  ///   - qos: How important its work is to the user.
  public convenience init(name: String? = nil, qos: DispatchQoS = .default) {
    let queue = DispatchQueue(label: name ?? "", qos: qos)
    self.init(queue, QueueIdentity.new(for: queue))
  }

  /// Wraps a dispatch queue.
  ///
  /// - Parameter queue: Where the work runs. It is marked with a key (`setSpecific`) of this library.
  public convenience init(queue: DispatchQueue) {
    self.init(queue, QueueIdentity.of(queue))
  }

  /// Seconds of uptime, as Dispatch counts them: on Apple platforms it stands still while the machine sleeps.
  public var now: Double { Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 }

  /// Whether the caller already runs on this queue, as described above.
  ///
  /// - Complexity: O(n), where n is the number of ``sync(_:)`` calls that the caller is in, and of what the queues target
  ///   that these calls were made on.
  public func isCurrent() -> Bool {
    identity?.isCurrent ?? false
  }

  /// Runs `work` on the queue: at once if it ``isCurrent()``, otherwise as soon as its turn comes.
  ///
  /// - Parameter work: What to do.
  @preconcurrency
  public func async(_ work: @escaping @Sendable () -> Void) {
    if isCurrent() {
      work()
    } else {
      dispatchQueue.async(execute: work)
    }
  }

  /// Runs `work` on the queue and waits for it; at once if the queue ``isCurrent()``.
  ///
  /// Nothing must be held already that the queue itself needs: a queue that targets one which ``isCurrent()`` cannot be
  /// entered; Dispatch stops the program, or waits for ever.
  ///
  /// - Parameter work: What to do. It must not wait for anything that happens on a queue which the caller holds.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  /// - Complexity: O(1) besides the waiting. The first call from the work of a queue is O(n), where n is the number of
  ///   dispatch queues that a `Queue` was made for, or has shown by ``queue``, since the last call from there.
  @discardableResult
  @inlinable  // a result of a type that is only known at run time costs twice as much as the rest
  public func sync<R, Failure>(_ work: () throws(Failure) -> R) throws(Failure) -> R {
    if isCurrent() { return try work() }
    // Unwrapped without a check: `enter` has run the closure once when it returns (the test "sync waits, returns and
    // throws, …").
    var result: Result<R, Failure>?
    enter { result = Result(catching: work) }
    return try result.unsafelyUnwrapped.get()
  }

  @usableFromInline
  func enter(_ work: () -> Void) {
    // `run` uses the pointer before `queue.sync` returns, which is before it goes away (the tests "B25: …").
    withUnsafePointer(to: SyncFrame()) { frame in
      dispatchQueue.sync { SyncFrame.run(work, within: frame) }
    }
  }

  /// Runs `work` on the queue as soon as its turn comes, never at once.
  ///
  /// - Parameter work: What to do.
  @preconcurrency
  public func justDispatch(_ work: @escaping @Sendable () -> Void) {
    dispatchQueue.async(execute: work)
  }

  /// Runs `work` on the queue as soon as its turn comes, never at once, with an importance of its own.
  ///
  /// - Parameters:
  ///   - qos: How important this work is, whatever the queue's own importance is.
  ///   - work: What to do.
  @preconcurrency
  public func justDispatchWithQoS(qos: DispatchQoS, _ work: @escaping @Sendable () -> Void) {
    dispatchQueue.async(group: nil, qos: qos, flags: .enforceQoS, execute: work)
  }

  /// Runs `work` on the queue after a time, never at once.
  ///
  /// - Parameters:
  ///   - delay: Seconds. Zero, a negative number and NaN mean as soon as possible; infinity, and more than a
  ///     century, mean never.
  ///   - work: What to do.
  /// - Returns: Disposing of it in time cancels the work and releases it at once, on the thread that disposes. Dropping
  ///   it cancels nothing.
  @preconcurrency
  @discardableResult
  public func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    guard delay < Self.never else { return delay.isNaN ? after(0, work) : EmptyDisposable }
    guard delay > 0 else {
      // Not by a timer: work that is due at once keeps its place among what is dispatched.
      let delayed = DelayedWork(work, timer: nil)
      dispatchQueue.async { delayed.run() }
      return delayed
    }
    let timer = DispatchSource.makeTimerSource(queue: dispatchQueue)
    let delayed = DelayedWork(work, timer: timer)
    timer.setEventHandler { delayed.run() }
    let nanoseconds = UInt64((delay * 1e9).rounded(.up))
    let now = DispatchTime.now().uptimeNanoseconds
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: now + nanoseconds))
    timer.activate()
    return delayed
  }

  /// Runs `work` on the queue after a time, never at once, and can't be asked not to.
  ///
  /// The form without a result, for places where none may be: `return queue.after(1) { … }` in a function that returns
  /// nothing. It is SwiftSignalKit's only one.
  ///
  /// - Parameters:
  ///   - delay: Seconds, as in the form with a result.
  ///   - work: What to do.
  @preconcurrency
  @_disfavoredOverload
  public func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) {
    let _: any Disposable = after(delay, work)
  }

  /// A delay in seconds that nobody sees the end of, and whose nanoseconds `DispatchTime` can still hold.
  private static let never = 4e9
}

extension Scheduler where Self == Queue {
  /// The queue of the main thread.
  ///
  /// Something has to serve it: a run loop, or `dispatchMain()`.
  ///
  /// - Returns: The same object every time.
  public static func mainQueue() -> Queue { Queue.main }

  /// The system's concurrent queue of default importance.
  ///
  /// - Returns: The same object every time.
  public static func concurrentDefaultQueue() -> Queue { Queue.concurrentDefault }

  /// The system's concurrent queue for what the user does not wait for.
  ///
  /// - Returns: The same object every time.
  public static func concurrentBackgroundQueue() -> Queue { Queue.concurrentBackground }
}
