/// A box around an object that does not keep the object alive.
///
/// Use it to put weak references into an array, a dictionary or a ``Bag``, which hold their elements strongly. For one
/// reference a `weak` variable does.
///
/// It is as safe to share between threads as the object. The box outlives the object, so a collection of boxes has to
/// be cleaned of the empty ones by its owner. SwiftSignalKit's `Weak`.
public final class Weak<T: AnyObject> {
  /// The object while something else keeps it alive, then `nil`.
  ///
  /// - Complexity: O(1).
  public weak let value: T?

  /// Refers to `value` without keeping it alive.
  ///
  /// - Parameter value: The object.
  public init(_ value: T) {
    self.value = value
  }
}

extension Weak: Sendable where T: Sendable {}
