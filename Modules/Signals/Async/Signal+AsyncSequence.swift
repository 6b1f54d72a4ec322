internal import Disposables

extension Signal where E: Error {
  /// Walks through an asynchronous sequence at each start, and sends its elements.
  ///
  ///     let lines = Signal<String, any Error>.async(file.lines)
  ///
  /// What a second start sends is up to the sequence: an `AsyncStream` can be walked through once.
  ///
  /// - Delivery: In order, on whichever thread the sequence goes on. It is walked through in a task of its own, which
  ///   may send before `start` has returned.
  /// - Errors: What the sequence throws.
  /// - Disposal: Cancels the task, and so does an operator that has enough. A sequence hears of a cancellation when it is
  ///   asked for an element, so it is asked once more if it is not being asked; what it does then is dropped. An
  ///   `AsyncStream` is terminated by that, whoever else holds it: what it has not sent yet is for nobody. A sequence that
  ///   takes no notice of cancellations is held until it answers.
  ///
  /// - Parameter sequence: Where the values come from. It fails as the signal does, or not at all.
  /// - Returns: A signal that completes with the sequence.
  @preconcurrency
  public static func async<S: AsyncSequence & Sendable>(_ sequence: S) -> Signal<T, E>
  where S.Element == T, S.Failure == E {
    Signal { subscriber in
      subscriber.runTask { () async throws(E) in
        var iterator = sequence.makeAsyncIterator()
        try await subscriber.putAll(of: &iterator)
      }
    }
  }

  /// Walks through an asynchronous sequence that does not fail, for a signal that could.
  ///
  /// As ``async(_:)-8za8j`` otherwise.
  ///
  /// - Parameter sequence: Where the values come from.
  /// - Returns: A signal that completes with the sequence.
  @preconcurrency
  @_disfavoredOverload  // where the signal can't fail either, both would fit
  public static func async<S: AsyncSequence & Sendable>(_ sequence: S) -> Signal<T, E>
  where S.Element == T, S.Failure == Never {
    Signal { subscriber in
      subscriber.runTask {
        var iterator = sequence.makeAsyncIterator()
        await subscriber.putAll(of: &iterator)
      }
    }
  }
}

extension Subscriber {
  /// Sends what an iterator gives, in the task of the caller, which has nothing else to do.
  fileprivate func putAll<I: AsyncIteratorProtocol>(
    of iterator: inout I, isolation: isolated (any Actor)? = #isolation
  ) async throws(I.Failure) where I.Element == T {
    while isActive {
      guard let value = try await iterator.next(isolation: isolation) else { return }
      putNext(value)
    }
    // Whoever wanted no more may not have come to cancel the task yet. Safe: the task does not leave the closure.
    withUnsafeCurrentTask { $0?.cancel() }
    _ = try await iterator.next(isolation: isolation)
  }
}
