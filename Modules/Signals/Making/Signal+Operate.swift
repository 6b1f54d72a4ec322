public import Disposables

extension Signal {
  /// Makes an operator with one input, at the price of those of this package.
  ///
  /// The closure runs at each start. It gets the ``Sink`` of what is downstream, and returns the one that the events of this signal go
  /// to. What it makes meanwhile belongs to that run.
  ///
  ///     extension Signal where T == Int {
  ///       func doubled() -> Signal<Int, E> {
  ///         operate { downstream in
  ///           Sink(
  ///             next: { downstream.next($0 * 2) },
  ///             error: downstream.error,
  ///             completed: downstream.completed)
  ///         }
  ///       }
  ///     }
  ///
  /// Pass on the answer of the downstream: a source that sends without an end is stopped by it. To end by yourself, send the end
  /// if more was wanted, and answer `false`. State is kept in a ``SerialState``.
  ///
  /// For several inputs use ``joining(_:)``; to send from elsewhere, as after a time, make a signal with a ``Subscriber``.
  ///
  /// - Delivery: On the thread of the event; your closures are called one at a time. Debug builds stop with a message when the
  ///   downstream gets events from two threads at once, or something after the end or after it has answered `false`.
  /// - Disposal: Of the result, it disposes of this signal's run.
  ///
  /// RxJava calls it `lift`.
  ///
  /// - Parameter wrap: Makes the sink for this signal out of that of the downstream.
  /// - Returns: A signal that sends what the sinks make.
  /// - Complexity: That of your closures.
  @preconcurrency
  @inlinable public func operate<U, F>(
    _ wrap: @escaping @Sendable (_ downstream: Sink<U, F>) -> Sink<T, E>
  ) -> Signal<U, F> {
    Signal<U, F>.bare { sink in
      var downstream = sink
      assert(
        {
          downstream = sink.watched(in: "operate")
          return true
        }())
      let own = wrap(downstream)
      return self.subscribe(
        Sink(next: own.next, error: own.error, completed: own.completed, scope: sink.scope))
    }
  }
}
