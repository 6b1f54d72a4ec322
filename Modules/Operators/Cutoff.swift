public import Disposables
public import Synchronization

/// Tells an operator with one input that its subscription was disposed of.
///
/// The head of a chain delivers nothing after its disposal. But an operator that sends several events for one of its
/// input, a last value and then a completion, has to ask in between: the handler of the first may have disposed.
///
/// The operator's closures hold the cutoff, and the disposable that the operator returns holds both the cutoff and the
/// upstream; so nothing holds itself.
@_fixed_layout @usableFromInline
final class Cutoff: Sendable {
  @usableFromInline let flag = Atomic(false)

  @inlinable init() {}

  @inlinable var isCut: Bool { flag.load(ordering: .acquiring) }

  /// What the operator returns in place of its upstream's disposable.
  @inlinable func disposable(over upstream: any Disposable) -> any Disposable {
    CutoffDisposable(self, upstream)
  }
}

@_fixed_layout @usableFromInline
final class CutoffDisposable: Finishable {
  @usableFromInline let cutoff: Cutoff
  @usableFromInline let upstream: any Disposable

  @inlinable init(_ cutoff: Cutoff, _ upstream: any Disposable) {
    self.cutoff = cutoff
    self.upstream = upstream
  }

  @usableFromInline var isFinished: Bool { (upstream as? any Finishable)?.isFinished ?? cutoff.isCut }

  @inlinable func dispose() {
    cutoff.flag.store(true, ordering: .releasing)
    upstream.dispose()
  }
}
