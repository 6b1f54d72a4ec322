public import Signals

/// What `take(until:)` does with a value.
///
/// SwiftSignalKit's `SignalTakeAction`.
@frozen
public struct SignalTakeAction: Sendable, Equatable {
  /// Whether the value is passed on.
  public var passthrough: Bool
  /// Whether the signal completes then.
  public var complete: Bool

  /// Decides about a value.
  ///
  /// - Parameters:
  ///   - passthrough: Whether the value is passed on.
  ///   - complete: Whether the signal completes then.
  @inlinable public init(passthrough: Bool, complete: Bool) {
    self.passthrough = passthrough
    self.complete = complete
  }
}

extension Signal {
  /// Passes on values until a function says that it is enough.
  ///
  ///     -1-2-3-4-
  ///     take(until: { SignalTakeAction(passthrough: true, complete: $0 == 3) })
  ///     -1-2-(3|)
  ///
  /// - Delivery: The function is asked on the thread of the value. The source is disposed of at the end.
  /// - Errors: Passed on.
  ///
  /// - Parameter decide: What to do with the value.
  /// - Returns: A signal of the values that were passed on.
  @preconcurrency
  @inlinable public func take(until decide: @escaping @Sendable (T) -> SignalTakeAction) -> Signal<T, E> {
    .bare { sink in
      let next = sink.next
      let completed = sink.completed
      let cutoff = Cutoff()
      return cutoff.disposable(
        over: self.subscribe(
          Sink(
            next: { value in
              let action = decide(value)
              let wantsMore = action.passthrough ? next(value) : true
              guard action.complete else { return wantsMore }
              if wantsMore, !cutoff.isCut { completed() }
              return false
            },
            error: sink.error,
            completed: completed,
            scope: sink.scope)))
    }
  }

  /// Passes on values for as long as a condition holds, then completes.
  ///
  ///     -1-2-3-1-
  ///     take(while: { $0 < 3 })
  ///     -1-2-|
  ///
  /// - Delivery: The condition is asked on the thread of the value. The source is disposed of at the end.
  /// - Errors: Passed on.
  ///
  /// Combine's `prefix(while:)`.
  ///
  /// - Parameter condition: Whether to pass the value on; the first value that does not fulfil it is dropped.
  /// - Returns: A signal of the values before that.
  @preconcurrency
  @inlinable public func take(while condition: @escaping @Sendable (T) -> Bool) -> Signal<T, E> {
    take(until: { value in
      let passes = condition(value)
      return SignalTakeAction(passthrough: passes, complete: !passes)
    })
  }
}

/// Passes on values until a function says that it is enough; see ``Operators/Signals/Signal/take(until:)``.
///
/// - Parameter decide: What to do with the value.
@preconcurrency
@inlinable public func take<T, E>(
  until decide: @escaping @Sendable (T) -> SignalTakeAction
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.take(until: decide) }
}

/// Passes on values for as long as a condition holds, then completes; see ``Operators/Signals/Signal/take(while:)``.
///
/// - Parameter condition: Whether to pass the value on.
@preconcurrency
@_disfavoredOverload
@inlinable public func take<T, E>(
  while condition: @escaping @Sendable (T) -> Bool
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.take(while: condition) }
}
