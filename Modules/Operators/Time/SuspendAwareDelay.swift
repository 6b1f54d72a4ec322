public import Concurrency
public import Disposables
public import Signals

extension Signal {
  /// Starts the signal after a time in which the machine may have slept.
  ///
  ///     -a-b-|
  ///     suspendAwareDelay(2, granularity: 1, queue: scheduler)
  ///     ---a-b-|
  ///
  /// The clock of a queue stands still while the machine is suspended; so does ``delay(_:queue:)``. This one
  /// also looks at a clock that goes on. It looks now and then: after a sleep, the signal is started within one
  /// `granularity`. Setting the date and the time of day of the machine changes nothing. A scheduler on which no time passes
  /// while one waits is asked for the rest at once.
  ///
  /// - Delivery: Where the signal sends; it is started on `queue`.
  /// - Errors: Passed on.
  /// - Disposal: Before the start, cancels the timer: the signal is not started at all.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait, asleep or awake.
  ///   - granularity: The time between two looks at the clock. Less than a millisecond means a millisecond.
  ///   - queue: Where to start, and whose time it is while the machine is awake.
  /// - Returns: The same signal, started later.
  /// - Complexity: One timer a `granularity`.
  @preconcurrency
  @inlinable public func suspendAwareDelay(
    _ timeout: some TimeSpan, granularity: some TimeSpan = 4, queue: any Scheduler
  ) -> Signal<T, E> {
    suspendAwareDelay(timeout.inSeconds, granularity: granularity.inSeconds, queue: queue) {
      sleeplessBeginning.duration(to: .now).inSeconds
    }
  }

  /// - Parameter sleeplessTime: Seconds by a clock that goes on while the machine sleeps.
  @inlinable package func suspendAwareDelay(
    _ timeout: Double, granularity: Double, queue: any Scheduler,
    sleeplessTime: @escaping @Sendable () -> Double
  ) -> Signal<T, E> {
    .bare { sink in
      let succession = Succession()
      let sink = succession.guarding(sink)
      let (beginning, sleeplessBeginning) = (queue.now, sleeplessTime())
      @Sendable func wait(_ waited: Double, _ step: Double, _ lastLook: (Double, Double)) -> any Disposable {
        let look = (queue.now, sleeplessTime())
        // What was waited for has passed, whatever the clocks say.
        let passed = Swift.max(waited, look.0 - beginning, look.1 - sleeplessBeginning)
        let rest = timeout - passed
        // A nanosecond that is missing is due to the sum of two times. Asked this way, a time that is no number is over.
        guard rest > 1e-9 else { return self.subscribe(sink) }
        // A scheduler that does not wait, as its clock tells, would be asked for one step after the other. A clock may miss
        // a part of a step, by rounding, but not half of it.
        let hasWaited = Swift.max(look.0 - lastLook.0, look.1 - lastLook.1) >= step / 2
        return pause(rest, hasWaited ? granularity : rest, after: waited, look)
      }
      @Sendable func pause(
        _ rest: Double, _ granularity: Double, after waited: Double, _ look: (Double, Double)
      ) -> any Disposable {
        let step = rest < .infinity ? Swift.min(rest, Swift.max(0.001, granularity)) : rest
        return queue.after(step) { succession.follow(on: queue) { wait(waited + step, step, look) } }
      }
      succession.follow { pause(timeout, granularity, after: 0, (beginning, sleeplessBeginning)) }
      return succession
    }
  }
}

/// Starts the signal after a time in which the machine may have slept; see
/// ``Operators/Signals/Signal/suspendAwareDelay(_:granularity:queue:)``.
///
/// - Parameters:
///   - timeout: How long to wait, asleep or awake.
///   - granularity: The time between two looks at the clock.
///   - queue: Where to start, and whose time it is while the machine is awake.
@preconcurrency
@_disfavoredOverload
@inlinable public func suspendAwareDelay<T, E>(
  _ timeout: some TimeSpan, granularity: some TimeSpan = 4, queue: any Scheduler
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.suspendAwareDelay(timeout, granularity: granularity, queue: queue) }
}

/// A moment from which time is counted by a clock that goes on while the machine sleeps.
@usableFromInline let sleeplessBeginning = ContinuousClock.now
