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
  Signal.bare { sink in
    let combination = Combination<(T1?, T2?), (T1, T2), E>(sink, inputs: 2, cells: (nil, nil)) { cells in
      guard let first = cells.0, let second = cells.1 else { return nil }
      return (first, second)
    }
    combination.subscribe(to: s1) { value, cells in swap(&cells.0, &value) }
    combination.subscribe(to: s2) { value, cells in swap(&cells.1, &value) }
    return combination.gate
  }.delivered(on: queue)
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
  Signal.bare { sink in
    let cells = (repeat LatestCell<each T>())
    var count = 0
    for _ in repeat each cells { count += 1 }
    let silent = SilentInputs(count)
    let combination = Combination<SilentInputs, (repeat each T), E>(
      sink, inputs: count, cells: silent
    ) { silent in
      silent.count == 0 ? (repeat (each cells).newest()) : nil
    }
    repeat combination.subscribe(to: each signals, each cells)
    return combination.gate
  }.delivered(on: queue)
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
  return Signal.bare { sink in
    let count = signals.count
    let combination = Combination<(values: [T?], silent: Int), [T], E>(
      sink, inputs: count, cells: (Array(repeating: nil, count: count), count)
    ) { cells in
      cells.silent == 0 ? cells.values.compactMap(\.self) : nil
    }
    for (index, signal) in signals.enumerated() {
      combination.subscribe(to: signal) { value, cells in
        swap(&cells.values[index], &value)
        if value == nil { cells.silent -= 1 }
      }
    }
    return combination.gate
  }.delivered(on: queue)
}

extension Signal {
  @inlinable func delivered(on queue: (any Scheduler)?) -> Signal {
    queue.map(deliverOn) ?? self
  }
}

/// One start of `combineLatest`; `Cells` holds the newest value of each input.
@usableFromInline
final class Combination<Cells, Output: Sendable, E: Sendable>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var cells: Cells
    /// Inputs that have not completed yet.
    @usableFromInline var active: Int

    @inlinable init(cells: Cells, active: Int) {
      self.cells = cells
      self.active = active
    }
  }

  @usableFromInline let state: Guarded<State>
  @usableFromInline let gate: Subscriber<Output, E>
  @usableFromInline let inputs = DisposableSet()
  @usableFromInline let combine: @Sendable (borrowing Cells) -> Output?

  /// - Parameter combine: Copies the values, or `nil` while one is missing. It runs under the lock.
  @inlinable init(
    _ sink: Sink<Output, E>, inputs count: Int, cells: Cells,
    combine: @escaping @Sendable (borrowing Cells) -> Output?
  ) {
    state = Guarded(State(cells: cells, active: count))
    gate = Subscriber(sink)
    self.combine = combine
    gate.attach(inputs)
  }

  /// Starts an input, unless an earlier one has ended everything already.
  ///
  /// - Parameter exchange: Puts the value into its cell, and what was there into its place. It runs under the lock.
  @inlinable func subscribe<T: Sendable>(
    to signal: Signal<T, E>, exchange: @escaping @Sendable (inout T?, inout Cells) -> Void
  ) {
    guard gate.isActive else { return }
    inputs.add(
      signal.subscribe(
        Sink(
          next: { value in
            var exchanged: T? = value  // then what it replaced, which is let go of outside the lock
            let ticket = self.state.withLock { state -> Ticket<Output> in
              exchange(&exchanged, &state.cells)
              return self.combine(state.cells).map(self.gate.reserve) ?? .nothing
            }
            self.gate.redeem(ticket)
            return self.gate.isActive
          },
          error: { self.gate.putError($0) },
          completed: {
            let ticket = self.state.withLock { state -> Ticket<Output> in
              state.active -= 1
              return state.active == 0 ? self.gate.reserve(event: .completed) : .nothing
            }
            self.gate.redeem(ticket)
          })))
  }
}

/// For inputs of any number of types: each keeps its newest value in an object of its own.
@usableFromInline
final class LatestCell<T>: @unchecked Sendable {  // safe: reached only under the lock of the `Combination`
  @usableFromInline var value: T?

  @inlinable init() {}

  /// To be called when every input has sent a value.
  @inlinable func newest() -> T {
    guard let value else { preconditionFailure("combined before every input had sent a value") }
    return value
  }

  @inlinable func exchange(_ value: inout T?) {
    swap(&self.value, &value)
  }
}

/// How many inputs have not sent a value yet.
@frozen @usableFromInline
struct SilentInputs {
  @usableFromInline var count: Int

  @inlinable init(_ count: Int) {
    self.count = count
  }
}

extension Combination where Cells == SilentInputs {
  @inlinable func subscribe<T: Sendable>(to signal: Signal<T, E>, _ cell: LatestCell<T>) {
    subscribe(to: signal) { value, silent in
      cell.exchange(&value)
      if value == nil { silent.count -= 1 }
    }
  }
}
