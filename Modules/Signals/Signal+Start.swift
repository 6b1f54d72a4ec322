public import Disposables
public import Synchronization

extension Signal {
  /// Starts the signal.
  ///
  /// The subscription lives until it terminates or is disposed of. Letting go of what this returns does not end it; keep
  /// it with `asScoped()` to end it with its owner.
  ///
  /// - Delivery: The handlers run one at a time, on the thread that sends the event.
  /// - Disposal: What the handlers captured is released at the terminal event or at disposal.
  ///
  /// RAC and RxSwift call it `subscribe`, Combine `sink`.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  /// - Returns: What ends the subscription.
  @preconcurrency
  @discardableResult
  @inlinable public func start(
    next: (@Sendable (T) -> Void)? = nil,
    error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    guard runsForeignCode else {
      return subscribe(
        Sink(
          next: Self.handler(next), error: error ?? { _ in }, completed: completed ?? {}, scope: nil))
    }
    return begin { start in
      var (failed, ended): (@Sendable (E) -> Void, @Sendable () -> Void) = ({ _ in }, {})
      if let error { failed = { if start.isOpen { error($0) } else { DroppedErrors.report($0) } } }
      if let completed { ended = { if start.isOpen { completed() } } }
      return Sink(next: Self.handler(next, of: start), error: failed, completed: ended, scope: nil)
    }
  }

  // Not by `??` or `map`: a closure of generic types that has been in an optional is called by a detour.

  @inlinable static func handler(_ next: (@Sendable (T) -> Void)?) -> @Sendable (T) -> Bool {
    guard let next else { return { _ in true } }
    return { value in
      next(value)
      return true
    }
  }

  @inlinable static func handler(
    _ next: (@Sendable (T) -> Void)?, of start: StartedSignal
  ) -> @Sendable (T) -> Bool {
    guard let next else { return { _ in start.isOpen } }
    return { value in
      guard start.isOpen else { return false }
      next(value)
      return true
    }
  }

  /// Starts the signal as a part of another run: that of a subscriber.
  ///
  /// Use it in the generator of a signal that is made of other signals: in an operator of your own.
  ///
  ///     func doubled<E>(_ signal: Signal<Int, E>) -> Signal<Int, E> {
  ///       Signal { subscriber in
  ///         signal.start(
  ///           in: subscriber,
  ///           next: { subscriber.putNext($0 * 2) },
  ///           error: { subscriber.putError($0) },
  ///           completed: { subscriber.putCompletion() })
  ///       }
  ///     }
  ///
  /// The run is asked through: a source that is started this way and has not returned yet learns from its own
  /// ``Subscriber/isActive`` that the subscriber has ended, or that nobody downstream of it wants more. And it is disposed of
  /// with the subscriber, whether or not the generator returns what this returns.
  ///
  /// A plain ``start(next:error:completed:)`` in a generator is a business of its own, such as a save that is to be finished:
  /// it knows nothing of the subscriber, so an endless source that is started by it while the generator runs never stops.
  ///
  /// - Delivery: The handlers run one at a time, on the thread that sends the event, until the subscriber has ended.
  /// - Disposal: With the subscriber, or by what this returns. What the handlers captured is released at the terminal event or at
  ///   disposal.
  ///
  /// - Parameters:
  ///   - subscriber: Whose part the run is.
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  /// - Returns: What ends the run by itself. A generator may return it.
  @preconcurrency
  @discardableResult
  @inlinable public func start<U, F>(
    in subscriber: Subscriber<U, F>,
    next: (@Sendable (T) -> Void)? = nil,
    error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    let part = begin { start in
      Sink(
        next: { value in
          guard start.isOpen, !subscriber.isOver else { return false }
          next?(value)
          return start.isOpen && !subscriber.isOver
        },
        error: { if start.isOpen && !subscriber.isOver { error?($0) } else { DroppedErrors.report($0) } },
        completed: { if start.isOpen && !subscriber.isOver { completed?() } },
        scope: subscriber)
    }
    subscriber.subscription.adopt(part)
    return part
  }

  /// Starts the signal with a sink that asks whether it has been disposed of.
  @inlinable package func begin(_ makeSink: (StartedSignal) -> Sink<T, E>) -> any Disposable {
    let start = StartedSignal()
    start.upstream = subscribe(makeSink(start))
    return start
  }

  /// Starts the signal for its effect alone.
  ///
  /// The same as ``start(next:error:completed:)``; the name tells the reader that nobody is meant to dispose of it.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  /// - Returns: What ends the subscription.
  @preconcurrency
  @discardableResult
  @inlinable public func startStandalone(
    next: (@Sendable (T) -> Void)? = nil,
    error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    start(next: next, error: error, completed: completed)
  }

  /// Starts the signal, and reports the place if the result goes away without having been disposed of.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called once if the signal fails; nothing follows.
  ///   - completed: Called once if the signal completes; nothing follows.
  ///   - file: The file to name in a report.
  ///   - line: The line to name in a report.
  /// - Returns: What ends the subscription, and must be used to end it; see `StrictDisposable`.
  @preconcurrency
  @inlinable public func startStrict(
    next: (@Sendable (T) -> Void)? = nil,
    error: (@Sendable (E) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    file: String = #fileID,
    line: Int = #line
  ) -> any Disposable {
    start(next: next, error: error, completed: completed).strict(file: file, line: line)
  }
}

/// What `start` returns.
///
/// A closure of an operator may dispose of it with a value on the way: the handlers ask whether it has.
@_fixed_layout @usableFromInline
package final class StartedSignal: Finishable, @unchecked Sendable {
  // safe: `upstream` is written once, before this is returned, and read by nobody who has not got it by that: the handlers hold this
  // too, but ask `isOpen` alone. It is never emptied, so two threads may dispose at once. Known by GateTests, under ThreadSanitizer:
  // "eight threads disposing at once dispose of the upstream once".
  @usableFromInline let isDisposed = Atomic(false)
  @exclusivity(unchecked) @usableFromInline var upstream: (any Disposable)?

  @inlinable init() {}

  @inlinable package var isOpen: Bool { !isDisposed.load(ordering: .relaxed) }

  @usableFromInline package var isFinished: Bool {
    (upstream as? any Finishable)?.isFinished ?? isDisposed.load(ordering: .acquiring)
  }

  @usableFromInline package func dispose() {
    isDisposed.store(true, ordering: .releasing)
    upstream?.dispose()
  }
}
