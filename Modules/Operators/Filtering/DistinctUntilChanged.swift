public import Signals

extension Signal {
  /// Drops a value that equals the last one passed on.
  ///
  ///     -A-B-C-D-|
  ///     distinctUntilChanged { $0.count == $1.count }
  ///     -A---C-D-|   A: on  B: no  C: off  D: up
  ///
  /// Each value is compared with the last one that was not dropped, however many have been dropped since: what changes by small
  /// steps passes as soon as they add up.
  ///
  /// - Delivery: `isEqual` runs on the thread of the value, under no lock.
  /// - Errors: Passed on.
  ///
  /// ReactiveSwift's `skipRepeats`, Combine's `removeDuplicates`.
  ///
  /// - Parameter isEqual: Whether the second value, the newer one, says nothing new after the first, which was the last one passed on.
  /// - Returns: A signal in which no value equals the one before it.
  @preconcurrency
  @inlinable public func distinctUntilChanged(isEqual: @escaping @Sendable (T, T) -> Bool) -> Signal<T, E> {
    Signal.bare { sink in
      let next = sink.next
      let newest = SerialState<T?>(nil)
      return self.subscribe(
        Sink(
          next: { value in
            if let previous = newest.value, isEqual(previous, value) { return true }
            newest.value = value
            return next(value)
          },
          error: sink.error,
          completed: sink.completed,
          scope: sink.scope))
    }
  }
}

extension Signal where T: Equatable {
  /// Drops a value that equals the one before it.
  ///
  ///     -a-a-b-a-|
  ///     distinctUntilChanged()
  ///     -a---b-a-|
  ///
  /// - Delivery: `==` runs on the thread of the value, under no lock.
  /// - Errors: Passed on.
  ///
  /// ReactiveSwift's `skipRepeats`, Combine's `removeDuplicates`.
  ///
  /// - Returns: A signal in which no value follows one that it equals.
  @preconcurrency
  @inlinable public func distinctUntilChanged() -> Signal<T, E> {
    distinctUntilChanged(isEqual: { $0 == $1 })
  }
}

/// Drops a value that equals the one before it; see ``Operators/Signals/Signal/distinctUntilChanged()``.
///
/// - Parameter signal: Where the values come from: `signal |> distinctUntilChanged`.
@preconcurrency
@inlinable public func distinctUntilChanged<T: Equatable, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  signal.distinctUntilChanged()
}

/// Drops a value that equals the last one passed on; see ``Operators/Signals/Signal/distinctUntilChanged(isEqual:)``.
///
/// - Parameter isEqual: Whether the second value says nothing new after the first, which was the last one passed on.
@preconcurrency
@inlinable public func distinctUntilChanged<T, E>(
  isEqual: @escaping @Sendable (T, T) -> Bool
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.distinctUntilChanged(isEqual: isEqual) }
}
