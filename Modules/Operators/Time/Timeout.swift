public import Concurrency
public import Disposables
public import SignalPrimitives
public import Signals

extension Signal {
  /// Continues with another signal if there has been no event for a time.
  ///
  ///     ---a-|
  ///     timeout(2, queue: scheduler, alternate: -x|)
  ///     ---x|
  ///
  /// Only the first event counts, also one that is sent while the signal starts: after it, the signal may take its
  /// time.
  ///
  /// - Delivery: Each signal sends where it sends; the alternate one is started on `queue`.
  /// - Errors: Of either are passed on.
  /// - Disposal: Of whichever is running, and of the timer. When the time has passed, the signal is disposed of before
  ///   the alternate one is started; in the other order by ``timeout(_:queue:alternate:overlapping:)``.
  ///
  /// RxSwift's `timeout(_:other:scheduler:)` counts the time between all values.
  ///
  /// - Parameters:
  ///   - timeout: The time within which an event has to come.
  ///   - queue: Whose time it is, and where to start the other signal.
  ///   - alternate: What to continue with.
  /// - Returns: A signal of one of the two's events.
  @preconcurrency
  @inlinable public func timeout(
    _ timeout: some TimeSpan, queue: any Scheduler, alternate: Signal<T, E>
  ) -> Signal<T, E> {
    self.timeout(timeout, queue: queue, alternate: alternate, overlapping: false)
  }

  /// Continues with another signal if there has been no event for a time, and says which goes first: the old or the new.
  ///
  /// As ``timeout(_:queue:alternate:)``. With `overlapping`, the signal is disposed of when the start of the
  /// alternate one has returned, and not before: a resource that both use stays open. It is SwiftSignalKit's order. Either
  /// way nothing of the signal is delivered once the time has passed.
  ///
  /// - Parameters:
  ///   - timeout: The time within which an event has to come.
  ///   - queue: Whose time it is, and where to start the other signal.
  ///   - alternate: What to continue with.
  ///   - overlapping: Whether the signal is disposed of after the start of the alternate one; otherwise, before it.
  /// - Returns: A signal of one of the two's events.
  @preconcurrency
  @inlinable public func timeout(
    _ timeout: some TimeSpan, queue: any Scheduler, alternate: Signal<T, E>, overlapping: Bool
  ) -> Signal<T, E> {
    let timeout = timeout.inSeconds
    return .bare(runsForeignCode: false) { sink in
      let deadline = Deadline(sink)
      deadline.state.timer.set(
        queue.after(timeout) { deadline.pass(to: alternate, overlapping: overlapping) })
      deadline.subscribe(to: self)
      return deadline.gate.subscription
    }
  }

  /// Fails if there has been no event for a time.
  ///
  ///     ---a-|
  ///     timeout(2, queue: scheduler, error: failure)
  ///     --#
  ///
  /// ``timeout(_:queue:alternate:)`` with a signal that fails.
  ///
  /// - Delivery: That error on `queue`, everything else where the signal sends.
  ///
  /// ReactiveSwift's `timeout(after:raising:on:)` sets a limit to the whole of a signal.
  ///
  /// - Parameters:
  ///   - timeout: The time within which an event has to come.
  ///   - queue: Whose time it is, and where to fail.
  ///   - error: What to fail with.
  /// - Returns: The same signal, unless it is late.
  @preconcurrency
  @inlinable public func timeout(_ timeout: some TimeSpan, queue: any Scheduler, error: E) -> Signal<T, E> {
    self.timeout(timeout, queue: queue, alternate: .fail(error))
  }
}

/// Continues with another signal if there has been no event for a time; see ``Operators/Signals/Signal/timeout(_:queue:alternate:)``.
///
/// - Parameters:
///   - timeout: The time within which an event has to come.
///   - queue: Whose time it is, and where to start the other signal.
///   - alternate: What to continue with.
@preconcurrency
@_disfavoredOverload
@inlinable public func timeout<T, E>(
  _ timeout: some TimeSpan, queue: any Scheduler, alternate: Signal<T, E>
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.timeout(timeout, queue: queue, alternate: alternate) }
}

/// Continues with another signal if there has been no event for a time; see
/// ``Operators/Signals/Signal/timeout(_:queue:alternate:overlapping:)``.
///
/// - Parameters:
///   - timeout: The time within which an event has to come.
///   - queue: Whose time it is, and where to start the other signal.
///   - alternate: What to continue with.
///   - overlapping: Whether the signal is disposed of after the start of the alternate one; otherwise, before it.
@preconcurrency
@_disfavoredOverload
@inlinable public func timeout<T, E>(
  _ timeout: some TimeSpan, queue: any Scheduler, alternate: Signal<T, E>, overlapping: Bool
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.timeout(timeout, queue: queue, alternate: alternate, overlapping: overlapping) }
}

/// Fails if there has been no event for a time; see ``Operators/Signals/Signal/timeout(_:queue:error:)``.
///
/// - Parameters:
///   - timeout: The time within which an event has to come.
///   - queue: Whose time it is, and where to fail.
///   - error: What to fail with.
@preconcurrency
@_disfavoredOverload
@inlinable public func timeout<T, E: Sendable>(
  _ timeout: some TimeSpan, queue: any Scheduler, error: E
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.timeout(timeout, queue: queue, error: error) }
}

/// How far one start of `timeout` is.
///
///     state     first event of the signal          time is up                            later events
///     ───────── ────────────────────────────────── ───────────────────────────────────── ────────────
///     waiting   → in time: delivered               → late: signal disposed of, the       –
///                                                  alternate one is started
///     in time   –                                  nothing                               delivered
///     late      ignored                            –                                     ignored
@_fixed_layout @usableFromInline
final class TimeoutState: Disposable {
  @usableFromInline enum Progress {
    case waiting
    case inTime
    case late
  }

  @usableFromInline let progress = Guarded(Progress.waiting)
  @usableFromInline let timer = MetaDisposable()
  @usableFromInline let signal = MetaDisposable()
  @usableFromInline let alternate = MetaDisposable()

  @inlinable init() {}

  @usableFromInline func dispose() {
    timer.dispose()
    signal.dispose()
    alternate.dispose()
  }
}

/// One start of `timeout`.
@_fixed_layout @usableFromInline
final class Deadline<T: Sendable, E: Sendable>: Sendable {
  @usableFromInline let state = TimeoutState()
  @usableFromInline let gate: Subscriber<T, E>

  @inlinable init(_ sink: Sink<T, E>) {
    gate = Subscriber(sink)
    gate.attach(state)
  }

  /// Starts the signal, unless the time is up already.
  @inlinable func subscribe(to source: Signal<T, E>) {
    guard gate.isActive, state.progress.withLock({ $0 }) == .waiting else { return }
    state.signal.set(
      source.subscribe(
        Sink(
          next: { self.send(.next($0)) },
          error: { _ = self.send(.error($0)) },
          completed: { _ = self.send(.completed) },
          scope: EndingScope(state, outer: gate))))
  }

  /// - Returns: Whether more is wanted.
  @inlinable func send(_ event: SignalEvent<T, E>) -> Bool {
    let (before, ticket) = state.progress.withLock { progress -> (TimeoutState.Progress, Ticket<T>) in
      let before = progress
      if progress == .waiting { progress = .inTime }
      return (before, progress == .late ? .nothing : gate.reserve(event: event))
    }
    if before == .waiting { state.timer.dispose() }
    gate.redeem(ticket)
    // A signal that is late goes on, unheard, until it is disposed of: that may be after the start of the alternate one.
    return (before != .late || !state.signal.isDisposed) && !gate.isOver
  }

  @inlinable func pass(to other: Signal<T, E>, overlapping: Bool) {
    let isLate = state.progress.withLock { progress in
      guard progress == .waiting else { return false }
      progress = .late
      return true
    }
    guard isLate else { return }
    if !overlapping { state.signal.dispose() }
    if gate.isActive { state.alternate.set(other.subscribe(gate.asSink)) }
    if overlapping { state.signal.dispose() }
  }
}

extension TimeoutState: Ending {
  @usableFromInline var isOver: Bool { progress.withLock { $0 } == .late }
}
