public import Dispatch
public import Disposables

/// A dispatch queue that knows whether it is the current one.
///
/// Use it to say where work runs: `deliverOn(queue)`, `Timer(…, queue: queue)`. Where a test should put virtual time in
/// its place, take `any` ``Scheduler`` instead.
///
/// ## When a queue is current
///
/// A queue is current for the work that runs on it, on a queue that targets it, and in everything that such work runs
/// through ``sync(_:)`` of other queues: in `a.sync { b.sync { … } }` both `a` and `b` are current, because `a` can
/// start nothing else before the inner closure has returned. Blocks that were entered through `DispatchQueue.sync`
/// hide the queues outside them.
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
  public let queue: DispatchQueue

  private let identity: QueueIdentity?

  /// Makes a serial queue.
  ///
  /// - Parameters:
  ///   - name: A label for debuggers.
  ///   - qos: How important its work is to the user.
  public convenience init(name: String? = nil, qos: DispatchQoS = .default) {
    self.init(queue: DispatchQueue(label: name ?? "", qos: qos))
  }

  /// Wraps a dispatch queue.
  ///
  /// - Parameter queue: Where the work runs. It is marked with a key (`setSpecific`) of this library.
  public init(queue: DispatchQueue) {
    self.queue = queue
    identity = QueueIdentity.of(queue)
  }

  /// Seconds of uptime, as Dispatch counts them: on Apple platforms it stands still while the machine sleeps.
  public var now: Double { Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 }

  /// Whether the caller already runs on this queue, as described above.
  ///
  /// - Complexity: O(n), where n is the number of ``sync(_:)`` calls that the caller is in.
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
      queue.async(execute: work)
    }
  }

  /// Runs `work` on the queue and waits for it; at once if the queue ``isCurrent()``.
  ///
  /// - Parameter work: What to do. It must not wait for anything that happens on a queue which the caller holds.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  @discardableResult
  @inlinable  // a result of a type that is only known at run time costs twice as much as the rest
  public func sync<R, Failure>(_ work: () throws(Failure) -> R) throws(Failure) -> R {
    if isCurrent() { return try work() }
    var result: Result<R, Failure>?  // set when `enter` returns
    enter { result = Result(catching: work) }
    return try result.unsafelyUnwrapped.get()
  }

  @usableFromInline
  func enter(_ work: () -> Void) {
    withUnsafePointer(to: SyncFrame()) { frame in
      queue.sync { SyncFrame.run(work, within: frame) }
    }
  }

  /// Runs `work` on the queue as soon as its turn comes, never at once.
  ///
  /// - Parameter work: What to do.
  @preconcurrency
  public func justDispatch(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  /// Runs `work` on the queue as soon as its turn comes, never at once, with an importance of its own.
  ///
  /// - Parameters:
  ///   - qos: How important this work is, whatever the queue's own importance is.
  ///   - work: What to do.
  @preconcurrency
  public func justDispatchWithQoS(qos: DispatchQoS, _ work: @escaping @Sendable () -> Void) {
    queue.async(group: nil, qos: qos, flags: .enforceQoS, execute: work)
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
      queue.async { delayed.run() }
      return delayed
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let delayed = DelayedWork(work, timer: timer)
    timer.setEventHandler { delayed.run() }
    let nanoseconds = UInt64((delay * 1e9).rounded(.up))
    let now = DispatchTime.now().uptimeNanoseconds
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: now + nanoseconds))
    timer.activate()
    return delayed
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
