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
  /// For one event after some time, use `single` and `delay`.
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
