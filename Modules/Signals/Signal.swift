public import Disposables

/// A recipe for events over time: values, then perhaps an error or a completion.
///
/// A signal does nothing until it is started. Each start runs the generator anew, with a ``Subscriber`` of its own, and
/// returns a `Disposable` that ends that run. So one signal may be started any number of times, from any thread.
///
///     let ticks = Signal<Int, NoError> { subscriber in
///       subscriber.putNext(1)
///       subscriber.putCompletion()
///       return EmptyDisposable
///     }
///
/// What every start can rely on is the delivery contract; see <doc:DeliveryContract>.
///
/// SwiftSignalKit's `Signal`. ReactiveSwift calls it `SignalProducer`, RxSwift a cold `Observable`, Combine `Publisher`.
@frozen @preconcurrency
public struct Signal<T: Sendable, E: Sendable>: Sendable {
  @usableFromInline let onSubscribe: @Sendable (Sink<T, E>) -> any Disposable
  /// Whether code of others runs for an event before it comes out here, and after the last gate: it may dispose of the
  /// subscription.
  @usableFromInline package let runsForeignCode: Bool

  @inlinable init(runsForeignCode: Bool, onSubscribe: @escaping @Sendable (Sink<T, E>) -> any Disposable) {
    self.runsForeignCode = runsForeignCode
    self.onSubscribe = onSubscribe
  }

  /// A signal without a gate: its source keeps the contract by itself, as ``Sink`` asks of its caller.
  @inlinable package static func bare(
    runsForeignCode: Bool = true, _ onSubscribe: @escaping @Sendable (Sink<T, E>) -> any Disposable
  ) -> Signal {
    Signal(runsForeignCode: runsForeignCode, onSubscribe: onSubscribe)
  }

  /// Makes a signal of a closure that sends its events.
  ///
  /// - Parameter generator: Runs at each start, on the thread that starts. It may send events before it returns, or
  ///   later and from anywhere. What it returns is disposed of once: at a terminal event, or when the subscription is
  ///   disposed of, or as soon as it is returned if one of these has happened already.
  @preconcurrency
  @inlinable public init(_ generator: @escaping @Sendable (Subscriber<T, E>) -> any Disposable) {
    runsForeignCode = false
    onSubscribe = { sink in
      let subscriber = Subscriber(sink)
      subscriber.attach(generator(subscriber))
      return subscriber.subscription
    }
  }

  /// What operators call.
  ///
  /// Not inlined: a chain that is started where it is made would be compiled as one piece, and its closures behind
  /// detours, because equal parts of several such pieces are merged.
  @inlinable @inline(never) package func subscribe(_ sink: Sink<T, E>) -> any Disposable {
    onSubscribe(sink)
  }
}

extension Signal: CustomStringConvertible {
  /// `Signal<Int, Never>`.
  @preconcurrency
  public var description: String { "Signal<\(T.self), \(E.self)>" }
}
