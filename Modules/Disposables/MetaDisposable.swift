internal import SignalPrimitives

/// Holds one disposable at a time, which can be replaced.
///
/// Use it where one piece of work follows another and each new one ends the last: a search that restarts at every
/// keystroke. Also where a disposable must exist before the work that it will dispose of.
///
/// Once disposed, it disposes at once of whatever it is given. Nothing is disposed under its lock.
/// ReactiveSwift and RxSwift call it `SerialDisposable`, RAC `RACSerialDisposable`.
public final class MetaDisposable: Finishable {
  private let state = Guarded(Holdings<(any Disposable)?>.holding(nil))

  /// Holds nothing yet.
  public init() {}

  /// Holds `disposable` from the start.
  ///
  /// - Parameter disposable: The first to be held.
  public init(_ disposable: (any Disposable)?) {
    set(disposable)
  }

  /// Whether ``dispose()`` was called.
  public var isDisposed: Bool { state.withLock(\.isDisposed) }

  package var isFinished: Bool { isDisposed }

  /// Whether nothing is left to dispose of, unless something else is set.
  package var isIdle: Bool {
    let held: (any Disposable)?? = state.withLock(\.held)
    guard case .some(let disposable?) = held else { return true }
    return (disposable as? any Finishable)?.isFinished ?? false
  }

  /// Replaces what is held, and disposes of the previous one.
  ///
  /// Setting the object that is already held changes nothing.
  ///
  /// - Parameter disposable: The next to be held, or `nil` for none. If this object is disposed of already,
  ///   `disposable` is disposed of at once.
  public func set(_ disposable: (any Disposable)?) {
    guard let previous = swap(disposable), previous !== disposable else { return }
    previous.dispose()
  }

  /// Replaces what is held, and returns the previous one without disposing of it.
  ///
  /// RAC's `swapInDisposable`.
  ///
  /// - Parameter disposable: The next to be held, or `nil` for none. If this object is disposed of already,
  ///   `disposable` is disposed of at once.
  /// - Returns: What was held before, or `nil`.
  @discardableResult
  public func swap(_ disposable: (any Disposable)?) -> (any Disposable)? {
    let previous: (any Disposable)?? = state.withLock { state in
      guard case .holding(let previous) = state else { return nil }
      state = .holding(disposable)
      return .some(previous)
    }
    if let previous { return previous }
    disposable?.dispose()
    return nil
  }

  /// Disposes of what is held, and of everything that is set later.
  ///
  /// If two threads do it at once, then for each, when it returns, a subscription that was held is over.
  public func dispose() {
    state.giveUp(of: self) { held, dispose in held.map(dispose) }
  }
}
