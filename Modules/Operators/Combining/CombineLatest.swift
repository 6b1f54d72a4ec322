public import Concurrency
public import Disposables
public import SignalPrimitives
public import Signals
public import Synchronization

/// Combines the newest values of two signals into a pair, at each value of either.
///
///     -a---b------|
///     ---1---2-3-|
///     combineLatest(s1, s2)
///     ---A-B-C-D--|   A: (a,1)  B: (b,1)  C: (b,2)  D: (b,3)
///
/// Nothing is sent before each input has sent a value. The inputs are started in the order of the arguments. One that sends
/// without end while it starts keeps those behind it from being started and `start` from returning, and nothing is sent: put it
/// last, where it stops when nobody wants more, or let it start elsewhere, by ``runOn(_:)-(Scheduler)``.
///
/// - Delivery: On the thread of the value that made the pair, or on `queue`. When several threads send, pairs are
///   delivered in the order in which they were formed, and the last one is the final state.
/// - Errors: The first one is passed on, and the other input is disposed of.
/// - Completion: When all inputs have completed. What one that has completed sent last stays until then.
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
  Signal.bare(runsForeignCode: false) { sink in
    let combination = Combination<(T1?, T2?), (T1, T2), E>(sink, inputs: 2, cells: (nil, nil)) { cells in
      guard let first = cells.0, let second = cells.1 else { return nil }
      return (first, second)
    }
    combination.subscribe(to: s1) { value, cells in swap(&cells.0, &value) }
    combination.subscribe(to: s2) { value, cells in swap(&cells.1, &value) }
    return combination.gate.subscription
  }.delivered(on: queue)
}

/// Combines the newest values of any number of signals into a tuple, at each value of any.
///
///     a-----b--|
///     --1----2-|
///     ----x----|
///     combineLatest(s1, s2, s3)
///     ----A-BC-|   A: (a,1,x)  B: (b,1,x)  C: (b,2,x)
///
/// As for two signals; see ``combineLatest(queue:_:_:)``.
///
/// - Parameters:
///   - queue: Where to deliver, as by `deliverOn`; `nil` for no move.
///   - signals: The inputs.
/// - Returns: A signal of tuples, one element for each input.
/// - Complexity: O(*n*) a value, for *n* inputs.
@preconcurrency
@_disfavoredOverload
@inlinable public func combineLatest<each T, E>(
  queue: (any Scheduler)? = nil, _ signals: repeat Signal<each T, E>
) -> Signal<(repeat each T), E> {
  combined(queue, repeat each signals)
}

/// What `combineLatest` does for any number of inputs.
@inlinable func combined<each T: Sendable, E: Sendable>(
  _ queue: (any Scheduler)?, _ signals: repeat Signal<each T, E>
) -> Signal<(repeat each T), E> {
  Signal.bare(runsForeignCode: false) { sink in
    var count = 0
    for _ in repeat each signals { count += 1 }
    let tuple = LatestTuple<(repeat each T)>(count)
    // Without any input it is what it is for an empty array.
    guard count > 0 else { return Signal.single(tuple.values).subscribe(sink) }
    let combination = Combination<SilentInputs, (repeat each T), E>(
      sink, inputs: count, cells: SilentInputs(count)
    ) { silent in
      silent.count == 0 ? tuple.values : nil
    }
    // This closure is compiled for the types of the caller; what works on one element of the pack is not.
    let update: InputUpdate = { combination.update($0) }
    var offset = 0
    repeat combination.subscribe(to: each signals, tuple.element(after: &offset), update)
    return combination.gate.subscription
  }.delivered(on: queue)
}

/// Combines the newest values of the signals of an array into an array, at each value of any.
///
///     -1---2---|
///     ---7---8-|
///     combineLatest([s1, s2])
///     ---A-B-C-|   A: [1,7]  B: [2,7]  C: [2,8]
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
  return Signal.bare(runsForeignCode: false) { sink in
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
    return combination.gate.subscription
  }.delivered(on: queue)
}

extension Signal {
  @inlinable func delivered(on queue: (any Scheduler)?) -> Signal {
    queue.map(deliverOn) ?? self
  }
}

/// One start of `combineLatest`; `Cells` holds the newest value of each input.
@_fixed_layout @usableFromInline
final class Combination<Cells, Output: Sendable, E: Sendable>: Sendable {
  @frozen @usableFromInline struct State {
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
            return self.update { exchange(&exchanged, &$0) }
          },
          error: { self.gate.putError($0) },
          completed: { self.inputCompleted() },
          scope: gate)))
  }

  /// Changes the cells under the lock, and sends what they make.
  ///
  /// - Returns: Whether more is wanted.
  @inlinable @inline(__always) func update(_ change: (inout Cells) -> Void) -> Bool {
    let ticket = state.withLock { state -> Ticket<Output> in
      change(&state.cells)
      return combine(state.cells).map(gate.reserve) ?? .nothing
    }
    return gate.redeem(ticket)
  }

  @inlinable func inputCompleted() {
    let ticket = state.withLock { state -> Ticket<Output> in
      state.active -= 1
      return state.active == 0 ? gate.reserve(event: .completed) : .nothing
    }
    gate.redeem(ticket)
  }
}

/// The newest values of inputs of any number of types, in a tuple that fills up element by element.
///
/// The tuple owns the values. The `Combination` holds it, through `combine`, and every input's sink holds the `Combination`:
/// an input that completes takes its sink with it, and leaves its value to the others.
@_fixed_layout @usableFromInline
final class LatestTuple<Values>: @unchecked Sendable {
  // safe: `pointer` is used only under the lock of the `Combination`, and in deinit, when no sink is left that could send;
  // `elements` only by who starts the inputs, and in deinit. Known by Tests/OperatorsTests/CombineLatestLivesTests: “an input that
  // has completed is read on as it was, whichever it is”, and by “inputs that end and go on from several threads”.
  @usableFromInline let pointer = UnsafeMutablePointer<Values>.allocate(capacity: 1)
  @usableFromInline var elements: [LatestCell] = []

  @inlinable init(_ count: Int) {
    elements.reserveCapacity(count)
  }

  deinit {
    for element in elements { element.empty() }
    pointer.deallocate()
  }

  /// To be read when every element has a value.
  @inlinable var values: Values { pointer.pointee }

  /// The next element.
  ///
  /// Elements lie in memory in their order, each at the first place that its alignment allows.
  ///
  /// - Parameter offset: The end of the previous element, and then of this one.
  @inlinable func element<T>(after offset: inout Int) -> LatestElement<T> {
    let alignment = MemoryLayout<T>.alignment
    let start = (offset + alignment - 1) / alignment * alignment
    offset = start + MemoryLayout<T>.size
    assert(offset <= MemoryLayout<Values>.size, "\(Values.self) is not laid out as a tuple")
    let place = UnsafeMutableRawPointer(pointer) + start
    let element = LatestElement(at: place.assumingMemoryBound(to: T.self))
    elements.append(element)
    return element
  }
}

/// An element of a `LatestTuple`, whatever its type.
@_fixed_layout @usableFromInline
class LatestCell: @unchecked Sendable {
  // safe: reached only under the lock of the `Combination`, and by the deinit of the tuple, which holds it; see there
  /// An atomic for the sake of speed alone; see `HeldObject`.
  @usableFromInline final let isFull = Atomic(false)

  @inlinable init() {}

  /// Frees the value.
  ///
  /// For the tuple alone, when it goes.
  @usableFromInline func empty() {}
}

/// One element of a `LatestTuple`.
///
/// It does not hold the tuple, and has no deinit: a sink that lets go of what it holds may free the tuple first, and the place is
/// gone then.
@_fixed_layout @usableFromInline
final class LatestElement<T>: LatestCell, @unchecked Sendable {
  // safe: the place is the tuple's, which stays for as long as a sink can send, and is the last to use it; see there
  @usableFromInline let pointer: UnsafeMutablePointer<T>

  @inlinable init(at pointer: UnsafeMutablePointer<T>) {
    self.pointer = pointer
  }

  @usableFromInline override func empty() {
    if isFull.load(ordering: .relaxed) { pointer.deinitialize(count: 1) }
  }

  /// Stores a value, and puts what it replaced into its place.
  @inlinable func exchange(_ value: inout T, _ silent: inout SilentInputs) {
    if isFull.load(ordering: .relaxed) {
      swap(&pointer.pointee, &value)
    } else {
      pointer.initialize(to: value)
      isFull.store(true, ordering: .relaxed)
      silent.count -= 1
    }
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

/// `Combination.update`, without its types.
@usableFromInline typealias InputUpdate = @Sendable ((inout SilentInputs) -> Void) -> Bool

extension Combination where Cells == SilentInputs {
  /// Starts an input, unless an earlier one has ended everything already.
  @inlinable func subscribe<T: Sendable>(
    to signal: Signal<T, E>, _ element: LatestElement<T>, _ update: @escaping InputUpdate
  ) {
    guard gate.isActive else { return }
    inputs.add(
      signal.subscribe(
        Sink(
          next: { value in
            var exchanged = value  // then what it replaced, which is let go of outside the lock
            return update { element.exchange(&exchanged, &$0) }
          },
          error: { self.gate.putError($0) },
          completed: { self.inputCompleted() },
          scope: gate)))
  }
}
