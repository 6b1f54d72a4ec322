// swift-format-ignore: AlwaysUseLowerCamelCase
/// The disposable that has nothing to do; the same object everywhere.
///
/// A generator whose work is already over returns it.
public let EmptyDisposable: any Disposable = NothingToDispose()

private final class NothingToDispose: Finishable {
  var isFinished: Bool { true }

  func dispose() {}
}
