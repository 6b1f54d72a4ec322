internal import Locking

/// Holds one disposable at a time, which can be replaced.
///
/// Use it where one piece of work follows another and each new one ends the last: a search that restarts at every
/// keystroke. Also where a disposable must exist before the work that it will dispose of.
///
/// Once disposed, it disposes at once of whatever it is given. Nothing is disposed under its lock.
/// RAC, ReactiveSwift and RxSwift call it `SerialDisposable`.
public final class MetaDisposable: Finishable {
  private enum State {
    case holding((any Disposable)?)
    case disposed
  }

  private let state = Guarded(State.holding(nil))

  /// Holds nothing yet.
  public init() {}

  /// Holds `disposable` from the start.
  ///
  /// - Parameter disposable: The first to be held.
  public init(_ disposable: (any Disposable)?) {
    set(disposable)
  }

  /// Whether ``dispose()`` was called.
  public var isDisposed: Bool {
    state.withLock {
      guard case .disposed = $0 else { return false }
      return true
    }
  }

  package var isFinished: Bool { isDisposed }

  /// Whether nothing is left to dispose of, unless something else is set.
  package var isIdle: Bool {
    let held: State = state.withLock { $0 }
    guard case .holding(let disposable) = held else { return true }
    return (disposable as? any Finishable)?.isFinished ?? (disposable == nil)
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
    let replaced: State = state.withLock { state in
      let replaced = state
      if case .holding = state { state = .holding(disposable) }
      return replaced
    }
    switch replaced {
    case .holding(let previous):
      return previous
    case .disposed:
      disposable?.dispose()
      return nil
    }
  }

  /// Disposes of what is held, and of everything that is set later.
  public func dispose() {
    let replaced: State = state.withLock { state in
      let replaced = state
      state = .disposed
      return replaced
    }
    guard case .holding(let disposable) = replaced else { return }
    disposable?.dispose()
  }
}
