public import Disposables
public import SignalPrimitives
public import Signals

extension Signal {
  /// Passes on the values of the newest of the signals that arrive.
  ///
  ///     ---x-------y-----|
  ///     x: -a-b-c-d-e-
  ///     y: --f-g-|
  ///     switchToLatest()
  ///     ----a-b-c-d--f-g-|
  ///
  /// The previous inner signal is disposed of before the new one is started; in the other order by
  /// ``switchToLatest(overlapping:)``.
  ///
  /// - Delivery: On the thread of the inner value. From the moment at which a new signal arrives, nothing of the
  ///   previous one is delivered, whatever was queued, and its completion counts no more.
  /// - Errors: Of the outer and of the newest inner signal are passed on. One of the previous inner signal that was queued when the
  ///   new one arrived counts no more.
  /// - Completion: When the outer and the newest inner signal have completed.
  ///
  /// RxSwift's and Combine's `switchToLatest`, ReactiveSwift's `flatten(.latest)`.
  ///
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func switchToLatest<R>() -> Signal<R, E> where T == Signal<R, E> {
    mapToSignal { $0 }
  }

  /// Passes on the values of the newest of the signals that arrive, and says which goes first: the old or the new.
  ///
  /// As ``switchToLatest()``. With `overlapping`, the previous inner signal is disposed of when the start of the new one has
  /// returned, and not before: a resource that both use, and that counts its users, stays open. It is SwiftSignalKit's order.
  /// Either way nothing of the previous one is delivered from the moment at which the new one has arrived.
  ///
  /// - Parameter overlapping: Whether a previous signal is disposed of after the start of the new one; otherwise, before it.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func switchToLatest<R>(overlapping: Bool) -> Signal<R, E> where T == Signal<R, E> {
    mapToSignal(overlapping: overlapping) { $0 }
  }

  /// Passes on the values of the signal that a function makes of the newest value.
  ///
  ///     --1-----2---|
  ///     mapToSignal { n in -n-n-n-n-| }
  ///     ---1-1-1-2-2-2-2-|
  ///
  /// It does what `map` and then ``switchToLatest()`` do. Use it where a new value makes the work for the previous one
  /// worthless: a search, the details of a selection.
  ///
  /// - Delivery: `f` runs on the thread of the outer value; the rest as in ``switchToLatest()``.
  /// - Stack: A signal that `f` makes by `mapToSignal` again, and so on, is as deep as it is nested: 10,000 levels fit the
  ///   main thread's 8 MiB in a release build. ``expand(_:)`` has no such limit.
  ///
  /// RxSwift's `flatMapLatest`, ReactiveSwift's `flatMap(.latest)`.
  ///
  /// - Parameter f: Makes the signal to continue with.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func mapToSignal<R>(_ f: @escaping @Sendable (T) -> Signal<R, E>) -> Signal<R, E> {
    Signal<R, E>.bare(runsForeignCode: false) { sink in
      let latest = LatestInner<R, E>(sink)
      latest.subscribe(to: self, f)
      return latest.gate.subscription
    }
  }

  /// Passes on the values of the signal that a function makes of the newest value, and says which goes first: the old or the
  /// new.
  ///
  /// As ``mapToSignal(_:)``; the order is that of ``switchToLatest(overlapping:)``.
  ///
  /// - Parameters:
  ///   - overlapping: Whether a previous signal is disposed of after the start of the new one; otherwise, before it.
  ///   - f: Makes the signal to continue with.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func mapToSignal<R>(
    overlapping: Bool, _ f: @escaping @Sendable (T) -> Signal<R, E>
  ) -> Signal<R, E> {
    guard overlapping else { return mapToSignal(f) }
    return Signal<R, E>.bare(runsForeignCode: false) { sink in
      let latest = LatestInner<R, E>(sink)
      latest.inputs.outer.set(self.subscribe(latest.overlappingOuterSink(f)))
      return latest.gate.subscription
    }
  }
}

/// Passes on the values of the newest of the signals that arrive; see ``Operators/Signals/Signal/switchToLatest()``.
///
/// - Parameter signal: Where the signals come from: `signals |> switchToLatest`.
@preconcurrency
@inlinable public func switchToLatest<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal.switchToLatest()
}

/// Passes on the values of the signal that a function makes of the newest value; see ``Operators/Signals/Signal/mapToSignal(_:)``.
///
/// - Parameter f: Makes the signal to continue with.
@preconcurrency
@inlinable public func mapToSignal<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.mapToSignal(f) }
}

/// Passes on the values of the newest of the signals that arrive; see ``Operators/Signals/Signal/switchToLatest(overlapping:)``.
///
/// - Parameter overlapping: Whether a previous signal is disposed of after the start of the new one; otherwise, before it.
@preconcurrency
@_disfavoredOverload
@inlinable public func switchToLatest<T, E>(
  overlapping: Bool
) -> (Signal<Signal<T, E>, E>) -> Signal<T, E> {
  { $0.switchToLatest(overlapping: overlapping) }
}

/// Passes on the values of the signal that a function makes of the newest value; see ``Operators/Signals/Signal/mapToSignal(overlapping:_:)``.
///
/// - Parameters:
///   - overlapping: Whether a previous signal is disposed of after the start of the new one; otherwise, before it.
///   - f: Makes the signal to continue with.
@preconcurrency
@_disfavoredOverload
@inlinable public func mapToSignal<T, R, E>(
  overlapping: Bool, _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.mapToSignal(overlapping: overlapping, f) }
}

/// Which inner signal counts, and who has ended: decides, and does nothing.
@frozen @usableFromInline
struct LatestInnerState {
  /// The number of outer values so far, and with it the name of the inner signal that counts.
  @usableFromInline var round: UInt = 0
  @usableFromInline var isOuterActive = true
  @usableFromInline var isInnerActive = false

  @inlinable init() {}

  /// - Returns: The new inner signal's round.
  @inlinable mutating func outerSent() -> UInt {
    round &+= 1
    isInnerActive = true
    return round
  }

  /// - Returns: Whether that completes the whole.
  @inlinable mutating func outerCompleted() -> Bool {
    isOuterActive = false
    return !isInnerActive
  }

  /// - Returns: Whether that completes the whole.
  @inlinable mutating func innerCompleted(in round: UInt) -> Bool {
    guard round == self.round else { return false }
    isInnerActive = false
    return !isOuterActive
  }
}

/// The subscriptions of one start of `switchToLatest`.
@_fixed_layout @usableFromInline
final class LatestInputs: Disposable {
  @frozen @usableFromInline struct State {
    @usableFromInline var decided = LatestInnerState()
    @usableFromInline var inner: (any Disposable)?
    /// What counts no more, and goes on until the next has been started, if the two are to overlap.
    @usableFromInline var previous: (any Disposable)?
    /// It was disposed of, or has failed.
    @usableFromInline var isOver = false

    @inlinable init() {}

    /// - Returns: Whether the error of an inner signal counts, and is the end.
    @inlinable mutating func fails(in round: UInt) -> Bool {
      let counts = round == decided.round && !isOver
      if counts { isOver = true }
      return counts
    }

    @inlinable mutating func takeInner() -> (any Disposable)? {
      let taken = inner
      inner = nil
      return taken
    }

    @inlinable mutating func takePrevious() -> (any Disposable)? {
      let taken = previous
      previous = nil
      return taken
    }
  }

  @usableFromInline let state = Guarded(State())
  @usableFromInline let outer = MetaDisposable()

  @inlinable init() {}

  @usableFromInline func dispose() {
    let (inner, previous) = state.withLock { state in
      state.isOver = true
      return (state.takeInner(), state.takePrevious())
    }
    outer.dispose()
    previous?.dispose()
    inner?.dispose()
  }
}

/// One start of `switchToLatest`.
@_fixed_layout @usableFromInline
final class LatestInner<T: Sendable, E: Sendable>: Sendable {
  /// What an inner signal sends waits in the gate together with its round: if a new signal arrives meanwhile, it is not delivered.
  @frozen @usableFromInline struct Output: Sendable {
    @usableFromInline enum Content: Sendable {
      case value(T)
      case error(E)
    }

    @usableFromInline let content: Content
    @usableFromInline let round: UInt

    @inlinable init(_ content: Content, round: UInt) {
      self.content = content
      self.round = round
    }
  }

  @usableFromInline let inputs: LatestInputs
  @usableFromInline let gate: Subscriber<Output, E>
  @usableFromInline let scope: EndingScope<LatestInputs>

  @inlinable @inline(never) init(_ sink: __shared Sink<T, E>) {
    let inputs = LatestInputs()
    self.inputs = inputs
    gate = Subscriber(
      Sink(
        next: { output in
          switch output.content {
          case .value(let value):
            let isCurrent = inputs.state.withLock { $0.decided.round == output.round }
            return isCurrent ? sink.next(value) : true
          case .error(let error):
            guard inputs.state.withLock({ $0.fails(in: output.round) }) else {
              DroppedErrors.report(error)
              return true
            }
            sink.error(error)
            return false
          }
        },
        error: sink.error,
        completed: sink.completed,
        scope: sink.scope))
    scope = EndingScope(inputs, outer: gate)
    gate.attach(inputs)
  }

  // How deep a signal can nest itself depends on what each level has on the stack. So what surrounds a call that may lead
  // to the next level is made by functions that have returned by then.

  @inlinable @inline(__always) func subscribe<Outer: Sendable>(
    to signal: Signal<Outer, E>, _ f: @escaping @Sendable (Outer) -> Signal<T, E>
  ) {
    inputs.outer.set(signal.subscribe(outerSink(f)))
  }

  @inlinable @inline(never) func outerSink<Outer: Sendable>(
    _ f: @escaping @Sendable (Outer) -> Signal<T, E>
  ) -> Sink<Outer, E> {
    Sink(
      next: { self.start(f($0)) },
      error: { self.gate.putError($0) },
      completed: {
        self.redeem { state in
          state.decided.outerCompleted() ? self.gate.reserve(event: .completed) : .nothing
        }
      },
      scope: scope)
  }

  @inlinable @inline(never) func overlappingOuterSink<Outer: Sendable>(
    _ f: @escaping @Sendable (Outer) -> Signal<T, E>
  ) -> Sink<Outer, E> {
    let sink = outerSink(f)
    return Sink(
      next: { self.startOverlapping(f($0)) }, error: sink.error, completed: sink.completed, scope: sink.scope)
  }

  /// Replaces the inner signal; never entered twice at a time, as the outer signal is serial.
  ///
  /// - Returns: Whether more is wanted.
  @inlinable func start(_ signal: Signal<T, E>) -> Bool {
    guard let round = beginRound() else { return false }
    return keep(signal.subscribe(innerSink(round)))
  }

  /// As `start`, but the previous inner signal, which counts no more, goes on until this one has been started.
  @inlinable func startOverlapping(_ signal: Signal<T, E>) -> Bool {
    let round = inputs.state.withLock { state -> UInt? in
      guard !state.isOver else { return nil }
      state.previous = state.takeInner()
      return state.decided.outerSent()
    }
    guard let round, !gate.isOver else { return false }
    let wantsMore = keep(signal.subscribe(overlappingInnerSink(round)))
    inputs.state.withLock { $0.takePrevious() }?.dispose()
    return wantsMore
  }

  /// - Returns: The number of the round, unless nobody wants more.
  @inlinable @inline(never) func beginRound() -> UInt? {
    let (round, previous) = inputs.state.withLock { state -> (UInt?, (any Disposable)?) in
      state.isOver ? (nil, nil) : (state.decided.outerSent(), state.takeInner())
    }
    previous?.dispose()
    return gate.isOver ? nil : round
  }

  @inlinable @inline(never) func innerSink(_ round: UInt) -> Sink<T, E> {
    Sink(
      next: { value in
        self.redeem { state in
          guard round == state.decided.round else { return nil }
          return self.gate.reserve(Output(.value(value), round: round))
        }
      },
      error: { error in
        self.redeem { state in
          round == state.decided.round ? self.gate.reserve(Output(.error(error), round: round)) : .nothing
        }
      },
      completed: {
        self.redeem { state in
          state.decided.innerCompleted(in: round) ? self.gate.reserve(event: .completed) : .nothing
        }
      },
      scope: scope)
  }

  /// As `innerSink`, but the signal goes on, unheard, when it counts no more: it will be disposed of.
  @inlinable @inline(never) func overlappingInnerSink(_ round: UInt) -> Sink<T, E> {
    let sink = innerSink(round)
    return Sink(
      next: { value in
        self.redeem { state in
          guard round == state.decided.round else { return .nothing }
          return self.gate.reserve(Output(.value(value), round: round))
        }
      },
      error: sink.error, completed: sink.completed, scope: sink.scope)
  }

  /// - Returns: Whether more is wanted.
  @inlinable @inline(never) func keep(_ inner: any Disposable) -> Bool {
    let isStale = inputs.state.withLock { state in
      if state.isOver { return true }
      state.inner = inner
      return false
    }
    if isStale { inner.dispose() }
    return !gate.isOver
  }

  /// - Returns: Whether more is wanted. The decision is `nil` for an input that counts no more.
  @inlinable @inline(__always) @discardableResult func redeem(
    _ decide: (inout LatestInputs.State) -> Ticket<Output>?
  ) -> Bool {
    guard let ticket = inputs.state.withLock(decide) else { return false }
    return gate.redeem(ticket)
  }
}

/// What an error of an inner signal ends: it comes as a value of the gate, which closes after it.
extension LatestInputs: Ending {
  @usableFromInline var isOver: Bool { state.withLock { $0.isOver } }
}
