public import Concurrency
public import Disposables
public import Locking
public import Signals

/// Combines the newest values of two signals into a pair, at each value of either.
///
///     -a---b------|
///     ---1---2-3-|
///     combineLatest
///     ---A-B-C-D--|   A: (a,1)  B: (b,1)  C: (b,2)  D: (b,3)
///
/// Nothing is sent before each input has sent a value. The inputs are started in the order of the arguments.
///
/// - Delivery: On the thread of the value that made the pair, or on `queue`. When several threads send, pairs are
///   delivered in the order in which they were formed, and the last one is the final state.
/// - Errors: The first one is passed on, and the other input is disposed of.
/// - Completion: When all inputs have completed.
///
/// - Parameters:
///   - queue: Where to deliver, as by `deliverOn`; `nil` for no move.
///   - s1: The first input.
///   - s2: The second input.
/// - Returns: A signal of pairs.
@preconcurrency
@inlinable public func combineLatest<T1, T2, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>
) -> Signal<(T1, T2), E> {
  Signal(onSubscribe: { sink in
    let first = LatestCell<T1>()
    let second = LatestCell<T2>()
    let combination = Combination<(T1, T2), E>(sink, inputs: 2) { (first.newest(), second.newest()) }
    combination.subscribe(to: s1, first)
    combination.subscribe(to: s2, second)
    return combination.gate
  }).delivered(on: queue)
}

/// Combines the newest values of any number of signals into a tuple, at each value of any.
///
/// As for two signals; see ``combineLatest(queue:_:_:)``.
///
/// - Parameters:
///   - queue: Where to deliver, as by `deliverOn`; `nil` for no move.
///   - signals: The inputs.
/// - Returns: A signal of tuples, one element for each input.
/// - Complexity: O(*n*) a value, for *n* inputs.
@preconcurrency
@inlinable public func combineLatest<each T, E>(
  queue: (any Scheduler)? = nil, _ signals: repeat Signal<each T, E>
) -> Signal<(repeat each T), E> {
  Signal(onSubscribe: { sink in
    let cells = (repeat LatestCell<each T>())
    var count = 0
    for _ in repeat each cells { count += 1 }
    let combination = Combination<(repeat each T), E>(sink, inputs: count) { (repeat (each cells).newest()) }
    repeat combination.subscribe(to: each signals, each cells)
    return combination.gate
  }).delivered(on: queue)
}

/// Combines the newest values of the signals of an array into an array, at each value of any.
///
/// As for two signals; see ``combineLatest(queue:_:_:)``. Without any input it sends `[]` and completes.
///
/// - Parameters:
///   - queue: Where to deliver, as by `deliverOn`; `nil` for no move.
///   - signals: The inputs.
/// - Returns: A signal of arrays, in the order of the inputs.
/// - Complexity: O(*n*) a value, for *n* inputs.
@preconcurrency
@inlinable public func combineLatest<T, E>(
  queue: (any Scheduler)? = nil, _ signals: [Signal<T, E>]
) -> Signal<[T], E> {
  guard !signals.isEmpty else { return Signal.single([]).delivered(on: queue) }
  return Signal(onSubscribe: { sink in
    let cells = signals.map { _ in LatestCell<T>() }
    let combination = Combination<[T], E>(sink, inputs: signals.count) { cells.map { $0.newest() } }
    for (signal, cell) in zip(signals, cells) {
      combination.subscribe(to: signal, cell)
    }
    return combination.gate
  }).delivered(on: queue)
}

extension Signal {
  @inlinable func delivered(on queue: (any Scheduler)?) -> Signal {
    queue.map(deliverOn) ?? self
  }
}

/// The newest value of one input. Guarded by the combination's lock.
@usableFromInline
final class LatestCell<T>: @unchecked Sendable {  // safe: reached only under the lock of the `Combination`
  @usableFromInline var value: T?

  @inlinable init() {}

  /// To be called when every input has sent a value.
  @inlinable func newest() -> T {
    guard let value else { preconditionFailure("combined before every input had sent a value") }
    return value
  }
}

/// One start of `combineLatest`, for inputs of any types: each keeps its value in a cell of its own.
@usableFromInline
final class Combination<Output: Sendable, E: Sendable>: Sendable {
  @usableFromInline struct Progress {
    /// Inputs that have not sent a value yet.
    @usableFromInline var silent: Int
    /// Inputs that have not completed yet.
    @usableFromInline var active: Int

    @inlinable init(inputs: Int) {
      silent = inputs
      active = inputs
    }
  }

  @usableFromInline let progress: Guarded<Progress>
  @usableFromInline let gate: Subscriber<Output, E>
  @usableFromInline let inputs = DisposableSet()
  /// Runs under the lock; it copies values and nothing else.
  @usableFromInline let combine: @Sendable () -> Output

  @inlinable init(_ sink: Sink<Output, E>, inputs count: Int, combine: @escaping @Sendable () -> Output) {
    progress = Guarded(Progress(inputs: count))
    gate = Subscriber(sink)
    self.combine = combine
    gate.attach(inputs)
  }

  @inlinable func subscribe<T>(to signal: Signal<T, E>, _ cell: LatestCell<T>) {
    guard gate.isActive else { return }
    inputs.add(
      signal.subscribe(
        Sink(
          next: { self.receive($0, cell) },
          error: { self.gate.putError($0) },
          completed: {
            let ticket = self.progress.withLock { progress -> Ticket<Output> in
              progress.active -= 1
              return progress.active == 0 ? self.gate.reserve(event: .completed) : .nothing
            }
            self.gate.redeem(ticket)
          })))
  }

  /// - Returns: Whether more is wanted.
  @inlinable func receive<T>(_ value: T, _ cell: LatestCell<T>) -> Bool {
    let (replaced, ticket) = progress.withLock { progress -> (T?, Ticket<Output>) in
      let replaced = cell.value
      cell.value = value
      if replaced == nil { progress.silent -= 1 }
      return (replaced, progress.silent == 0 ? gate.reserve(combine()) : .nothing)
    }
    gate.redeem(ticket)
    _ = replaced  // let go of outside the lock
    return gate.isActive
  }
}
