public import Concurrency
public import Disposables
public import SignalPrimitives
public import Signals

extension Signal {
  /// Starts again after each error, for ever, with a pause that grows.
  ///
  ///     -a-#
  ///     retry(1, maxDelay: 2, onQueue: scheduler)
  ///     -a---a----a--!
  ///
  /// - Delivery: The next attempt is started on `queue`.
  /// - Errors: None is passed on. The attempt that has failed is disposed of at once, before the pause.
  /// - Completion: Passed on.
  /// - Disposal: During a pause, cancels it, and everything is released at once.
  ///
  /// - Parameters:
  ///   - delayIncrement: Seconds before the second attempt, and by which every later pause is longer than the last one.
  ///   - maxDelay: Seconds that a pause lasts at most.
  ///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures, and with it the pauses, begin
  ///     anew. Otherwise they go on for as long as the subscription lasts.
  ///   - queue: Whose time it is, and where to start again.
  /// - Returns: A signal that never fails.
  @preconcurrency
  @inlinable public func retry(
    _ delayIncrement: Double, maxDelay: Double, resetsOnValue: Bool = false, onQueue queue: any Scheduler
  ) -> Signal<T, NoError> {
    assertPauses(delayIncrement, maxDelay)
    return retrying(resetsOnValue: resetsOnValue) { _, failures in
      .again(after: growingDelay(delayIncrement, failures: failures, maxDelay: maxDelay), on: queue)
    }
  }

  /// Starts again after an error, a number of times, with a pause that grows.
  ///
  ///     -a-#
  ///     retry(retryOnError: { _ in true }, delayIncrement: 1, maxDelay: 2, maxRetries: 1, onQueue: scheduler)
  ///     -a---a-#
  ///
  /// - Delivery: The next attempt is started on `queue`; an error that is passed on comes on its own thread.
  /// - Errors: Passed on when `retryOnError` says no, or when there were enough attempts. The attempt that has failed is
  ///   disposed of at once, before the pause.
  /// - Completion: Passed on.
  /// - Disposal: During a pause, cancels it, and everything is released at once.
  ///
  /// In SwiftSignalKit `maxRetries: n` makes one start less.
  ///
  /// - Parameters:
  ///   - retryOnError: Whether this error is worth another attempt.
  ///   - delayIncrement: Seconds before the second attempt, and by which every later pause is longer than the last one.
  ///   - maxDelay: Seconds that a pause lasts at most.
  ///   - maxRetries: How many attempts may follow the first: at most `maxRetries + 1` starts. Less than 0 is a mistake
  ///     that debug builds stop at, and means 0.
  ///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures, and with it the pauses, begin
  ///     anew. Otherwise they go on for as long as the subscription lasts.
  ///   - queue: Whose time it is, and where to start again.
  /// - Returns: A signal that fails when the last attempt has.
  @preconcurrency
  @inlinable public func retry(
    retryOnError: @escaping @Sendable (E) -> Bool = { _ in true }, delayIncrement: Double, maxDelay: Double,
    maxRetries: Int, resetsOnValue: Bool = false, onQueue queue: any Scheduler
  ) -> Signal<T, E> {
    assert(maxRetries >= 0, "retry(maxRetries: \(maxRetries)): a signal can't be started less than once")
    assertPauses(delayIncrement, maxDelay)
    return retrying(resetsOnValue: resetsOnValue) { error, failures in
      guard failures <= maxRetries, retryOnError(error) else { return .giveUp(error) }
      return .again(after: growingDelay(delayIncrement, failures: failures, maxDelay: maxDelay), on: queue)
    }
  }

  /// Starts again at once after an error, a number of times.
  ///
  ///     -a-#
  ///     retry(1)
  ///     -a--a-#
  ///
  /// - Delivery: The next attempt is started on the thread of the error.
  /// - Errors: That of the last attempt is passed on.
  /// - Completion: Passed on.
  /// - Stack: Attempts that fail while they start run in a loop.
  ///
  /// ReactiveSwift's `retry(upTo:)`, Combine's `retry(_:)`; RxSwift's `retry(_:)` counts the first attempt as well.
  ///
  /// - Parameters:
  ///   - maxRetries: How many attempts may follow the first: at most `maxRetries + 1` starts. Less than 0 is a mistake
  ///     that debug builds stop at, and means 0.
  ///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures begin anew. Otherwise it goes on
  ///     for as long as the subscription lasts.
  /// - Returns: A signal that fails when the last attempt has.
  @preconcurrency
  @inlinable public func retry(_ maxRetries: Int, resetsOnValue: Bool = false) -> Signal<T, E> {
    assert(maxRetries >= 0, "retry(\(maxRetries)): a signal can't be started less than once")
    return retrying(resetsOnValue: resetsOnValue) { error, failures in
      failures <= maxRetries ? .againAtOnce : .giveUp(error)
    }
  }

  /// Starts again after an error, a number of times, with pauses that double and are a little random.
  ///
  ///     -a-#
  ///     retry(2, backoff: Backoff(1, jitter: 0), on: scheduler)
  ///     -a---a----a-#
  ///
  /// Use it for what many clients ask of one server: random pauses keep them from all asking again at the same moment.
  ///
  /// A signal that works for hours between two failures, such as a connection, takes `resetsOnValue: true`: after a value, both
  /// the number of failures and the pauses begin anew. By default they do not, as a server that accepts each connection, greets
  /// and hangs up would be asked without end, and without pauses that grow.
  ///
  /// - Delivery: The next attempt is started on `scheduler`.
  /// - Errors: That of the last attempt is passed on. An attempt that has failed is disposed of at once, before the
  ///   pause.
  /// - Completion: Passed on.
  /// - Disposal: During a pause, cancels it, and everything is released at once.
  ///
  /// - Parameters:
  ///   - maxRetries: How many attempts may follow the first: at most `maxRetries + 1` starts. Less than 0 is a mistake
  ///     that debug builds stop at, and means 0.
  ///   - backoff: How long the pauses are.
  ///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures, and with it the pauses, begin
  ///     anew. Otherwise they go on for as long as the subscription lasts.
  ///   - scheduler: Whose time it is, and where to start again.
  /// - Returns: A signal that fails when the last attempt has.
  @preconcurrency
  @inlinable public func retry(
    _ maxRetries: Int, backoff: Backoff, resetsOnValue: Bool = false, on scheduler: any Scheduler
  ) -> Signal<T, E> {
    assert(maxRetries >= 0, "retry(\(maxRetries)): a signal can't be started less than once")
    return retrying(resetsOnValue: resetsOnValue) { error, failures in
      guard failures <= maxRetries else { return .giveUp(error) }
      return .again(after: backoff.delay(afterFailure: failures), on: scheduler)
    }
  }

  /// - Parameters:
  ///   - resetsOnValue: Whether the failures are counted from the last value on.
  ///   - decide: What to do after an error, and how many attempts have failed with it.
  @inlinable func retrying<R>(
    resetsOnValue: Bool, _ decide: @escaping @Sendable (E, Int) -> RetryDecision<R>
  ) -> Signal<T, R> {
    Signal<T, R>.bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      let failures = Guarded(0)
      @Sendable func resetting(_ value: T) -> Bool {
        failures.withLock { $0 = 0 }
        return sink.next(value)
      }
      @Sendable func attempt() -> any Disposable {
        self.subscribe(
          Sink(
            next: resetsOnValue ? resetting : sink.next,
            error: { error in
              let count = failures.withLock { failures in
                failures += 1
                return failures
              }
              switch decide(error, count) {
              case .giveUp(let error): sink.error(error)
              case .againAtOnce: succession.follow(attempt)
              // The pause takes the place of the attempt, which is disposed of by that.
              case .again(let delay, let queue):
                succession.follow { queue.after(delay) { succession.follow(on: queue, attempt) } }
              }
            },
            completed: sink.completed,
            scope: sink.scope))
      }
      succession.follow(attempt)
      return succession
    }
  }
}

/// What to do after a failed attempt.
@frozen @usableFromInline
enum RetryDecision<E: Sendable>: Sendable {
  case giveUp(E)
  case againAtOnce
  case again(after: Double, on: any Scheduler)
}

/// - Parameters:
///   - increment: The first pause, and by which each is longer than the one before.
///   - maxDelay: The longest.
@inlinable func assertPauses(_ increment: Double, _ maxDelay: Double) {
  assert(increment >= 0, "retry(delayIncrement: \(increment)): give a number of seconds, 0 for no pause")
  assert(maxDelay >= 0, "retry(maxDelay: \(maxDelay)): give a number of seconds, 0 for no pause")
}

@inlinable func growingDelay(_ increment: Double, failures: Int, maxDelay: Double) -> Double {
  min(maxDelay, increment * Double(failures))
}

/// Pauses between attempts, each longer than the last one, and of a random length.
///
/// The pause after the first failure is `initial`, and each further one is `factor` times as long, up to `maximum`. Of that
/// a random part is left out, of at most `jitter`.
public struct Backoff: Sendable, Hashable {
  /// Seconds after the first failure.
  public let initial: Double
  /// How many times as long the next pause is.
  public let factor: Double
  /// Seconds that no pause exceeds.
  public let maximum: Double
  /// The part of a pause that may be left out: 0 for none, 1 for all of it.
  public let jitter: Double

  /// Describes the pauses.
  ///
  /// - Parameters:
  ///   - initial: Seconds after the first failure. Less than 0, and NaN, is a mistake that debug builds stop at, and means 0;
  ///     infinity means that there is no further attempt.
  ///   - factor: How many times as long the next pause is. Less than 1 is a mistake that debug builds stop at, and means
  ///     1.
  ///   - maximum: Seconds that no pause exceeds: a minute, or `initial` if that is more. Less than 0, and NaN, is a mistake that
  ///     debug builds stop at, and means 0.
  ///   - jitter: The part of a pause that may be left out, from 0 to 1. Anything else is a mistake that debug builds stop
  ///     at, and means the nearer of the two.
  public init(_ initial: Double, factor: Double = 2, maximum: Double? = nil, jitter: Double = 0.5) {
    let maximum = maximum ?? max(60, initial)
    assert(initial >= 0, "Backoff(\(initial)): give the seconds of the first pause, 0 for none")
    assert(maximum >= 0, "Backoff(maximum: \(maximum)): give the seconds of the longest pause, 0 for none")
    assert(factor >= 1, "Backoff(factor: \(factor)): pauses must not become shorter")
    assert((0...1).contains(jitter), "Backoff(jitter: \(jitter)): the part must be from 0 to 1")
    // `max` in this order turns NaN into the minimum, too.
    self.initial = max(0, initial)
    self.factor = max(1, factor)
    self.maximum = max(0, maximum)
    self.jitter = min(max(0, jitter), 1)
  }

  /// Seconds to wait.
  ///
  /// - Parameter failures: How many attempts have failed, at least 1.
  /// - Returns: Another number at each call, if there is a jitter.
  /// - Complexity: O(log `failures`).
  public func delay(afterFailure failures: Int) -> Double {
    var longest = min(initial, maximum)
    if 0 < longest, longest < maximum { longest = min(maximum, initial * growth(max(1, failures) - 1)) }
    guard longest < .infinity else { return longest }
    return longest * (1 - jitter * .random(in: 0...1))
  }

  /// The factor to a power; squares make it of few factors.
  private func growth(_ exponent: Int) -> Double {
    var (growth, square, rest) = (1.0, factor, exponent)
    while rest > 0 {
      if rest % 2 == 1 { growth *= square }
      square *= square
      rest /= 2
    }
    return growth
  }
}

/// Starts again after each error, for ever, with a pause that grows; see ``Operators/Signals/Signal/retry(_:maxDelay:resetsOnValue:onQueue:)``.
///
/// - Parameters:
///   - delayIncrement: Seconds before the second attempt, and by which every later pause is longer than the last one.
///   - maxDelay: Seconds that a pause lasts at most.
///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures begin anew.
///   - queue: Whose time it is, and where to start again.
@preconcurrency
@inlinable public func retry<T, E>(
  _ delayIncrement: Double, maxDelay: Double, resetsOnValue: Bool = false, onQueue queue: any Scheduler
) -> (Signal<T, E>) -> Signal<T, NoError> {
  { $0.retry(delayIncrement, maxDelay: maxDelay, resetsOnValue: resetsOnValue, onQueue: queue) }
}

/// Starts again after an error, a number of times, with a pause that grows; see
/// ``Operators/Signals/Signal/retry(retryOnError:delayIncrement:maxDelay:maxRetries:resetsOnValue:onQueue:)``.
///
/// - Parameters:
///   - retryOnError: Whether this error is worth another attempt.
///   - delayIncrement: Seconds before the second attempt, and by which every later pause is longer than the last one.
///   - maxDelay: Seconds that a pause lasts at most.
///   - maxRetries: How many attempts may follow the first.
///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures begin anew.
///   - queue: Whose time it is, and where to start again.
@preconcurrency
@inlinable public func retry<T, E>(
  retryOnError: @escaping @Sendable (E) -> Bool = { _ in true }, delayIncrement: Double, maxDelay: Double,
  maxRetries: Int, resetsOnValue: Bool = false, onQueue queue: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  {
    $0.retry(
      retryOnError: retryOnError, delayIncrement: delayIncrement, maxDelay: maxDelay, maxRetries: maxRetries,
      resetsOnValue: resetsOnValue, onQueue: queue)
  }
}

/// Starts again at once after an error, a number of times; see ``Operators/Signals/Signal/retry(_:resetsOnValue:)``.
///
/// - Parameters:
///   - maxRetries: How many attempts may follow the first.
///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures begin anew.
@preconcurrency
@_disfavoredOverload
@inlinable public func retry<T, E>(
  _ maxRetries: Int, resetsOnValue: Bool = false
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.retry(maxRetries, resetsOnValue: resetsOnValue) }
}

/// Starts again after an error, a number of times, with pauses that double and are a little random; see
/// ``Operators/Signals/Signal/retry(_:backoff:resetsOnValue:on:)``.
///
/// - Parameters:
///   - maxRetries: How many attempts may follow the first.
///   - backoff: How long the pauses are.
///   - resetsOnValue: Whether an attempt that has sent a value makes the number of failures begin anew.
///   - scheduler: Whose time it is, and where to start again.
@preconcurrency
@_disfavoredOverload
@inlinable public func retry<T, E>(
  _ maxRetries: Int, backoff: Backoff, resetsOnValue: Bool = false, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.retry(maxRetries, backoff: backoff, resetsOnValue: resetsOnValue, on: scheduler) }
}
