internal import SignalPrimitives

/// An object that lives on one queue, and its handle, which may be anywhere.
///
/// Use it for an object that is not safe to share: it is made, used and released on its serial queue, whatever thread
/// the handle is made, used and released on. The handle keeps the object; nobody else should.
///
/// ## Life
///
/// | state | what happens on the queue |
/// |---|---|
/// | waiting | the object is made as soon as the queue gets to it, also if nobody uses it; at once, if the handle is made or first used there |
/// | making | the object is being made; who uses the handle meanwhile, inside `generate`, gets nothing from ``with(_:)`` and ``unsafeGet()``, and ``syncWith(_:)`` stops the program |
/// | living | ``with(_:)`` and ``syncWith(_:)`` get the object |
/// | over | the handle has been released after everything that was asked of it had run; the object is released |
///
/// SwiftSignalKit's `QueueLocalObject`.
public final class QueueLocalObject<T: AnyObject>: @unchecked Sendable {
  // safe: `T` is made, used and released by the queue's work alone, and all else is Sendable; `living` stands for a retain, which the
  // last work of the handle gives back, after everything that was asked before. Known by QueueLocalObjectTests: "an object is
  // made, used and freed on its queue", "an object outlives every use that was asked for before its handle went away".
  private enum State {
    case waiting(generate: @Sendable () -> T)
    case making
    case living(Unmanaged<T>)
  }

  /// Where the object lives.
  public let queue: Queue

  // A queue that is concurrent against the rules is met with a wrong order, but not with a data race here.
  private let state: Guarded<State>

  /// Makes the object on its queue.
  ///
  /// - Parameters:
  ///   - queue: A serial queue.
  ///   - generate: Makes the object, once. It is released when it has run.
  @preconcurrency
  public init(queue: Queue, generate: @escaping @Sendable () -> T) {
    self.queue = queue
    state = Guarded(.waiting(generate: generate))
    queue.async { _ = self.object() }
  }

  deinit {
    guard case .living(let object) = state.withLock({ $0 }) else { return }
    // Reference counting by hand: a reference held by this thread might turn out to be the last.
    // safe: only the queue's work touches it; the retain is the work's now. Known by: "an object that nobody uses is made and freed on
    // its queue, too".
    nonisolated(unsafe) let unshared = object
    queue.async { unshared.release() }
  }

  /// The object, for code that already runs on its queue.
  ///
  /// Anywhere else, an assertion fails in debug builds.
  ///
  /// - Returns: The object, or `nil` while it is being made. Do not keep it.
  public func unsafeGet() -> T? {
    assert(queue.isCurrent(), "an object was taken away from its queue")
    return object()
  }

  /// Runs a closure with the object on the queue: at once if the queue is current, otherwise as soon as its turn comes.
  ///
  /// - Parameter f: Gets the object, and should not keep it. The object lives at least until `f` has returned.
  @preconcurrency
  public func with(_ f: @escaping @Sendable (T) -> Void) {
    queue.async {
      if let object = self.object() { f(object) }
    }
  }

  /// Runs a closure with the object on the queue and waits for it.
  ///
  /// Not to be called from inside `generate`: there is no object yet, and the program stops with a message.
  ///
  /// - Parameter f: Gets the object, and should not keep it.
  /// - Returns: What `f` returns.
  /// - Throws: What `f` throws.
  @preconcurrency
  @discardableResult
  public func syncWith<R: Sendable, Failure>(_ f: @Sendable (T) throws(Failure) -> R) throws(Failure) -> R {
    try queue.sync { () throws(Failure) -> R in
      guard let object = object() else {
        preconditionFailure("QueueLocalObject<\(T.self)>.syncWith was called while the object is being made")
      }
      return try f(object)
    }
  }

  /// Called on the queue; makes the object if nobody has.
  private func object() -> T? {
    let found = state.withLock { state in
      let found = state
      if case .waiting = state { state = .making }
      return found
    }
    switch found {
    case .waiting(let generate):
      let object = generate()
      state.withLock { $0 = .living(.passRetained(object)) }
      return object
    case .making: return nil
    case .living(let object): return object.takeUnretainedValue()
    }
  }
}
