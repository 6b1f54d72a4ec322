public import Disposables

extension Signal {
  /// Makes an operator with several inputs, without a lock of yours.
  ///
  /// The closure runs at each start. It gets the ``Sink`` of what is downstream, and starts the inputs by ``Inputs/start(_:_:)``, each with
  /// a sink of its own. The sinks of all inputs of one run are called one at a time, whichever threads the events come from:
  /// they may share a ``SerialState``, and call closures that you were given.
  ///
  ///     func either<T: Sendable, E: Sendable>(_ a: Signal<T, E>, _ b: Signal<T, E>) -> Signal<T, E> {
  ///       .joining { downstream, inputs in
  ///         let running = SerialState(2)
  ///         for signal in [a, b] {
  ///           inputs.start(
  ///             signal,
  ///             Sink(
  ///               next: downstream.next,
  ///               error: downstream.error,
  ///               completed: {
  ///                 running.value -= 1
  ///                 if running.value == 0 { downstream.completed() }
  ///               }))
  ///         }
  ///       }
  ///     }
  ///
  /// The run is over when the downstream has answered `false`, or was sent an end, or when somebody disposes of it. Then all
  /// inputs are disposed of, their sinks are called no more, and what is still to be started is not started. An input
  /// whose sink answers `false` is disposed of alone.
  ///
  /// Before the first input is started, the closure may send to the downstream by itself; afterwards, the sinks do. Who has given
  /// away the ``Inputs`` may start further ones from a sink. To send from elsewhere, make a signal of it, and start that as an input.
  ///
  /// - Delivery: On the thread of the event; or on that of an event that is being dealt with, when one comes meanwhile. No sender
  ///   waits. Debug builds stop with a message when the downstream gets events from two threads at once, or something after
  ///   the end or after it has answered `false`.
  /// - Errors: As your sinks say. An error that comes after the end is ignored; see ``DroppedErrors``.
  ///
  /// - Parameter connect: Starts the inputs.
  /// - Returns: A signal that sends what the sinks make.
  /// - Complexity: Two compare-and-swaps an event, and your closures; an event that comes while another is dealt with costs
  ///   two allocations instead.
  @preconcurrency
  @inlinable public static func joining(
    _ connect: @escaping @Sendable (_ downstream: Sink<T, E>, _ inputs: Inputs<T, E>) -> Void
  ) -> Signal {
    .bare(runsForeignCode: false) { sink in
      let box = SinkBox(sink)
      let inputs = Inputs(box, outer: sink.scope)
      var downstream = inputs.downstream(box)
      assert(
        {
          downstream = downstream.watched(in: "joining")
          return true
        }())
      connect(downstream, inputs)
      return inputs.subscription
    }
  }
}
