/// Where the events of a run go: three closures.
///
/// It is what an operator is made of: ``Signal/operate(_:)`` gives the sink of what is downstream, and takes one for what is
/// upstream. It costs a call of a closure an event, and nothing else: a sink does not lock. So it trusts its caller
///
/// - to call one closure at a time,
/// - to send nothing after ``error`` or ``completed``,
/// - and to send nothing, not even an end, after ``next`` has answered `false`.
///
/// The library calls a sink of yours in that way. When you call the sink of what is downstream, from within the closures of your own,
/// you keep it as well; debug builds stop where you do not.
///
/// To send from anywhere and at any time, make a signal with a ``Subscriber``.
@frozen
public struct Sink<T, E>: Sendable {
  /// Takes a value, and answers whether more is wanted.
  ///
  /// After `false` nothing may follow, not even an end.
  public let next: @Sendable (T) -> Bool
  /// Takes the end, by a failure.
  public let error: @Sendable (E) -> Void
  /// Takes the end, as planned.
  public let completed: @Sendable () -> Void
  /// Says whether a source has to go on that has not returned yet, and so can't be disposed of; `nil` if it has to.
  ///
  /// Who wraps a sink passes it on; who has a gate is a scope itself.
  @usableFromInline package let scope: (any Scope)?

  /// Makes a sink of closures, which are called one at a time.
  ///
  /// - Parameters:
  ///   - next: Called with each value. It answers whether more is wanted: mostly what the sink downstream has answered.
  ///   - error: Called if the signal fails; nothing follows.
  ///   - completed: Called if the signal completes; nothing follows.
  @inlinable public init(
    next: @escaping @Sendable (T) -> Bool,
    error: @escaping @Sendable (E) -> Void,
    completed: @escaping @Sendable () -> Void
  ) {
    self.init(next: next, error: error, completed: completed, scope: nil)
  }

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

/// What is over at some moment, and then for ever.
@usableFromInline
package protocol Ending: Sendable {
  var isOver: Bool { get }
}

/// The scope of something that ends by itself, and has more downstream of it.
@_fixed_layout @usableFromInline
package final class EndingScope<Part: Ending>: Scope {
  @usableFromInline let part: Part
  @usableFromInline package let outer: (any Scope)?

  @inlinable package init(_ part: Part, outer: (any Scope)?) {
    self.part = part
    self.outer = outer
  }

  @inlinable package var isOver: Bool { part.isOver }
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
@_fixed_layout @usableFromInline
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
