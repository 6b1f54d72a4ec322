extension Signal where E: Error {
  /// The values of the signal, for `for await`.
  ///
  ///     for await value in signal.values() {
  ///       print(value)
  ///     }
  ///
  /// Use it where an `async` function follows a signal. For one value there are ``first()`` and ``get()``, for all of
  /// them together ``collect()``. A signal that can fail needs `for try await`, and what the loop throws is of the
  /// signal's own error type.
  ///
  /// - Delivery: In order. The signal is started when the first value is asked for, by the task that asks. Each iterator
  ///   starts it anew, so two loops are two subscriptions.
  /// - Errors: Thrown once, after the values that came before. An error type that is no `Error` needs `mapError` first.
  /// - Disposal: When the loop is left, however that happens; when the iterator goes away; when the task is cancelled
  ///   while it waits for a value, by the thread that cancels, and otherwise when it asks for the next one. A
  ///   cancellation also drops what waits, and ends the loop without an error. A task that is cancelled already does not
  ///   start the signal.
  /// - Memory: What waits is limited by `policy` alone. A signal that sends without an end while it starts can't be
  ///   followed: it would never let the loop begin, though a cancellation ends it. Put `take(_:)` before.
  ///
  /// RxSwift's and Combine's `values`.
  ///
  /// - Parameter policy: What becomes of values that come faster than the loop takes them.
  /// - Returns: An asynchronous sequence, which may be walked through any number of times.
  /// - Complexity: O(1) a value, on average.
  @preconcurrency
  public func values(buffering policy: SignalBuffering = .unbounded) -> SignalValues<T, E> {
    assert(policy.isValid, "values(buffering: \(policy)): the number of values must be at least 1")
    return SignalValues(signal: self, policy: policy)
  }
}

/// The values of a signal as an asynchronous sequence; see ``Signal/values(buffering:)``.
@preconcurrency
public struct SignalValues<T: Sendable, E: Error>: AsyncSequence, Sendable {
  /// What the signal sends.
  public typealias Element = T
  /// What the signal fails with.
  public typealias Failure = E

  let signal: Signal<T, E>
  let policy: SignalBuffering

  /// Makes an iterator, which starts the signal when it is first asked for a value.
  ///
  /// - Returns: An iterator with a subscription of its own.
  @preconcurrency
  public func makeAsyncIterator() -> Iterator {
    Iterator(pull: Pull(signal, policy))
  }

  /// Takes the values of one start of the signal, one after the other.
  ///
  /// A copy is another handle of the same subscription: a value goes to whoever asks first. The subscription ends with
  /// the last copy.
  public struct Iterator: AsyncIteratorProtocol {
    let pull: Pull<T, E>

    /// Waits for the next value.
    ///
    /// - Parameter actor: Where the caller runs, and goes on.
    /// - Returns: The value; `nil` when the signal has completed, or the task is cancelled, and for ever after.
    /// - Throws: The error of the signal, once.
    @preconcurrency
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(E) -> T? {
      try await pull.next(isolation: actor)
    }
  }
}
