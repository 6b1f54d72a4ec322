public import Disposables
public import Signals

extension Signal {
  /// Starts again after each completion, for ever.
  ///
  ///     -a-|
  ///     restart()
  ///     -a--a--a-!
  ///
  /// - Delivery: The next round is started on the thread of the completion.
  /// - Errors: Passed on.
  /// - Stack: A signal that completes while it starts may be restarted any number of times: the rounds run in a loop,
  ///   which ends when nobody wants more.
  ///
  /// RAC's `repeat`. ReactiveSwift's `repeat(_:)` has a number: that is `concat` of an array with the signal in it as many
  /// times. With `take(_:)`, which counts values, a signal without values would go on for ever.
  ///
  /// - Returns: A signal that never completes.
  @preconcurrency
  @inlinable public func restart() -> Signal<T, E> {
    .bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      @Sendable func round() -> any Disposable {
        self.subscribe(
          Sink(next: sink.next, error: sink.error, completed: { succession.follow(round) }, scope: sink.scope)
        )
      }
      succession.follow(round)
      return succession
    }
  }

  /// Starts again after each completion, for ever; the same as ``restart()``.
  ///
  ///     -a-|
  ///     recurse(nil)
  ///     -a--a--a-!
  ///
  /// It is here for code that was written against SwiftSignalKit, where the parameter has no effect either.
  ///
  /// - Parameter latestValue: Not used.
  /// - Returns: A signal that never completes.
  @preconcurrency
  @inlinable public func recurse(_ latestValue: T?) -> Signal<T, E> {
    restart()
  }

  /// Starts again after each error, for ever.
  ///
  ///     -a-#
  ///     restartIfError()
  ///     -a--a--a-!
  ///
  /// For a pause between the attempts, use ``retry(_:maxDelay:resetsOnValue:onQueue:)``.
  ///
  /// - Delivery: The next round is started on the thread of the error.
  /// - Completion: Passed on.
  ///
  /// - Returns: A signal that never fails.
  @preconcurrency
  @inlinable public func restartIfError() -> Signal<T, NoError> {
    Signal<T, NoError>.bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      @Sendable func round() -> any Disposable {
        self.subscribe(
          Sink(
            next: sink.next, error: { _ in succession.follow(round) }, completed: sink.completed,
            scope: sink.scope))
      }
      succession.follow(round)
      return succession
    }
  }

  /// Replaces an error by a value, and completes.
  ///
  ///     -a-#
  ///     replaceError(with: x)
  ///     -a-(x|)
  ///
  /// RxSwift's `catchAndReturn`, Combine's `replaceError(with:)`.
  ///
  /// - Parameter value: What to send in place of the error.
  /// - Returns: A signal that never fails.
  @preconcurrency
  @inlinable public func replaceError(with value: T) -> Signal<T, NoError> {
    self.catch { _ in .single(value) }
  }

  /// Continues with another signal after a completion without a value.
  ///
  ///     ---|
  ///     ifEmpty(x-|)
  ///     ---x-|
  ///
  /// - Errors: Passed on.
  ///
  /// RxSwift's `ifEmpty(switchTo:)`; Combine's `replaceEmpty(with:)` takes a value.
  ///
  /// - Parameter other: Started if this signal has completed and sent nothing.
  /// - Returns: A signal of this one's values, or of the other's.
  @preconcurrency
  @inlinable public func ifEmpty(_ other: Signal<T, E>) -> Signal<T, E> {
    .bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      let isEmpty = SerialState(true)
      succession.follow {
        self.subscribe(
          Sink(
            next: { value in
              isEmpty.value = false
              return sink.next(value)
            },
            error: sink.error,
            completed: {
              if isEmpty.value { succession.follow { other.subscribe(sink) } } else { sink.completed() }
            },
            scope: sink.scope))
      }
      return succession
    }
  }
}

/// Starts again after each completion, for ever; see ``Operators/Signals/Signal/restart()``.
///
/// - Parameter signal: What to start again: `signal |> restart`.
@preconcurrency
@inlinable public func restart<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  signal.restart()
}

/// Starts again after each completion, for ever; see ``Operators/Signals/Signal/recurse(_:)``.
///
/// - Parameter latestValue: Not used.
@preconcurrency
@inlinable public func recurse<T, E>(_ latestValue: T?) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.recurse(latestValue) }
}

/// Starts again after each error, for ever; see ``Operators/Signals/Signal/restartIfError()``.
///
/// - Parameter signal: What to start again: `signal |> restartIfError`.
@preconcurrency
@inlinable public func restartIfError<T, E>(_ signal: Signal<T, E>) -> Signal<T, NoError> {
  signal.restartIfError()
}

/// Replaces an error by a value, and completes; see ``Operators/Signals/Signal/replaceError(with:)``.
///
/// - Parameter value: What to send in place of the error.
@preconcurrency
@_disfavoredOverload
@inlinable public func replaceError<T, E>(with value: T) -> (Signal<T, E>) -> Signal<T, NoError> {
  { $0.replaceError(with: value) }
}

/// Continues with another signal after a completion without a value; see ``Operators/Signals/Signal/ifEmpty(_:)``.
///
/// - Parameter other: Started if the signal has completed and sent nothing.
@preconcurrency
@_disfavoredOverload
@inlinable public func ifEmpty<T, E>(_ other: Signal<T, E>) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.ifEmpty(other) }
}
