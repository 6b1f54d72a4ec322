public import Disposables
public import SignalPrimitives
public import Signals

/// What a step of `reduceLeft` sends besides changing the state.
///
/// The cases have SwiftSignalKit's names: patterns know no others. The lower-case names make values.
@frozen
public enum Passthrough<T> {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Nothing.
  case None
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A value.
  case Some(T)

  /// Another name of ``None``.
  @inlinable public static var none: Passthrough { .None }

  /// Another name of ``Some(_:)``.
  @inlinable public static func some(_ value: T) -> Passthrough { .Some(value) }
}

extension Passthrough: Sendable where T: Sendable {}

extension Passthrough: Equatable where T: Equatable {}

extension Signal {
  /// Passes on the last state of all, when the source completes.
  ///
  ///     -1-2-|
  ///     reduceLeft(value: 0, f: +)
  ///     -----(3|)
  ///
  /// ``reduce(_:_:)`` with a state of the type of the values.
  ///
  /// - Parameters:
  ///   - value: The state before the first value; the result, if there is none.
  ///   - f: Makes the next state of the last one and a value.
  /// - Returns: A signal of one state.
  @preconcurrency
  @inlinable public func reduceLeft(value: T, f: @escaping @Sendable (T, T) -> T) -> Signal<T, E> {
    reduce(value, f)
  }

  /// Passes on the last state of all, when the source completes, and before that what the steps send.
  ///
  ///     -1-2-|
  ///     reduceLeft(value: 0, f: { sum, n, emit in emit(n); return sum + n })
  ///     -1-2-(3|)
  ///
  /// - Delivery: `f` runs on the thread of the value, and what it sends is delivered before `emit` returns. The last state
  ///   comes right before the completion, on its thread.
  /// - Errors: Passed on; there is no last state then.
  ///
  /// - Parameters:
  ///   - value: The state before the first value; the last one, if there is none.
  ///   - f: Makes the next state of the last one and a value; sends by the closure that it is given, as often as it likes.
  /// - Returns: A signal of what was sent, and of the last state.
  @preconcurrency
  @inlinable public func reduceLeft(
    value: T, f: @escaping @Sendable (T, T, (T) -> Void) -> T
  ) -> Signal<T, E> {
    Signal { subscriber in
      let state = SerialState(value)
      return self.subscribe(
        Sink(
          next: { value in
            state.value = f(state.value, value) { subscriber.putNext($0) }
            return subscriber.isActive
          },
          error: { subscriber.putError($0) },
          completed: {
            subscriber.putNext(state.value)
            subscriber.putCompletion()
          },
          scope: subscriber))
    }
  }

  /// Passes on the last state of all; each step is a signal, which changes the state and may send values.
  ///
  ///     -1-2-|
  ///     reduceLeft(0, generator: { sum, n in .single((sum + n, .some(n))) })
  ///     -1-2-(3|)
  ///
  /// The steps run one at a time, in order, all of them, as by ``mapToQueue(_:)``. A step begins with the state in which the
  /// one before has ended.
  ///
  /// - Delivery: `generator` runs on the thread of the value, or on that of the last step's completion.
  /// - Errors: Of the source and of a step are passed on at once; what waits is dropped.
  /// - Completion: When the source has completed and nothing runs or waits, after the last state.
  ///
  /// - Parameters:
  ///   - initialValue: The state before the first value; the last one, if there is none.
  ///   - generator: Makes the signal of a step of the state and a value. Of each pair that it sends, the first part is the
  ///     new state, and the second says whether a value is passed on.
  /// - Returns: A signal of what was passed on, and of the last state.
  @preconcurrency
  @inlinable public func reduceLeft(
    _ initialValue: T, generator: @escaping @Sendable (T, T) -> Signal<(T, Passthrough<T>), E>
  ) -> Signal<T, E> {
    deferred {
      // One step runs at a time, but each may be on another thread.
      let state = Guarded(initialValue)
      let steps = self.mapToQueue { value in
        deferred { generator(state.withLock { $0 }, value) }.compactMap { new, output -> T? in
          let old = state.withLock { state in
            let old = state
            state = new
            return old
          }
          _ = old  // let go of outside the lock
          switch output {
          case .None: return nil
          case .Some(let value): return value
          }
        }
      }
      return steps.then(deferred { .single(state.withLock { $0 }) })
    }
  }
}

/// Passes on the last state of all, when the source completes; see ``Operators/Signals/Signal/reduceLeft(value:f:)-(_,(T,T)->T)``.
///
/// - Parameters:
///   - value: The state before the first value.
///   - f: Makes the next state of the last one and a value.
@preconcurrency
@inlinable public func reduceLeft<T, E>(
  value: T, f: @escaping @Sendable (T, T) -> T
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.reduceLeft(value: value, f: f) }
}

/// Passes on the last state of all, when the source completes, and before that what the steps send; see
/// ``Operators/Signals/Signal/reduceLeft(value:f:)-(_,(T,T,(T)->Void)->T)``.
///
/// - Parameters:
///   - value: The state before the first value.
///   - f: Makes the next state of the last one and a value; sends by the closure that it is given.
@preconcurrency
@inlinable public func reduceLeft<T, E>(
  value: T, f: @escaping @Sendable (T, T, (T) -> Void) -> T
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.reduceLeft(value: value, f: f) }
}

/// Passes on the last state of all; each step is a signal; see ``Operators/Signals/Signal/reduceLeft(_:generator:)``.
///
/// - Parameters:
///   - initialValue: The state before the first value.
///   - generator: Makes the signal of a step of the state and a value.
@preconcurrency
@inlinable public func reduceLeft<T, E>(
  _ initialValue: T, generator: @escaping @Sendable (T, T) -> Signal<(T, Passthrough<T>), E>
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.reduceLeft(initialValue, generator: generator) }
}
