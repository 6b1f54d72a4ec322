/// Something that can be given up: a subscription, a timer, a request on its way.
///
/// Calling ``dispose()`` again changes nothing, and it may be called at any moment and on any thread. SwiftSignalKit's
/// and ReactiveSwift's `Disposable`; RxSwift's has the same name, and Combine calls it `Cancellable`.
@preconcurrency
public protocol Disposable: AnyObject, Sendable {
  /// Gives the thing up, and releases what it held.
  func dispose()
}

/// A disposable that can tell that it has nothing left to dispose of, so that a collection of them may forget it.
package protocol Finishable: Disposable {
  /// Whether the thing has ended or was disposed of. Once `true`, always `true`.
  var isFinished: Bool { get }
}
