public import Disposables
public import SignalPrimitives
public import Synchronization

/// The inputs of one run of an operator that has several; see ``Signal/joining(_:)``.
///
/// It has one turn for all of them. Who has it calls a sink; what others bring meanwhile is queued, and whoever has it deals with that.
@_fixed_layout @preconcurrency
public final class Inputs<U: Sendable, F: Sendable>: Scope, Sendable {
  /// What the start returns.
  ///
  /// It holds what disposes of the inputs, and not this, which their sinks hold.
  @usableFromInline let subscription: Subscription
  @usableFromInline let runs = DisposableSet()
  @usableFromInline package let outer: (any Scope)?

  @inlinable init(_ sink: SinkBox<U, F>, outer: (any Scope)?) {
    self.outer = outer
    subscription = Subscription(sink: sink)
    subscription.attach(runs)
  }

  /// No input can send any more.
  deinit {
    subscription.abandon()
  }

  /// Whether the run is over.
  @inlinable package var isOver: Bool { subscription.turn.isClosed }

  /// Starts an input, unless the run is over.
  ///
  /// - Parameters:
  ///   - signal: What to start.
  ///   - sink: Where its events go. When it answers `false`, the input is disposed of, and the others go on.
  /// - Returns: What ends this input alone. The end of the run ends it as well.
  @preconcurrency
  @discardableResult
  @inlinable public func start<T, E>(_ signal: Signal<T, E>, _ sink: Sink<T, E>) -> any Disposable {
    guard !isOver, outer.isOpen else { return EmptyDisposable }
    let run = InputRun()
    let (next, error, completed) = (sink.next, sink.error, sink.completed)
    run.attach(
      signal.subscribe(
        Sink(
          next: { self.send($0, of: run, to: next) },
          error: { failure in
            self.queue { isOver in
              if isOver || !run.end() { DroppedErrors.report(failure) } else { error(failure) }
            }
          },
          completed: {
            self.queue { isOver in
              if !isOver && run.end() { completed() }
            }
          },
          scope: EndingScope(run, outer: self))))
    runs.add(run)
    return run
  }

  // MARK: The downstream

  /// For the holder of the turn; and for who starts the inputs, before the first.
  ///
  /// It holds what is downstream, and this does not: a source may keep its scope, which holds this, when all is over.
  @inlinable func downstream(_ sink: SinkBox<U, F>) -> Sink<U, F> {
    Sink(
      next: { value in
        guard !self.isOver else { return false }
        if sink.next(value) { return !self.isOver }
        _ = self.end {}
        return false
      },
      error: { error in
        if !self.end({ sink.error(error) }) { DroppedErrors.report(error) }
      },
      completed: { _ = self.end { sink.completed() } })
  }

  /// - Returns: Whether it was not over before.
  @inlinable @inline(never) func end(_ deliver: () -> Void) -> Bool {
    let (before, entered) = subscription.turn.raise(Turnstile.closed)
    let isFirst = before & Turnstile.closed == 0
    if isFirst { deliver() }
    if entered { finish() }
    return isFirst
  }

  // MARK: The turn

  /// What waits for the turn: it is told whether the run is over meanwhile.
  @usableFromInline typealias Waiting = @Sendable (_ isOver: Bool) -> Void

  /// - Returns: Whether more is wanted.
  @inlinable @inline(__always) func send<T: Sendable>(
    _ value: T, of run: InputRun, to next: @escaping @Sendable (T) -> Bool
  ) -> Bool {
    if subscription.turn.enter() {
      if !run.isOver && !next(value) { run.dispose() }
      if !subscription.turn.leave() { drain() }
    } else {
      wait(value, of: run, to: next)
    }
    return !run.isOver && !isOver
  }

  @inlinable @inline(never) func wait<T: Sendable>(
    _ value: T, of run: InputRun, to next: @escaping @Sendable (T) -> Bool
  ) {
    queue { isOver in
      if !isOver && !run.isOver && !next(value) { run.dispose() }
    }
  }

  @inlinable @inline(never) func queue(_ waiting: @escaping Waiting) {
    switch subscription.turn.push(waiting) {
    case .queued: break
    case .refused: waiting(true)
    case .entered: drain()
    }
  }

  /// Deals with everything that is queued, and gives the turn back; or another takes it over.
  @inlinable @inline(never) func drain() {
    var stint = Stint()
    while true {
      switch subscription.turn.next(Waiting.self, &stint) {
      case .item(let waiting): waiting(false)
      case .left, .marked: return
      case .closed: return finish()
      }
    }
  }

  /// For the holder of the turn, once closed.
  @inlinable @inline(never) func finish() {
    while let late = subscription.turn.takeOldest(Waiting.self) { late(true) }
    subscription.finish()
  }
}

extension Inputs: CustomStringConvertible {
  /// `Inputs<Int, Never>(active)` or `Inputs<Int, Never>(ended)`.
  public var description: String { "Inputs<\(U.self), \(F.self)>(\(isOver ? "ended" : "active"))" }
}

/// What ends one input.
@_fixed_layout @usableFromInline
final class InputRun: Finishable, @unchecked Sendable {
  // safe: `upstream` is written once, before the mark `attached` is raised, and read by those alone who have seen that mark; it is never
  // emptied, so two threads may dispose at once. Known by Tests/SignalsTests/JoiningTests, under ThreadSanitizer: "an input that is
  // not wanted any more is disposed of, whichever thread finds out".
  @usableFromInline let marks = Atomic<UInt>(0)
  @exclusivity(unchecked) @usableFromInline var upstream: (any Disposable)?

  @inlinable static var attached: UInt { 1 }
  @inlinable static var over: UInt { 2 }

  @inlinable init() {}

  /// Whether nothing of it is delivered any more.
  @inlinable var isOver: Bool { marks.load(ordering: .acquiring) & Self.over != 0 }

  @usableFromInline package var isFinished: Bool { isOver }

  @inlinable func attach(_ disposable: any Disposable) {
    upstream = disposable
    if raise(Self.attached) & Self.over != 0 { disposable.dispose() }
  }

  @usableFromInline package func dispose() {
    if raise(Self.over) & Self.attached != 0 { upstream?.dispose() }
  }

  /// It has ended by itself.
  ///
  /// - Returns: Whether it was not over before.
  @inlinable func end() -> Bool { raise(Self.over) & Self.over == 0 }

  @inlinable func raise(_ mark: UInt) -> UInt {
    marks.bitwiseOr(mark, ordering: .acquiringAndReleasing).oldValue
  }
}

extension InputRun: Ending {}
