internal import SignalPrimitives

/// What ``Signal/get()`` throws when the signal has completed, and has sent nothing.
public struct SignalEndedWithoutValue: Error, Equatable, CustomStringConvertible {
  /// Makes one.
  public init() {}

  /// A sentence for a log.
  public var description: String { "the signal has completed without a value" }
}

extension Signal where E: Error {
  /// Waits for the first value, and ends the subscription.
  ///
  /// Use it where it is no mistake that there is no value; where it is, ``get()`` throws. Nothing here blocks a thread,
  /// and there is no getter that does: on the thread that is to deliver the value, it would wait for ever.
  ///
  /// The operator of the same name makes a signal. In an `async` function, where both exist, Swift takes this one if
  /// both fit: `signal.first().start(…)` is the operator, `await signal.first()` is this. At the top level of a program
  /// it does not; say the type there: `let value: Int? = await signal.first()`.
  ///
  /// - Disposal: With the first value, or when the task is cancelled. A task that is cancelled already does not start
  ///   the signal.
  ///
  /// - Returns: The value; `nil` if the signal completes without one, or if the task is cancelled.
  /// - Throws: The error of the signal, if it fails before its first value.
  @preconcurrency
  public func first() async throws(E) -> T? {
    try await Pull(self, .oldest(1), takesOne: true).next(isolation: #isolation)
  }

  /// Waits for the end of the signal, and takes its last value.
  ///
  /// The operator of the same name makes a signal; ``first()`` says which of the two Swift takes.
  ///
  /// - Disposal: When the task is cancelled. A task that is cancelled already does not start the signal.
  ///
  /// - Returns: The value; `nil` if the signal completes without one, or if the task is cancelled.
  /// - Throws: The error of the signal. There is no value then.
  @preconcurrency
  public func last() async throws(E) -> T? {
    let last = Signal.bare { sink in
      let newest = Guarded<T?>(nil)
      return subscribe(
        Sink(
          next: { value in
            _ = newest.withLock { newest in
              let previous = newest
              newest = value
              return previous  // let go of outside the lock
            }
            return sink.scope.isOpen
          },
          error: sink.error,
          completed: {
            guard let value = newest.withLock({ $0 }) else { return sink.completed() }
            if sink.next(value) { sink.completed() }
          },
          scope: sink.scope))
    }
    return try await last.first()
  }

  /// Waits for the end of the signal, and takes all its values.
  ///
  /// The operator of the same name makes a signal; ``first()`` says which of the two Swift takes.
  ///
  /// - Disposal: When the task is cancelled. A task that is cancelled already does not start the signal.
  /// - Memory: Holds all values until the end.
  ///
  /// - Returns: The values in order. None if the task is cancelled, since a part of them would look like all.
  /// - Throws: The error of the signal. The values are dropped then.
  @preconcurrency
  public func collect() async throws(E) -> [T] {
    let all = Signal<[T], E>.bare { sink in
      let values = Guarded<[T]>([])
      return subscribe(
        Sink(
          next: { value in
            values.withLock { $0.append(value) }
            return sink.scope.isOpen
          },
          error: sink.error,
          completed: {
            if sink.next(values.withLock { $0 }) { sink.completed() }
          },
          scope: sink.scope))
    }
    return try await all.first() ?? []
  }

  /// Waits for the first value, which has to come, and ends the subscription.
  ///
  /// Use ``first()`` where it is no mistake that there is no value. Other than SwiftSignalKit's `get()`, it comes back
  /// in every case.
  ///
  /// - Disposal: With the first value, or when the task is cancelled. A task that is cancelled already does not start
  ///   the signal.
  ///
  /// - Returns: The value.
  /// - Throws: The error of the signal; `CancellationError` if the task is cancelled; ``SignalEndedWithoutValue`` if the
  ///   signal completes without a value.
  @preconcurrency
  public func get() async throws -> T {
    if let value = try await first() { return value }
    try Task.checkCancellation()
    throw SignalEndedWithoutValue()
  }
}
