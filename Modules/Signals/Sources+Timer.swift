public import Concurrency
internal import Disposables
internal import SignalPrimitives

extension Signal where T == Int {
  /// Counts from 0 on, one number an interval.
  ///
  ///     .timer(2, on: scheduler)
  ///     --0-1-2-!
  ///
  /// The first number comes after one interval. The ticks aim at whole multiples of the interval since the start: they
  /// do not drift. Those that have passed while the scheduler was busy are left out, but no number is.
  ///
  /// To count once, use ``timer(after:on:)``.
  ///
  /// - Delivery: On `scheduler`.
  /// - Disposal: Stops the timer.
  ///
  /// RxSwift's `interval`, ReactiveSwift's `SignalProducer.timer`, Combine's `Timer.publish`.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Less than a millisecond means a millisecond; infinity means never.
  ///   - scheduler: Whose time it is, and where the numbers are delivered.
  /// - Returns: A signal that never ends.
  @preconcurrency
  public static func timer(_ interval: some TimeSpan, on scheduler: any Scheduler) -> Signal<Int, E> {
    let interval = interval.inSeconds
    return Signal { subscriber in
      let ticks = Guarded(0)
      let tick: @Sendable () -> Void = {
        let number = ticks.withLock { ticks in
          defer { ticks += 1 }
          return ticks
        }
        subscriber.putNext(number)
      }
      let timer = Timer(timeout: interval, repeat: true, completion: tick, queue: scheduler)
      timer.start()
      return ActionDisposable { timer.invalidate() }
    }
  }

  /// Sends 0 after some time, and completes.
  ///
  ///     .timer(after: 2, on: scheduler)
  ///     --(0|)
  ///
  /// Use it for one event: a limit, as in `take(untilSignal:)`, or a pause. To go on counting, use
  /// ``timer(_:on:)``; to start a signal later, `delay`.
  ///
  /// - Delivery: On `scheduler`.
  /// - Disposal: Cancels the timer.
  ///
  /// RxSwift's `timer` without a period.
  ///
  /// - Parameters:
  ///   - delay: How long to wait. 0 or less means as soon as the scheduler comes to it; infinity means never.
  ///   - scheduler: Whose time it is, and where the number is delivered.
  /// - Returns: A signal of one number.
  @preconcurrency
  public static func timer(after delay: some TimeSpan, on scheduler: any Scheduler) -> Signal<Int, E> {
    let seconds = delay.inSeconds
    return Signal { subscriber in
      scheduler.after(seconds) {
        subscriber.putNext(0)
        subscriber.putCompletion()
      }
    }
  }

  /// Counts from 0 on, one number an interval: another name of ``timer(_:on:)``.
  ///
  ///     .interval(2, on: scheduler)
  ///     --0-1-2-!
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Less than a millisecond means a millisecond; infinity means never.
  ///   - scheduler: Whose time it is, and where the numbers are delivered.
  /// - Returns: A signal that never ends.
  @preconcurrency
  public static func interval(_ interval: some TimeSpan, on scheduler: any Scheduler) -> Signal<Int, E> {
    timer(interval, on: scheduler)
  }
}
