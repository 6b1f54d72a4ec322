public import Concurrency
public import Signals

extension Signal {
  /// Passes on the values in arrays of a fixed size.
  ///
  ///     -a-b-c-|
  ///     buffer(count: 2)
  ///     ---X---(Y|)   X: [a,b]  Y: [c]
  ///
  /// - Delivery: With the value that fills an array; what is left comes right before the completion.
  /// - Errors: Passed on; what is left is dropped.
  ///
  /// Combine's `collect(_:)`.
  ///
  /// - Parameter count: The size. Less than 1 is a mistake that debug builds stop at, and means 1.
  /// - Returns: A signal of arrays, none of which is empty.
  @preconcurrency
  @inlinable public func buffer(count: Int) -> Signal<[T], E> {
    assert(count > 0, "buffer(count: \(count)): the size must be at least 1")
    return Signal<[T], E>.bare { sink in
      let values = SerialState<[T]>([])
      return self.subscribe(
        sink,
        next: { value in
          values.value.append(value)
          guard values.value.count >= count else { return true }
          let full = values.value
          values.value = []
          return sink.next(full)
        },
        last: { values.value.isEmpty ? nil : values.value })
    }
  }

  /// Passes on the values in arrays, of all that came within an interval.
  ///
  ///     -ab---c-d-e|
  ///     buffer(3, on: scheduler)
  ///     ----X----Y-(Z|)   X: [a,b]  Y: [c,d]  Z: [e]
  ///
  /// The interval begins with the first value of an array, so a value waits no longer than it lasts, and nothing happens
  /// while nothing comes. Use it to write to a disk or a network less often, and lose nothing.
  ///
  /// - Delivery: On `scheduler`, when the interval is over; what is left comes right before the completion, on its
  ///   thread.
  /// - Errors: Passed on at once; what waits is dropped.
  /// - Disposal: Drops what waits, and cancels the timer.
  ///
  /// RAC's `bufferWithTime:`. The intervals of RxSwift's `buffer(timeSpan:)`, Combine's `collect(.byTime(_:_:))` and
  /// ReactiveSwift's `collect(every:)` follow each other from the start on.
  ///
  /// - Parameters:
  ///   - interval: The time from the first value of an array to its delivery.
  ///   - scheduler: Whose time it is, and where the arrays are delivered.
  /// - Returns: A signal of arrays, none of which is empty.
  /// - Complexity: One timer an array.
  @preconcurrency
  @inlinable public func buffer(_ interval: some TimeSpan, on scheduler: any Scheduler) -> Signal<[T], E> {
    paced(interval.inSeconds, on: scheduler) { Buffering() }
  }
}

/// Passes on the values in arrays of a fixed size; see ``Operators/Signals/Signal/buffer(count:)``.
///
/// - Parameter count: The size; at least 1.
@preconcurrency
@_disfavoredOverload
@inlinable public func buffer<T, E>(count: Int) -> (Signal<T, E>) -> Signal<[T], E> {
  { $0.buffer(count: count) }
}

/// Passes on the values in arrays, of all that came within an interval; see ``Operators/Signals/Signal/buffer(_:on:)``.
///
/// - Parameters:
///   - interval: The time from the first value of an array to its delivery.
///   - scheduler: Whose time it is, and where the arrays are delivered.
@preconcurrency
@_disfavoredOverload
@inlinable public func buffer<T, E>(
  _ interval: some TimeSpan, on scheduler: any Scheduler
) -> (Signal<T, E>) -> Signal<[T], E> {
  { $0.buffer(interval, on: scheduler) }
}

/// The first value of an array begins an interval, and the others join it.
@frozen @usableFromInline
struct Buffering<T: Sendable>: Pacing {
  @usableFromInline var waiting: [T] = []

  @inlinable init() {}

  @inlinable mutating func valueCame(_ value: T) -> PacingStep<T, [T]> {
    waiting.append(value)
    return PacingStep(beginsInterval: waiting.count == 1)
  }

  @inlinable mutating func momentCame() -> PacingStep<T, [T]> {
    PacingStep(output: takeWaiting())
  }

  @inlinable mutating func sourceEnded(byError: Bool) -> [T]? {
    byError ? nil : takeWaiting()
  }

  /// - Returns: `nil` for nothing.
  @inlinable mutating func takeWaiting() -> [T]? {
    let taken = waiting
    waiting = []
    return taken.isEmpty ? nil : taken
  }
}
