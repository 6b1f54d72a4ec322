internal import SignalPrimitives

/// Holds one disposable a key.
///
/// Use it for work that is running once for each of many things: a download for each visible cell.
///
/// Once disposed, it disposes at once of whatever it is given. Nothing is disposed under its lock; a key's `==` and
/// `hash(into:)` do run there, and must not use the dictionary again.
@preconcurrency
public final class DisposableDict<T: Hashable & Sendable>: Finishable {
  private let elements = Guarded(Holdings<[T: any Disposable]>.holding([:]))

  /// Holds nothing yet.
  @preconcurrency
  public init() {}

  package var isFinished: Bool { elements.withLock(\.isDisposed) }

  /// Replaces what is held for `key`, and disposes of the previous one.
  ///
  /// Setting the object that is already held for the key changes nothing.
  ///
  /// - Parameters:
  ///   - disposable: The next to be held, or `nil` to remove the key. If this object is disposed of already,
  ///     `disposable` is disposed of at once.
  ///   - key: The thing that the work belongs to.
  /// - Complexity: O(1) on average.
  @preconcurrency
  public func set(_ disposable: (any Disposable)?, forKey key: T) {
    // The pair leaves the lock whole: letting go of a key can run a deinit too.
    let previous = elements.withHeld { elements -> (key: T, value: any Disposable)? in
      let previous = elements.index(forKey: key).map { elements.remove(at: $0) }
      elements[key] = disposable
      return previous
    }
    guard let previous else {
      disposable?.dispose()
      return
    }
    if let previous, previous.value !== disposable { previous.value.dispose() }
  }

  /// Disposes of everything that is held, in no particular order, and of everything that is set later.
  ///
  /// If two threads do it at once, then for each, when it returns, every subscription that was held is over.
  @preconcurrency
  public func dispose() {
    elements.giveUp(of: self) { elements, dispose in elements.values.forEach(dispose) }
  }
}
