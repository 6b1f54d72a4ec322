public import Signals

/// Shares running signals by their keys: the first subscriber starts a signal, later ones of the same key listen to it.
///
/// Use it where the same work may be asked for in several places, and one run is enough: a download by its address. To
/// share one signal, whoever asks, use `share()`; to keep its newest value for those who come later, ``Promise``.
///
/// - Delivery: On the thread on which the signal sends. All subscribers of a key see the values in one order, from the
///   moment at which they came.
/// - Life: A signal runs until its last subscriber has left. Then, and when it has ended, its key is forgotten, and the next
///   subscriber starts the signal that it brings. Subscriptions outlive the multicast.
///
/// In SwiftSignalKit `Multicast` has the same form, and starts every signal that it is given.
@_fixed_layout @preconcurrency
public final class Multicast<T: Sendable>: Sendable {
  @usableFromInline let connections = Connections<String, T, NoError>()

  /// Makes a multicast under which nothing runs.
  @preconcurrency
  public init() {}

  /// A signal that listens to what runs under a key, and starts a signal if nothing does.
  ///
  ///     -a-b-c-d-|
  ///     multicast.get(key: "page", signal: signal)
  ///     ----^c-d-|
  ///
  /// In the diagram another subscriber of the same key came first.
  ///
  /// - Delivery: On the thread on which the running signal sends.
  /// - Completion: With the running signal; the next subscriber starts anew.
  /// - Disposal: Of the running signal, when the last subscriber leaves.
  ///
  /// - Parameters:
  ///   - key: What tells one piece of work from another.
  ///   - signal: Started if nothing runs under this key.
  /// - Returns: A signal that shares the run.
  /// - Complexity: To start and to dispose of it, O(1) on average.
  @preconcurrency
  @inlinable public func get(key: String, signal: Signal<T, NoError>) -> Signal<T, NoError> {
    .bare(runsForeignCode: false) { [connections] sink in
      connections.subscribe(sink, to: signal, key: key, replay: 0)
    }
  }
}
