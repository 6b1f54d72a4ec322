public import Disposables
public import SignalPrimitives
public import Signals

/// What becomes of a signal that arrives while as many run as may.
@frozen @usableFromInline
enum FlatteningPolicy: Sendable {
  /// It waits, behind the others.
  case wait
  /// It waits, in place of one that waited.
  case replaceWaiting
  /// It is dropped.
  case drop
}

/// Which inner signals run, which wait, and who has ended: decides, and does nothing.
@frozen @usableFromInline
struct FlatteningState<Inner> {
  @usableFromInline let limit: Int
  @usableFromInline let policy: FlatteningPolicy
  @usableFromInline var running = 0
  @usableFromInline var waiting = Fifo<Inner>()
  @usableFromInline var isOuterActive = true
  /// Values of `expand` that are on their way; each will bring a signal.
  @usableFromInline var unexpanded = 0

  @inlinable init(limit: Int, policy: FlatteningPolicy) {
    self.limit = limit
    self.policy = policy
  }

  /// - Returns: What to start now, and what to let go of.
  @inlinable mutating func outerSent(_ inner: Inner) -> (start: Inner?, dropped: Inner?) {
    if running < limit {
      running += 1
      return (inner, nil)
    }
    switch policy {
    case .wait:
      waiting.append(inner)
      return (nil, nil)
    case .replaceWaiting:
      let replaced = waiting.popFirst()
      waiting.append(inner)
      return (nil, replaced)
    case .drop:
      return (nil, inner)
    }
  }

  /// - Returns: What to start now, and whether the whole is complete.
  @inlinable mutating func innerCompleted() -> (start: Inner?, isComplete: Bool) {
    running -= 1
    return startNext()
  }

  /// - Returns: Whether the whole is complete.
  @inlinable mutating func outerCompleted() -> Bool {
    isOuterActive = false
    return isComplete
  }

  @inlinable mutating func valueSent() {
    unexpanded += 1
  }

  @inlinable mutating func valueExpanded(to inner: Inner) {
    unexpanded -= 1
    waiting.append(inner)
  }

  /// - Returns: What to start now, and whether the whole is complete.
  @inlinable mutating func startNext() -> (start: Inner?, isComplete: Bool) {
    if running < limit, let next = waiting.popFirst() {
      running += 1
      return (next, false)
    }
    return (nil, isComplete)
  }

  @inlinable var isComplete: Bool { running == 0 && waiting.isEmpty && unexpanded == 0 && !isOuterActive }
}

/// The signals of one start of an operator that runs several inner ones: those that run, and those that wait.
@_fixed_layout @usableFromInline
final class FlatteningInputs<Inner: Sendable>: Disposable {
  @usableFromInline let state: Guarded<FlatteningState<Inner>>
  /// Inner signals that are to be started now.
  @usableFromInline let starts = Turnstile()
  @usableFromInline let outer = MetaDisposable()
  @usableFromInline let inners = DisposableSet()

  @inlinable init(limit: Int, policy: FlatteningPolicy) {
    state = Guarded(FlatteningState(limit: limit, policy: policy))
  }

  @inlinable func dispose() {
    if starts.raise(Turnstile.closed).entered { starts.dropWaiting() } else { starts.dropNewest() }
    let waiting = state.withLock { $0.waiting.takeAll() }
    outer.dispose()
    inners.dispose()
    _ = waiting
  }
}

/// One start of an operator that runs several inner signals, a limited number at a time.
///
/// Starts wait in line: an inner signal that ends while it is being started lets the next one in only when its own start
/// has returned, so the stack does not grow with the number of signals.
@_fixed_layout @usableFromInline
final class Flattening<T: Sendable, E: Sendable>: Sendable {
  @usableFromInline typealias Inner = Signal<T, E>

  @usableFromInline let inputs: FlatteningInputs<Inner>
  @usableFromInline let gate: Subscriber<T, E>
  /// A value leads to another inner signal besides being sent, in `expand`.
  @usableFromInline let expands: Bool

  /// - Parameter expansion: What a value leads to. It runs in the gate, once the value is delivered: in the order of the
  ///   values, and one at a time.
  @inlinable init(
    _ sink: Sink<T, E>, limit: Int, policy: FlatteningPolicy, expansion: (@Sendable (T) -> Inner)? = nil
  ) {
    let inputs = FlatteningInputs<Inner>(limit: limit, policy: policy)
    self.inputs = inputs
    var sink = sink
    if let expansion {
      sink = Sink(
        next: { [sink] value in
          // The handler may have disposed of it.
          guard sink.next(value), !inputs.starts.isClosed else { return false }
          let inner = expansion(value)
          inputs.state.withLock { $0.valueExpanded(to: inner) }
          return true
        },
        error: sink.error,
        completed: sink.completed,
        scope: sink.scope)
    }
    gate = Subscriber(sink)
    expands = expansion != nil
    gate.attach(inputs)
  }

  @inlinable func subscribe<Outer: Sendable>(
    to signal: Signal<Outer, E>, _ receive: @escaping @Sendable (Outer) -> Void
  ) {
    inputs.outer.set(
      signal.subscribe(
        Sink(
          next: { value in
            receive(value)
            return !self.gate.isOver
          },
          error: { self.gate.putError($0) },
          completed: {
            if self.inputs.state.withLock({ $0.outerCompleted() }) { self.gate.putCompletion() }
          },
          scope: gate)))
  }

  @inlinable func add(_ inner: Inner) {
    let (_, isMine) = inputs.state.withLock { state in
      let (next, dropped) = state.outerSent(inner)
      return ((next, dropped), line(up: next))  // let go of outside the lock
    }
    // Or whoever was starting what waits has done so for long enough.
    if isMine || inputs.starts.enterIfOffered() { startWaiting() }
  }

  @inlinable func send(_ value: T) {
    guard expands else { return gate.putNext(value) }
    inputs.state.withLock { $0.valueSent() }
    gate.putNext(value)
    // Also for values that others have sent meanwhile, and that were expanded here.
    startNext { $0.startNext() }
  }

  @inlinable func startNext(
    _ decide: (inout FlatteningState<Inner>) -> (start: Inner?, isComplete: Bool)
  ) {
    let (_, isMine, isComplete) = inputs.state.withLock { state in
      let (next, isComplete) = decide(&state)
      return (next, line(up: next), isComplete)  // let go of outside the lock
    }
    if isMine { startWaiting() }
    if isComplete { gate.putCompletion() }
  }

  /// Gives a signal its place among those that are to be started, under the lock, so that they are started in their order.
  ///
  /// - Returns: Whether it is the caller's to start what is in line, after the unlock.
  @inlinable func line(up inner: Inner?) -> Bool {
    inner.map { inputs.starts.push($0) == .entered } ?? false
  }

  @inlinable func startWaiting() {
    var stint = Stint()
    while true {
      switch inputs.starts.next(Inner.self, &stint) {
      case .item(let inner): if !gate.isOver { subscribe(to: inner) }
      case .left, .marked: return
      case .closed: return inputs.starts.dropWaiting()
      }
    }
  }

  @inlinable func subscribe(to inner: Inner) {
    let subscription = MetaDisposable()
    inputs.inners.add(subscription)
    subscription.set(
      inner.subscribe(
        Sink(
          next: { value in
            self.send(value)
            return !self.gate.isOver
          },
          error: { self.gate.putError($0) },
          completed: {
            self.inputs.inners.remove(subscription)
            subscription.dispose()  // before the next begins
            self.startNext { $0.innerCompleted() }
          },
          scope: gate)))
  }
}

extension Signal {
  @inlinable func flattened<R: Sendable>(
    limit: Int, policy: FlatteningPolicy
  ) -> Signal<R, E> where T == Signal<R, E> {
    Signal<R, E>.bare(runsForeignCode: false) { sink in
      let flattening = Flattening(sink, limit: limit, policy: policy)
      flattening.subscribe(to: self) { flattening.add($0) }
      return flattening.gate.subscription
    }
  }
}
