public import Disposables
public import SignalPrimitives
public import Signals

/// What a round of a `feedbackLoop` begins with.
public enum SignalFeedbackLoopState<T> {
  /// Nothing: it is the first round.
  case initial
  /// The state at the end of the last round.
  case loop(T)
}

extension SignalFeedbackLoopState: Sendable where T: Sendable {}

extension SignalFeedbackLoopState: Equatable where T: Equatable {}

/// Runs one signal after another, each made of what the ones before have come to.
///
///     feedbackLoop(once: { state < 4 ? -state| : nil }, reduce: +)
///     -1-2-4|
///
/// In the diagram the first round sends 1. Use it to read page after page, where each one says where to go on. To go on
/// from every value, and not from what they add up to, use ``expand(_:)``.
///
/// - Delivery: On the thread of the value, after `reduce`. The next round is made and started on the thread of the
///   last one's completion.
/// - Errors: Passed on; no further round is made.
/// - Completion: When `once` returns `nil`, or when the first round has sent nothing, and there is no state to go on with.
/// - Disposal: Of the round that is running.
/// - Stack: Rounds that complete while they start run in a loop.
///
/// In SwiftSignalKit this operator has the same form, and never sends anything.
///
/// - Parameters:
///   - once: Makes the signal of a round, or says that there is enough.
///   - reduce: Makes the next state of the last one and a value. The first value of all is the first state.
/// - Returns: A signal of the states.
@preconcurrency
@inlinable public func feedbackLoop<R, E>(
  once: @escaping @Sendable (SignalFeedbackLoopState<R>) -> Signal<R, E>?,
  reduce: @escaping @Sendable (R, R) -> R
) -> Signal<R, E> {
  .bare { sink in
    let succession = Succession()
    let sink = succession.guarding(sink)
    // One round runs at a time, but each may be on another thread.
    let state = Guarded<R?>(nil)
    @Sendable func round(_ beginning: SignalFeedbackLoopState<R>?) -> any Disposable {
      guard let beginning, let signal = once(beginning) else {
        sink.completed()
        return EmptyDisposable
      }
      return signal.subscribe(
        Sink(
          next: { value in
            let old = state.withLock { $0 }
            let new = old.map { reduce($0, value) } ?? value
            let replaced = state.withLock { state in
              let replaced = state
              state = new
              return replaced
            }
            _ = replaced  // let go of outside the lock
            return sink.next(new)
          },
          error: sink.error,
          completed: { succession.follow { round(state.withLock { $0 }.map { .loop($0) }) } },
          scope: sink.scope))
    }
    succession.follow { round(.initial) }
    return succession
  }
}
