public import Signals

/// Remembers the newest value of a signal, for any number of subscribers.
///
/// ``set(_:)`` starts a signal; whoever asks by ``get()`` gets its newest value at once, when there is one, and then
/// every later one. Use it to share the result of some work. For a state that is set by hand, use ``ValuePromise``.
///
/// - Delivery: On the thread on which the signal sends. All subscribers see the values in one order, and end with
///   the value that is stored.
/// - Life: The signal that was set is disposed of when another is set, and when both the promise and all of its
///   subscriptions are gone. So a subscription outlives the promise: it goes on for as long as the signal does.
///
/// SwiftSignalKit's `Promise`. Near to RxSwift's `share(replay: 1, scope: .forever)` and RAC's `RACReplaySubject`.
@_fixed_layout @preconcurrency
public final class Promise<T: Sendable>: Sendable {
  @usableFromInline let core: PromiseCore<T>

  /// Makes a promise without a value.
  @preconcurrency
  @inlinable public init() {
    core = PromiseCore()
  }

  /// Makes a promise that has a value.
  ///
  /// - Parameter value: The present value.
  @preconcurrency
  @inlinable public init(_ value: T) {
    core = PromiseCore(value: value)
  }

  /// Makes a promise that sets itself when somebody asks for the first time.
  ///
  /// - Parameter signal: What to set at the first start of ``get()``, or at the first look at ``rawValue``, unless
  ///   another signal was set before.
  @preconcurrency
  @inlinable public init(initializeOnFirstAccess signal: Signal<T, NoError>?) {
    core = PromiseCore(initializer: signal)
  }

  deinit {
    core.abandon()
  }

  /// Starts a signal, and remembers its newest value.
  ///
  /// The previous signal is disposed of first. Its value is forgotten: who asks from now on waits for the new signal's
  /// first value. That the signal completes changes nothing.
  ///
  /// - Parameter signal: Started before this returns, on this thread.
  @preconcurrency
  @inlinable public func set(_ signal: Signal<T, NoError>) {
    core.begin(signal)
  }

  /// The newest value, if there is one, and then every later one.
  ///
  ///     -a--b-----c-|
  ///     promise.set(…); promise.get()
  ///     -----(^b)-c--
  ///
  /// - Delivery: The newest value before `start` returns, on the thread that starts; the others on the thread on
  ///   which the signal that was set sends.
  /// - Returns: A signal that never ends, and keeps the promise alive.
  @preconcurrency
  @inlinable public func get() -> Signal<T, NoError> {
    .bare(runsForeignCode: false) { self.core.subscribe($0) }
  }

  /// The newest value, or `nil` if there is none yet.
  ///
  /// Writing a value sets a signal that sends it and completes; writing `nil` changes nothing.
  @preconcurrency
  @inlinable public var rawValue: T? {
    get {
      core.begin(nil)
      return core.value
    }
    set {
      if let newValue { set(.single(newValue)) }
    }
  }
}
