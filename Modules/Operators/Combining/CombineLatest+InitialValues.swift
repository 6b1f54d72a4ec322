public import Concurrency
public import Signals

/// Combines the newest values of two signals into a pair, beginning with given ones.
///
///     --a---|
///     ----b-|
///     combineLatest(s1, x, s2, y)
///     A-B-C-|   A: (x,y)  B: (a,y)  C: (a,b)
///
/// Use it where a pair makes sense before both inputs have sent a value.
///
/// - Delivery: The pair of the given values before `start` returns, unless `queue` says otherwise; then as
///   ``combineLatest(queue:_:_:)``.
/// - Errors: The first one is passed on, and the other input is disposed of.
/// - Completion: When both inputs have completed.
///
/// - Parameters:
///   - queue: Where to deliver, as by `deliverOn`; `nil` for no move.
///   - s1: The first input.
///   - v1: Stands for the first input's value until there is one.
///   - s2: The second input.
///   - v2: Stands for the second input's value until there is one.
/// - Returns: A signal of pairs.
@preconcurrency
@inlinable public func combineLatest<T1, T2, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2
) -> Signal<(T1, T2), E> {
  Signal.bare(runsForeignCode: false) { sink in
    let combination = Combination<(T1, T2), (T1, T2), E>(sink, inputs: 2, cells: (v1, v2)) { ($0.0, $0.1) }
    combination.gate.putNext((v1, v2))
    combination.subscribe(to: s1) { value, cells in exchange(&value, &cells.0) }
    combination.subscribe(to: s2) { value, cells in exchange(&value, &cells.1) }
    return combination.gate.subscription
  }.delivered(on: queue)
}

/// Stores a new value, and puts what it replaced into its place.
@inlinable func exchange<T>(_ value: inout T?, _ cell: inout T) {
  guard let new = value else { return }
  value = cell
  cell = new
}
