public import Disposables
public import SignalPrimitives
public import Signals

/// Combines the first values of several signals into a tuple, then their second ones, and so on.
///
///     -a-b---c-|
///     ---1-2|
///     zip(s1, s2)
///     ---A-B|   A: (a,1)  B: (b,2)
///
/// Use it for values that belong together by their number. For the newest values of each, use
/// ``combineLatest(queue:_:_:)``; to number the values of a signal, use ``enumerated(_:)``. The inputs are started in the
/// order of the arguments.
///
/// - Delivery: On the thread of the value that completed the tuple.
/// - Errors: The first one is passed on at once, and the other inputs are disposed of.
/// - Completion: As soon as no further tuple can come: an input has completed, and none of its values waits.
/// - Memory: What waits for its partners is not limited. An input that sends without end while it starts fills the memory, and
///   keeps the inputs behind it from being started and `start` from returning. Put it last, where it stops with the others, or
///   let it start elsewhere, by ``runOn(_:)-(Scheduler)``.
///
/// - Parameter signals: The inputs.
/// - Returns: A signal of tuples, one element for each input.
/// - Complexity: O(*n*) a tuple, for *n* inputs.
@preconcurrency
@_disfavoredOverload
@inlinable public func zip<each T, E>(_ signals: repeat Signal<each T, E>) -> Signal<(repeat each T), E> {
  Signal.bare(runsForeignCode: false) { sink in
    var count = 0
    for _ in repeat each signals { count += 1 }
    // Without any input it is what it is for an empty array.
    guard count > 0 else { return Signal.complete().subscribe(sink) }
    let tally = ZipTally(inputs: count)
    let inputs = (repeat ZipInput<each T>(tally))
    let zipping = Zipping<(repeat each T), E>(sink, tally) { (repeat (each inputs).takeFirst()) }
    repeat zipping.subscribe(each inputs, to: each signals)
    return zipping.gate.subscription
  }
}

// Up to four inputs it is written out: that is faster, and shows the compiler how many parameters a closure that follows in
// the same expression may have.

/// Combines the first values of two signals into a pair, then their second ones, and so on; see ``zip(_:)->Signal<(T),E>``.
///
/// - Parameters:
///   - s1: The first input.
///   - s2: The second input.
/// - Returns: A signal of pairs.
@preconcurrency
@_disfavoredOverload
@inlinable public func zip<T1, T2, E>(_ s1: Signal<T1, E>, _ s2: Signal<T2, E>) -> Signal<(T1, T2), E> {
  Signal.bare(runsForeignCode: false) { sink in
    let tally = ZipTally(inputs: 2)
    let (a, b) = (ZipInput<T1>(tally), ZipInput<T2>(tally))
    let zipping = Zipping<(T1, T2), E>(sink, tally) { (a.takeFirst(), b.takeFirst()) }
    zipping.subscribe(a, to: s1)
    zipping.subscribe(b, to: s2)
    return zipping.gate.subscription
  }
}

/// Combines the first values of three signals into a tuple, then their second ones, and so on; see ``zip(_:)->Signal<(T),E>``.
@preconcurrency
@_disfavoredOverload
@inlinable public func zip<T1, T2, T3, E>(
  _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>
) -> Signal<(T1, T2, T3), E> {
  Signal.bare(runsForeignCode: false) { sink in
    let tally = ZipTally(inputs: 3)
    let (a, b, c) = (ZipInput<T1>(tally), ZipInput<T2>(tally), ZipInput<T3>(tally))
    let zipping = Zipping<(T1, T2, T3), E>(sink, tally) { (a.takeFirst(), b.takeFirst(), c.takeFirst()) }
    zipping.subscribe(a, to: s1)
    zipping.subscribe(b, to: s2)
    zipping.subscribe(c, to: s3)
    return zipping.gate.subscription
  }
}

/// Combines the first values of four signals into a tuple, then their second ones, and so on; see ``zip(_:)->Signal<(T),E>``.
@preconcurrency
@_disfavoredOverload
@inlinable public func zip<T1, T2, T3, T4, E>(
  _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>, _ s4: Signal<T4, E>
) -> Signal<(T1, T2, T3, T4), E> {
  Signal.bare(runsForeignCode: false) { sink in
    let tally = ZipTally(inputs: 4)
    let (a, b, c, d) = (ZipInput<T1>(tally), ZipInput<T2>(tally), ZipInput<T3>(tally), ZipInput<T4>(tally))
    let zipping = Zipping<(T1, T2, T3, T4), E>(sink, tally) {
      (a.takeFirst(), b.takeFirst(), c.takeFirst(), d.takeFirst())
    }
    zipping.subscribe(a, to: s1)
    zipping.subscribe(b, to: s2)
    zipping.subscribe(c, to: s3)
    zipping.subscribe(d, to: s4)
    return zipping.gate.subscription
  }
}

/// Combines the first values of the signals of an array into an array, then their second ones, and so on.
///
/// As ``zip(_:)->Signal<(T),E>``. Without any input it completes at once.
///
/// - Parameter signals: The inputs.
/// - Returns: A signal of arrays, in the order of the inputs.
@preconcurrency
@_disfavoredOverload
@inlinable public func zip<T, E>(_ signals: [Signal<T, E>]) -> Signal<[T], E> {
  guard !signals.isEmpty else { return .complete() }
  return Signal<[T], E>.bare(runsForeignCode: false) { sink in
    let tally = ZipTally(inputs: signals.count)
    let inputs = signals.map { _ in ZipInput<T>(tally) }
    let zipping = Zipping<[T], E>(sink, tally) { inputs.map { $0.takeFirst() } }
    for (input, signal) in Swift.zip(inputs, signals) { zipping.subscribe(input, to: signal) }
    return zipping.gate.subscription
  }
}

/// Combines the values of two signals into pairs, by their number; see ``zip(_:)->Signal<(T),E>``.
///
/// - Parameter other: The second input.
@preconcurrency
@_disfavoredOverload
@inlinable public func zip<T, R, E>(with other: Signal<R, E>) -> (Signal<T, E>) -> Signal<(T, R), E> {
  { $0.zip(with: other) }
}

extension Signal {
  /// Combines the values of this signal and of another into pairs, by their number; see ``zip(_:)->Signal<(T),E>``.
  ///
  ///     -a-b---c-|
  ///     ---1-2|
  ///     s1.zip(with: s2)
  ///     ---A-B|   A: (a,1)  B: (b,2)
  ///
  /// - Parameter other: The second input.
  /// - Returns: A signal of pairs.
  @preconcurrency
  @inlinable public func zip<R>(with other: Signal<R, E>) -> Signal<(T, R), E> {
    Operators.zip(self, other)
  }
}

/// How the inputs of one start of `zip` stand: belongs to the lock of the `Zipping`.
@_fixed_layout @usableFromInline
final class ZipTally: @unchecked Sendable {
  // safe: reached only under the lock of the `Zipping`, which holds it, as every `ZipInput` does. Known by
  // Tests/OperatorsTests/ZipTests: “tuples are complete and in order when the inputs send from two threads”.
  /// Inputs of which no value waits.
  @usableFromInline var empty: Int
  /// One of them has completed, so no further tuple can come.
  @usableFromInline var isOver = false

  @inlinable init(inputs count: Int) {
    empty = count
  }
}

/// The values of one input that wait for their partners.
@_fixed_layout @usableFromInline
final class ZipInput<T>: @unchecked Sendable {
  // safe: reached only under the lock of the `Zipping`, which holds it through `takeTuple`, also when the input has completed.
  // Known as the tally is, and by Tests/ContractTests: “a value is alive wherever it is read”.
  @usableFromInline let tally: ZipTally
  @usableFromInline var waiting = Fifo<T>()
  @usableFromInline var isComplete = false

  @inlinable init(_ tally: ZipTally) {
    self.tally = tally
  }

  @inlinable func valueCame(_ value: T) {
    if waiting.isEmpty { tally.empty -= 1 }
    waiting.append(value)
  }

  /// To be called when a value of each input waits.
  @inlinable func takeFirst() -> T {
    guard let value = waiting.popFirst() else {
      preconditionFailure("a tuple was made without a value of each input")
    }
    if waiting.isEmpty {
      tally.empty += 1
      if isComplete { tally.isOver = true }
    }
    return value
  }

  @inlinable func completed() {
    isComplete = true
    if waiting.isEmpty { tally.isOver = true }
  }
}

/// One start of `zip`.
@_fixed_layout @usableFromInline
final class Zipping<Output: Sendable, E: Sendable>: Sendable {
  @usableFromInline let tally: Guarded<ZipTally>
  @usableFromInline let inputs = DisposableSet()
  @usableFromInline let takeTuple: @Sendable () -> Output
  @usableFromInline let gate: Subscriber<Output, E>

  /// - Parameter takeTuple: Takes the oldest value of each input. It runs under the lock.
  @inlinable init(_ sink: Sink<Output, E>, _ tally: ZipTally, takeTuple: @escaping @Sendable () -> Output) {
    self.tally = Guarded(tally)
    self.takeTuple = takeTuple
    gate = Subscriber(sink)
    gate.attach(inputs)
  }

  /// Starts an input, unless an earlier one has ended everything already.
  @inlinable func subscribe<T: Sendable>(_ input: ZipInput<T>, to signal: Signal<T, E>) {
    guard gate.isActive else { return }
    inputs.add(
      signal.subscribe(
        Sink(
          next: { value in self.change { input.valueCame(value) } },
          error: { self.gate.putError($0) },
          completed: { _ = self.change { input.completed() } },
          scope: gate)))
  }

  /// Changes an input under the lock, and sends what follows.
  ///
  /// - Returns: Whether more is wanted.
  @inlinable func change(_ change: () -> Void) -> Bool {
    let (tuple, end) = tally.withLock { tally -> (Ticket<Output>, Ticket<Output>) in
      guard !tally.isOver else { return (.nothing, .nothing) }
      change()
      let tuple: Ticket<Output> = tally.empty == 0 ? gate.reserve(takeTuple()) : .nothing
      return (tuple, tally.isOver ? gate.reserve(event: .completed) : .nothing)
    }
    gate.redeem(tuple)
    gate.redeem(end)
    return !gate.isOver
  }
}
