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
  /// - Disposal: Cancels the task. What the sequence does then is dropped.
  ///
  /// - Parameter sequence: Where the values come from. It fails as the signal does, or not at all.
  /// - Returns: A signal that completes with the sequence.
  @preconcurrency
  public static func async<S: AsyncSequence & Sendable>(_ sequence: S) -> Signal<T, E>
  where S.Element == T, S.Failure == E {
    Signal { subscriber in
      subscriber.runTask { () async throws(E) in
        var iterator = sequence.makeAsyncIterator()
        while subscriber.isActive, let value = try await iterator.next(isolation: #isolation) {
          subscriber.putNext(value)
        }
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
        while subscriber.isActive, let value = await iterator.next(isolation: #isolation) {
          subscriber.putNext(value)
        }
      }
    }
  }
}
