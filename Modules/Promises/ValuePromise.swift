public import Disposables
public import SignalPrimitives
public import Signals

/// A value that changes over time: whoever asks gets the present value at once, and then every change.
///
/// Use it for a state that is set by hand. For a state that comes out of a signal, use ``Promise``; for events without a
/// present value, ``ValuePipe``.
///
/// - Delivery: On the thread that sets. Storing a value fixes its place: all subscribers see the values in the order
///   in which they were stored, and end with the value that is stored. A value that is set while another is being
///   delivered, from a handler or from another thread, is stored at once and delivered afterwards.
/// - Life: A promise that goes away sends nothing more, and does not complete. What its subscriptions hold is
///   released.
///
/// SwiftSignalKit's `ValuePromise`. RxSwift's `BehaviorRelay`, ReactiveSwift's `MutableProperty` and Combine's
/// `CurrentValueSubject` also take values that are not `Equatable`; for those use ``Promise``, with `set(.single(value))`.
@_fixed_layout @preconcurrency
public final class ValuePromise<T: Equatable & Sendable>: Sendable {
  @usableFromInline let stored: Guarded<StoredValue<T>>
  @usableFromInline let hub = Hub<T, NoError>()
  @usableFromInline let ignoreRepeated: Bool

  /// Makes a promise that has a value.
  ///
  /// - Parameters:
  ///   - value: The present value.
  ///   - ignoreRepeated: Whether setting a value that equals the present one is to change nothing.
  @preconcurrency
  public init(_ value: T, ignoreRepeated: Bool = false) {
    stored = Guarded(StoredValue(value: value))
    self.ignoreRepeated = ignoreRepeated
  }

  /// Makes a promise that has no value yet: subscribers wait for the first.
  ///
  /// - Parameter ignoreRepeated: Whether setting a value that equals the present one is to change nothing.
  @preconcurrency
  public init(ignoreRepeated: Bool = false) {
    stored = Guarded(StoredValue())
    self.ignoreRepeated = ignoreRepeated
  }

  deinit {
    hub.close()
  }

  /// Stores a value, and sends it to all subscribers.
  ///
  /// - Parameter value: The new value. With `ignoreRepeated` it is compared with the present one first, outside any lock.
  /// - Complexity: O(*n*) for *n* subscribers.
  @preconcurrency
  @inlinable public func set(_ value: T) {
    if ignoreRepeated {
      setUnlessRepeated(value)
    } else {
      let (replaced, ticket) = stored.withLock { ($0.replace(with: value), hub.reserve(value)) }
      hub.redeem(ticket)
      _ = replaced  // let go of outside the lock
    }
  }

  @inlinable func setUnlessRepeated(_ value: T) {
    while true {
      let seen = stored.withLock { $0 }
      if seen.value == value { return }
      // Another thread may have set one meanwhile; then the comparison is out of date.
      let decided = stored.withLock { stored -> (T?, Ticket<T>)? in
        guard stored.version == seen.version else { return nil }
        return (stored.replace(with: value), hub.reserve(value))
      }
      if let (_, ticket) = decided {
        hub.redeem(ticket)
        return
      }
    }
  }

  /// The present value, if there is one, and then every value that is set.
  ///
  ///     a--b------c-d-
  ///     promise.set(…); promise.get()
  ///     -----(^b)-c-d-
  ///
  /// - Delivery: The present value before `start` returns, on the thread that starts; the others on the thread that
  ///   sets.
  /// - Returns: A signal that never ends, and does not keep the promise alive.
  @preconcurrency
  @inlinable public func get() -> Signal<T, NoError> {
    Signal.bare(runsForeignCode: false) { [stored, hub] sink in
      let gate = Subscriber(sink)
      let subscription = HubSubscription(hub: hub, sink: gate.asSink)
      gate.attach(subscription)
      let first = stored.withLock { stored in
        hub.join(subscription)
        return stored.value.map(gate.reserve) ?? .nothing
      }
      gate.redeem(first)
      return gate.subscription
    }
  }

  /// The present value.
  ///
  /// It must have been set: reading it from a promise without a value stops the program with a message. Where that may
  /// happen, use `get() |> take(1)`.
  @preconcurrency
  public var rawValue: T {
    guard let value = stored.withLock({ $0.value }) else {
      preconditionFailure(
        "ValuePromise<\(T.self)>.rawValue was read before a value was set; use get(), or init(_:) with a first value"
      )
    }
    return value
  }
}

/// The present value of a ``ValuePromise``, and how often it was replaced.
@frozen @usableFromInline
struct StoredValue<T> {
  @usableFromInline var value: T?
  @usableFromInline var version: UInt = 0

  @inlinable init(value: T? = nil) {
    self.value = value
  }

  /// - Returns: The previous value, to be let go of outside the lock.
  @inlinable mutating func replace(with value: T) -> T? {
    let previous = self.value
    self.value = value
    version &+= 1
    return previous
  }
}
