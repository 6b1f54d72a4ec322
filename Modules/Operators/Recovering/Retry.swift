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
  ///   - queue: Whose time it is, and where to start again.
  /// - Returns: A signal that never fails.
  @preconcurrency
  @inlinable public func retry(
    _ delayIncrement: Double, maxDelay: Double, onQueue queue: any Scheduler
  ) -> Signal<T, NoError> {
    retrying { _, failures in
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
  ///   - queue: Whose time it is, and where to start again.
  /// - Returns: A signal that fails when the last attempt has.
  @preconcurrency
  @inlinable public func retry(
    retryOnError: @escaping @Sendable (E) -> Bool = { _ in true }, delayIncrement: Double, maxDelay: Double,
    maxRetries: Int, onQueue queue: any Scheduler
  ) -> Signal<T, E> {
    assert(maxRetries >= 0, "retry(maxRetries: \(maxRetries)): a signal can't be started less than once")
    return retrying { error, failures in
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
  /// - Parameter maxRetries: How many attempts may follow the first: at most `maxRetries + 1` starts. Less than 0 is a
  ///   mistake that debug builds stop at, and means 0.
  /// - Returns: A signal that fails when the last attempt has.
  @preconcurrency
  @inlinable public func retry(_ maxRetries: Int) -> Signal<T, E> {
    assert(maxRetries >= 0, "retry(\(maxRetries)): a signal can't be started less than once")
    return retrying { error, failures in failures <= maxRetries ? .againAtOnce : .giveUp(error) }
  }

  /// Starts again after an error, a number of times, with pauses that double and are a little random.
  ///
  ///     -a-#
  ///     retry(2, backoff: Backoff(1, jitter: 0), on: scheduler)
  ///     -a---a----a-#
  ///
  /// Use it for what many clients ask of one server: random pauses keep them from all asking again at the same moment.
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
  ///   - scheduler: Whose time it is, and where to start again.
  /// - Returns: A signal that fails when the last attempt has.
  @preconcurrency
  @inlinable public func retry(
    _ maxRetries: Int, backoff: Backoff, on scheduler: any Scheduler
  ) -> Signal<T, E> {
    assert(maxRetries >= 0, "retry(\(maxRetries)): a signal can't be started less than once")
    return retrying { error, failures in
      guard failures <= maxRetries else { return .giveUp(error) }
      return .again(after: backoff.delay(afterFailure: failures), on: scheduler)
    }
  }

  /// - Parameter decide: What to do after an error, and how many attempts have failed with it.
  @inlinable func retrying<R>(
    _ decide: @escaping @Sendable (E, Int) -> RetryDecision<R>
  ) -> Signal<T, R> {
    Signal<T, R>.bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      let failures = Guarded(0)
      @Sendable func attempt() -> any Disposable {
        self.subscribe(
          Sink(
            next: sink.next,
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
@usableFromInline
enum RetryDecision<E: Sendable>: Sendable {
  case giveUp(E)
  case againAtOnce
  case again(after: Double, on: any Scheduler)
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
  ///   - initial: Seconds after the first failure.
  ///   - factor: How many times as long the next pause is. Less than 1 is a mistake that debug builds stop at, and means
  ///     1.
  ///   - maximum: Seconds that no pause exceeds.
  ///   - jitter: The part of a pause that may be left out, from 0 to 1. Anything else is a mistake that debug builds stop
  ///     at, and means the nearer of the two.
  public init(_ initial: Double, factor: Double = 2, maximum: Double = 60, jitter: Double = 0.5) {
    assert(factor >= 1, "Backoff(factor: \(factor)): pauses must not become shorter")
    assert((0...1).contains(jitter), "Backoff(jitter: \(jitter)): the part must be from 0 to 1")
    self.initial = initial
    self.factor = max(1, factor)
    self.maximum = maximum
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

/// Starts again after each error, for ever, with a pause that grows; see `Signal.retry(_:maxDelay:onQueue:)`.
///
/// - Parameters:
///   - delayIncrement: Seconds before the second attempt, and by which every later pause is longer than the last one.
///   - maxDelay: Seconds that a pause lasts at most.
///   - queue: Whose time it is, and where to start again.
@preconcurrency
@inlinable public func retry<T, E>(
  _ delayIncrement: Double, maxDelay: Double, onQueue queue: any Scheduler
) -> (Signal<T, E>) -> Signal<T, NoError> {
  { $0.retry(delayIncrement, maxDelay: maxDelay, onQueue: queue) }
}

/// Starts again after an error, a number of times, with a pause that grows; see
/// `Signal.retry(retryOnError:delayIncrement:maxDelay:maxRetries:onQueue:)`.
///
/// - Parameters:
///   - retryOnError: Whether this error is worth another attempt.
///   - delayIncrement: Seconds before the second attempt, and by which every later pause is longer than the last one.
///   - maxDelay: Seconds that a pause lasts at most.
///   - maxRetries: How many attempts may follow the first.
///   - queue: Whose time it is, and where to start again.
@preconcurrency
@inlinable public func retry<T, E>(
  retryOnError: @escaping @Sendable (E) -> Bool = { _ in true }, delayIncrement: Double, maxDelay: Double,
  maxRetries: Int, onQueue queue: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  {
    $0.retry(
      retryOnError: retryOnError, delayIncrement: delayIncrement, maxDelay: maxDelay, maxRetries: maxRetries,
      onQueue: queue)
  }
}

/// Starts again at once after an error, a number of times; see `Signal.retry(_:)`.
///
/// - Parameter maxRetries: How many attempts may follow the first.
@preconcurrency
@_disfavoredOverload
@inlinable public func retry<T, E>(_ maxRetries: Int) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.retry(maxRetries) }
}

/// Starts again after an error, a number of times, with pauses that double and are a little random; see
/// `Signal.retry(_:backoff:on:)`.
///
/// - Parameters:
///   - maxRetries: How many attempts may follow the first.
///   - backoff: How long the pauses are.
///   - scheduler: Whose time it is, and where to start again.
@preconcurrency
@_disfavoredOverload
@inlinable public func retry<T, E>(
  _ maxRetries: Int, backoff: Backoff, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.retry(maxRetries, backoff: backoff, on: scheduler) }
}
