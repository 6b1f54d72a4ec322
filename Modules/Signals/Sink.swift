/// Where the events of a subscription go: three closures, and whether anybody wants them.
///
/// A sink does not lock. It trusts its caller to be serial, to send nothing after a terminal event, and to stop when
/// `next` answers `false`. A `Subscriber` is such a caller, and so are the promises; everything in between, an operator
/// with one input, wraps the sink of its downstream and passes on what it has no say in.
@frozen @usableFromInline
package struct Sink<T, E>: Sendable {
  /// Takes a value, and answers whether more is wanted.
  ///
  /// After `false` nothing may follow, not even a terminal event.
  @usableFromInline package let next: @Sendable (T) -> Bool
  @usableFromInline package let error: @Sendable (E) -> Void
  @usableFromInline package let completed: @Sendable () -> Void
  /// Says whether a source has to go on that has not returned yet, and so can't be disposed of; `nil` if it has to.
  ///
  /// Who wraps a sink passes it on; who has a gate is a scope itself.
  @usableFromInline package let scope: (any Scope)?

  @inlinable package init(
    next: @escaping @Sendable (T) -> Bool,
    error: @escaping @Sendable (E) -> Void,
    completed: @escaping @Sendable () -> Void,
    scope: (any Scope)?
  ) {
    self.next = next
    self.error = error
    self.completed = completed
    self.scope = scope
  }
}

/// Whether what is downstream of a source is still there.
///
/// A scope is asked from above, and holds what is below it: never the subscriptions of what is above.
@usableFromInline
package protocol Scope: AnyObject, Sendable {
  /// Once `false`, always `false`.
  var isOpen: Bool { get }
}

/// A sink behind a reference, so that its owner can let go of it, and can call it without retaining its closures.
@usableFromInline
package final class SinkBox<T, E>: Sendable {
  @usableFromInline package let next: @Sendable (T) -> Bool
  @usableFromInline package let error: @Sendable (E) -> Void
  @usableFromInline package let completed: @Sendable () -> Void

  @inlinable package init(_ sink: Sink<T, E>) {
    next = sink.next
    error = sink.error
    completed = sink.completed
  }
}
