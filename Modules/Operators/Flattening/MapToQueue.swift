public import Signals

extension Signal {
  /// Runs the signals that arrive one at a time, in order, all of them.
  ///
  ///     -x-y-----|
  ///     x: a-b-|
  ///     y: c-d-|
  ///     queue()
  ///     -a-b-c-d-|
  ///
  /// Use it where everything has to be done and nothing twice at a time: uploads. Where only the newest matters, use
  /// ``switchToLatest()``; to leave out what came meanwhile, ``throttled()``.
  ///
  /// - Delivery: On the thread of the inner value. The next signal is started on the thread of the previous one's
  ///   completion.
  /// - Errors: Of the outer and of the running inner signal are passed on at once; what waits is dropped.
  /// - Completion: When the outer signal has completed and nothing runs or waits.
  /// - Stack: Any number of signals may wait and end at once; the stack stays as it is.
  ///
  /// RxSwift's `concat`, ReactiveSwift's `flatten(.concat)`.
  ///
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func queue<R>() -> Signal<R, E> where T == Signal<R, E> {
    flattened(limit: 1, policy: .wait)
  }

  /// Runs the signals that a function makes of the values one at a time, in order, all of them.
  ///
  ///     -1-2----|
  ///     mapToQueue { n in n-n| }
  ///     -1-12-2-|
  ///
  /// It is `map` and then ``queue()``. RxSwift's `concatMap`, ReactiveSwift's `flatMap(.concat)`.
  ///
  /// - Parameter f: Makes the signal, when the value arrives.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func mapToQueue<R>(_ f: @escaping @Sendable (T) -> Signal<R, E>) -> Signal<R, E> {
    map(f).queue()
  }

  /// Runs the signals that arrive one at a time; while one runs, only the newest of the others waits.
  ///
  ///     -x-y-z----|
  ///     x: a--b|
  ///     y: c--d|
  ///     z: e--f|
  ///     throttled()
  ///     -a--be--f-|
  ///
  /// Use it where work that has begun is to end, and what came meanwhile is one piece of work: saving a document.
  ///
  /// - Delivery: On the thread of the inner value.
  /// - Errors: Of the outer and of the running inner signal are passed on at once; what waits is dropped.
  /// - Completion: When the outer signal has completed and nothing runs or waits.
  ///
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func throttled<R>() -> Signal<R, E> where T == Signal<R, E> {
    flattened(limit: 1, policy: .replaceWaiting)
  }

  /// Runs the signals that a function makes one at a time; while one runs, only the newest of the others waits.
  ///
  ///     -1-2-3----|
  ///     mapToThrottled { n in n--n| }
  ///     -1--13--3-|
  ///
  /// It is `map` and then ``throttled()``.
  ///
  /// - Parameter f: Makes the signal, when the value arrives.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func mapToThrottled<R>(_ f: @escaping @Sendable (T) -> Signal<R, E>) -> Signal<R, E> {
    map(f).throttled()
  }

  /// Runs the signals that a function makes one at a time; what arrives while one runs is dropped.
  ///
  ///     -1-2---3---|
  ///     mapToFirst { n in n--n| }
  ///     -1--1--3--3|
  ///
  /// Use it where a second request makes no sense while the first is on its way: a button that was tapped twice.
  ///
  /// - Delivery: On the thread of the inner value.
  /// - Errors: Of the outer and of the running inner signal are passed on at once.
  /// - Completion: When the outer signal has completed and nothing runs.
  ///
  /// RxSwift's `flatMapFirst`, ReactiveSwift's `flatMap(.throttle)`.
  ///
  /// - Parameter f: Makes the signal; called for the values alone that are not dropped.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func mapToFirst<R>(_ f: @escaping @Sendable (T) -> Signal<R, E>) -> Signal<R, E> {
    map { value in deferred { f(value) } }.flattened(limit: 1, policy: .drop)
  }

  /// Runs the signals that arrive, all at once or a limited number at a time.
  ///
  ///     -x-y------|
  ///     x: a--a|
  ///     y: b--b|
  ///     flatten()
  ///     -a-ba-b---|
  ///
  /// - Delivery: On the thread of the inner value; values of several threads come one at a time.
  /// - Errors: Of the outer and of every inner signal are passed on at once; the others are disposed of.
  /// - Completion: When the outer and all inner signals have completed.
  ///
  /// RxSwift's `merge(maxConcurrent:)`, ReactiveSwift's `flatten(.merge)`, Combine's `flatMap(maxPublishers:)`.
  ///
  /// - Parameter maxConcurrent: How many may run at a time; the others wait, in order. Less than 1 is a mistake that
  ///   debug builds stop at, and means 1.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func flatten<R>(maxConcurrent: Int = .max) -> Signal<R, E> where T == Signal<R, E> {
    assert(maxConcurrent > 0, "flatten(maxConcurrent: \(maxConcurrent)): at least one signal has to run")
    return flattened(limit: Swift.max(1, maxConcurrent), policy: .wait)
  }

  /// Runs the signals that a function makes, all at once or a limited number at a time.
  ///
  ///     -1-2------|
  ///     mapToMerged { n in n--n| }
  ///     -1-21-2---|
  ///
  /// It is `map` and then ``flatten(maxConcurrent:)``. RxSwift's and Combine's `flatMap`, ReactiveSwift's
  /// `flatMap(.merge)`.
  ///
  /// - Parameters:
  ///   - maxConcurrent: How many may run at a time; at least 1.
  ///   - f: Makes the signal, when the value arrives.
  /// - Returns: A signal of the inner signals' values.
  @preconcurrency
  @inlinable public func mapToMerged<R>(
    maxConcurrent: Int = .max, _ f: @escaping @Sendable (T) -> Signal<R, E>
  ) -> Signal<R, E> {
    map(f).flatten(maxConcurrent: maxConcurrent)
  }

  /// Passes on each value, then the values of the signal that a function makes of it, and so on with each of those.
  ///
  ///     1------|
  ///     expand { n in n < 4 ? --(n+1)| : | }
  ///     1-2--3--4|
  ///
  /// Use it for pages that name the next page, and for trees. The signals run one at a time, in the order in which
  /// their values came.
  ///
  /// - Delivery: On the thread of the value. `f` runs when its value has been delivered.
  /// - Errors: Of the source and of the running inner signal are passed on at once.
  /// - Completion: When the source has completed and nothing runs or waits.
  /// - Stack: Any depth; the stack stays as it is.
  ///
  /// - Parameter f: Makes the signal to continue with; one without values ends that branch.
  /// - Returns: A signal of all values.
  @preconcurrency
  @inlinable public func expand(_ f: @escaping @Sendable (T) -> Signal<T, E>) -> Signal<T, E> {
    .bare(runsForeignCode: false) { sink in
      let flattening = Flattening(sink, limit: 1, policy: .wait, expansion: f)
      flattening.subscribe(to: self) { flattening.send($0) }
      return flattening.gate.subscription
    }
  }
}

/// Runs the signals that arrive one at a time, in order, all of them; see ``Operators/Signals/Signal/queue()``.
///
/// - Parameter signal: Where the signals come from: `signals |> queue`.
@preconcurrency
@inlinable public func queue<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal.queue()
}

/// Runs the signals that a function makes one at a time, in order, all of them; see ``Operators/Signals/Signal/mapToQueue(_:)``.
///
/// - Parameter f: Makes the signal, when the value arrives.
@preconcurrency
@inlinable public func mapToQueue<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.mapToQueue(f) }
}

/// Runs the signals that arrive one at a time, and of those that wait the newest; see ``Operators/Signals/Signal/throttled()``.
///
/// - Parameter signal: Where the signals come from: `signals |> throttled`.
@preconcurrency
@inlinable public func throttled<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal.throttled()
}

/// Runs the signals that a function makes one at a time, and of those that wait the newest; see
/// ``Operators/Signals/Signal/mapToThrottled(_:)``.
///
/// - Parameter f: Makes the signal, when the value arrives.
@preconcurrency
@inlinable public func mapToThrottled<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.mapToThrottled(f) }
}

/// Runs the signals that a function makes one at a time, and drops those that arrive meanwhile; see
/// ``Operators/Signals/Signal/mapToFirst(_:)``.
///
/// - Parameter f: Makes the signal.
@preconcurrency
@_disfavoredOverload
@inlinable public func mapToFirst<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.mapToFirst(f) }
}

/// Runs the signals that arrive, a limited number at a time; see ``Operators/Signals/Signal/flatten(maxConcurrent:)``.
///
/// - Parameter maxConcurrent: How many may run at a time; at least 1.
@preconcurrency
@_disfavoredOverload
@inlinable public func flatten<T, E>(maxConcurrent: Int = .max) -> (Signal<Signal<T, E>, E>) -> Signal<T, E> {
  { $0.flatten(maxConcurrent: maxConcurrent) }
}

/// Runs the signals that a function makes, a limited number at a time; see ``Operators/Signals/Signal/mapToMerged(maxConcurrent:_:)``.
///
/// - Parameters:
///   - maxConcurrent: How many may run at a time; at least 1.
///   - f: Makes the signal, when the value arrives.
@preconcurrency
@_disfavoredOverload
@inlinable public func mapToMerged<T, R, E>(
  maxConcurrent: Int = .max, _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { $0.mapToMerged(maxConcurrent: maxConcurrent, f) }
}

/// Passes on each value, then the values of the signal that a function makes of it, and so on; see ``Operators/Signals/Signal/expand(_:)``.
///
/// - Parameter f: Makes the signal to continue with.
@preconcurrency
@_disfavoredOverload
@inlinable public func expand<T, E>(
  _ f: @escaping @Sendable (T) -> Signal<T, E>
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.expand(f) }
}
