/// Where the events of a subscription go: three closures.
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

  @inlinable package init(
    next: @escaping @Sendable (T) -> Bool,
    error: @escaping @Sendable (E) -> Void,
    completed: @escaping @Sendable () -> Void
  ) {
    self.next = next
    self.error = error
    self.completed = completed
  }
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
