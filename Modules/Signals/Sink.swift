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
/// It is asked from above, and holds what is below: never a subscriber of what is above.
@usableFromInline
package protocol Scope: AnyObject, Sendable {
  /// Whether this one is not there any more, whatever is downstream of it. Once `true`, always `true`.
  var isOver: Bool { get }
  /// What is downstream of it.
  var outer: (any Scope)? { get }
}

extension Optional where Wrapped == any Scope {
  /// Whether everything downstream is there.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scopes. They are asked in a loop, and not by each other: a chain may be
  ///   long.
  @usableFromInline package var isOpen: Bool {
    var next = self
    while let scope = next {
      if scope.isOver { return false }
      next = scope.outer
    }
    return true
  }
}

/// A sink behind a reference, so that its owner can let go of it, and can call it without retaining its closures.
@usableFromInline
package final class SinkBox<T, E>: Sendable {
  @usableFromInline package let next: @Sendable (T) -> Bool
  @usableFromInline package let error: @Sendable (E) -> Void
  @usableFromInline package let completed: @Sendable () -> Void

  @inlinable package init(_ sink: __shared Sink<T, E>) {
    next = sink.next
    error = sink.error
    completed = sink.completed
  }
}
