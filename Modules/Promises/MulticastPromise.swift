public import Collections
public import Concurrency

/// What code of one's own needs to share a value with many: the present value, who wants it, and a lock for both.
///
/// Nothing here happens by itself: hold the lock for each use, and call the subscribers outside it. ``Promise`` and
/// ``ValuePromise`` do all of that, and ``Multicast`` shares signals; use this only for code that has it already.
///
/// SwiftSignalKit's `MulticastPromise`.
public final class MulticastPromise<T> {
  /// Who is to be told of a value.
  public let subscribers = Bag<(T) -> Void>()
  /// To be held while the two others are used.
  public let lock = Lock()
  /// The present value, if there is one.
  public var value: T?

  /// Makes one without a value and without subscribers.
  public init() {}
}
