public import Concurrency
public import Signals

// `combineLatest` for the numbers of inputs that are common.
//
// They do what the function over a parameter pack does, and stand here for the compiler's sake: only where the number of
// inputs is written out does it see how many parameters a closure that follows in the same expression may have.

/// Combines the newest values of three signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>
) -> Signal<(T1, T2, T3), E> {
  combined(queue, s1, s2, s3)
}

/// Combines the newest values of four signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>
) -> Signal<(T1, T2, T3, T4), E> {
  combined(queue, s1, s2, s3, s4)
}

/// Combines the newest values of five signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>
) -> Signal<(T1, T2, T3, T4, T5), E> {
  combined(queue, s1, s2, s3, s4, s5)
}

/// Combines the newest values of six signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>
) -> Signal<(T1, T2, T3, T4, T5, T6), E> {
  combined(queue, s1, s2, s3, s4, s5, s6)
}

/// Combines the newest values of seven signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7)
}

/// Combines the newest values of eight signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8)
}

/// Combines the newest values of nine signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, T9, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9)
}

/// Combines the newest values of ten signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10)
}

/// Combines the newest values of eleven signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>, _ s11: Signal<T11, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11)
}

/// Combines the newest values of twelve signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>, _ s11: Signal<T11, E>, _ s12: Signal<T12, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12)
}

/// Combines the newest values of thirteen signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>, _ s11: Signal<T11, E>, _ s12: Signal<T12, E>,
  _ s13: Signal<T13, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13)
}

/// Combines the newest values of fourteen signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>, _ s11: Signal<T11, E>, _ s12: Signal<T12, E>,
  _ s13: Signal<T13, E>, _ s14: Signal<T14, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14)
}

/// Combines the newest values of fifteen signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable public func combineLatest<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, E>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>, _ s11: Signal<T11, E>, _ s12: Signal<T12, E>,
  _ s13: Signal<T13, E>, _ s14: Signal<T14, E>, _ s15: Signal<T15, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)
}

/// Combines the newest values of sixteen signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable
public func combineLatest<
  T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, E
>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>, _ s11: Signal<T11, E>, _ s12: Signal<T12, E>,
  _ s13: Signal<T13, E>, _ s14: Signal<T14, E>, _ s15: Signal<T15, E>, _ s16: Signal<T16, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16)
}

/// Combines the newest values of seventeen signals into a tuple; see ``combineLatest(queue:_:_:)``.
@preconcurrency
@inlinable
public func combineLatest<
  T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, E
>(
  queue: (any Scheduler)? = nil, _ s1: Signal<T1, E>, _ s2: Signal<T2, E>, _ s3: Signal<T3, E>,
  _ s4: Signal<T4, E>, _ s5: Signal<T5, E>, _ s6: Signal<T6, E>, _ s7: Signal<T7, E>, _ s8: Signal<T8, E>,
  _ s9: Signal<T9, E>, _ s10: Signal<T10, E>, _ s11: Signal<T11, E>, _ s12: Signal<T12, E>,
  _ s13: Signal<T13, E>, _ s14: Signal<T14, E>, _ s15: Signal<T15, E>, _ s16: Signal<T16, E>,
  _ s17: Signal<T17, E>
) -> Signal<(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17), E> {
  combined(queue, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17)
}
