internal import Locking

/// Holds one disposable a key.
///
/// Use it for work that is running once for each of many things: a download for each visible cell.
///
/// Once disposed, it disposes at once of whatever it is given. Nothing is disposed under its lock; a key's `==` and
/// `hash(into:)` do run there, and must not use the dictionary again.
@preconcurrency
public final class DisposableDict<T: Hashable & Sendable>: Finishable {
  /// `nil` once disposed.
  private let elements = Guarded<[T: any Disposable]?>([:])

  /// Holds nothing yet.
  public init() {}

  package var isFinished: Bool { elements.withLock { $0 == nil } }

  /// Replaces what is held for `key`, and disposes of the previous one.
  ///
  /// Setting the object that is already held for the key changes nothing.
  ///
  /// - Parameters:
  ///   - disposable: The next to be held, or `nil` to remove the key. If this object is disposed of already,
  ///     `disposable` is disposed of at once.
  ///   - key: The thing that the work belongs to.
  /// - Complexity: O(1) on average.
  public func set(_ disposable: (any Disposable)?, forKey key: T) {
    // The pair leaves the lock whole: letting go of a key can run a deinit too.
    let (previous, isDisposed) = elements.withLock { elements -> ((key: T, value: any Disposable)?, Bool) in
      guard elements != nil else { return (nil, true) }
      let previous = elements?.index(forKey: key).flatMap { elements?.remove(at: $0) }
      elements?[key] = disposable
      return (previous, false)
    }
    if isDisposed {
      disposable?.dispose()
    } else if let previous, previous.value !== disposable {
      previous.value.dispose()
    }
  }

  /// Disposes of everything that is held, in no particular order, and of everything that is set later.
  public func dispose() {
    let leaving = elements.withLock { elements in
      let leaving = elements
      elements = nil
      return leaving
    }
    for disposable in (leaving ?? [:]).values {
      disposable.dispose()
    }
  }
}
