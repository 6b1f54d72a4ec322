public import Signals

/// Sends values by hand to whoever is listening at the moment.
///
/// Use it for events: a tap, a message that came in. For a state, which has a current value, use ``ValuePromise``.
///
/// - Delivery: On the thread that sends. All subscribers see all values in one order. A value that is sent while
///   another is being delivered, from a handler or from another thread, is queued, and ``putNext(_:)`` returns at once.
/// - Life: A pipe that goes away sends nothing more, and does not complete. What its subscriptions hold is
///   released.
///
/// SwiftSignalKit's `ValuePipe`, RxSwift's `PublishRelay`. Combine's `PassthroughSubject` and RAC's `RACSubject` also send ends.
@_fixed_layout @preconcurrency
public final class ValuePipe<T: Sendable>: Sendable {
  @usableFromInline let hub = Hub<T, NoError>()

  /// Makes a pipe without subscribers.
  @preconcurrency
  public init() {}

  deinit {
    hub.close()
  }

  /// The values that are sent after it was started; it never ends.
  ///
  ///     -a-b-c-d-
  ///     pipe.putNext(…); pipe.signal()
  ///     ----^c-d-
  ///
  /// - Disposal: At once; while the pipe is delivering on another thread, what the handlers captured is released by that
  ///   thread, when the handler that is running returns.
  /// - Returns: A signal that does not keep the pipe alive.
  /// - Complexity: To start and to dispose of it, O(1) on average.
  @preconcurrency
  @inlinable public func signal() -> Signal<T, NoError> {
    Signal.bare(runsForeignCode: false) { [hub] sink in hub.subscribe(sink) }
  }

  /// Sends a value to all subscribers, in the order in which they started.
  ///
  /// - Parameter next: The value.
  /// - Complexity: O(*n*) for *n* subscribers.
  @preconcurrency
  @inlinable public func putNext(_ next: T) {
    hub.putNext(next)
  }
}
