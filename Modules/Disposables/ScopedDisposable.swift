/// Disposes at the end of its life.
///
/// Keep it in a property, and the subscription ends with the owner. Dropping any other disposable of this library
/// cancels nothing. RAC's `RACScopedDisposable`, ReactiveSwift's `ScopedDisposable`, Combine's `AnyCancellable`.
public final class ScopedDisposable: Finishable {
  private let disposable: MetaDisposable

  /// Takes over the duty to dispose.
  ///
  /// - Parameter disposable: What to dispose of, at the latest when the new object goes away.
  public init(_ disposable: any Disposable) {
    self.disposable = MetaDisposable(disposable)
  }

  deinit {
    disposable.dispose()
  }

  package var isFinished: Bool { disposable.isDisposed }

  /// Disposes before the end of this object's life.
  public func dispose() {
    disposable.dispose()
  }
}

extension Disposable {
  /// Wraps this disposable so that it is disposed of when the wrapper goes away.
  ///
  /// RAC's `asScopedDisposable`.
  ///
  /// - Returns: The wrapper; keep it for as long as the work should go on.
  public func asScoped() -> ScopedDisposable {
    ScopedDisposable(self)
  }
}
