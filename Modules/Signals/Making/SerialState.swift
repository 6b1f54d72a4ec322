/// What one run of an operator remembers.
///
/// An operator is called serially, so its state needs no lock. Make it where the run starts, in the closure that is given to
/// ``Signal/operate(_:)`` or ``Signal/joining(_:)``, and use it in the closures of the sinks alone: it is for those who are called
/// one at a time, and not for sharing between threads.
///
///     let count = SerialState(0)
///     return Sink(
///       next: { value in
///         count.value += 1
///         return downstream.next((count.value, value))
///       },
///       error: downstream.error,
///       completed: downstream.completed)
///
/// It is a reference: copies share the value.
@frozen
public struct SerialState<Value>: @unchecked Sendable {
  // safe: the closures of the sinks of one run hold it; who calls one of them holds it meanwhile, and calls one at a time. Known by
  // Tests/ContractTests: “of what two producers send nothing overlaps”, “disposal inside a closure of the operator”.
  // It stands behind a pointer because a plain captured variable would be checked for exclusive access at every event.
  @usableFromInline let buffer: ManagedBuffer<Value, Void>

  /// Makes the state of a run.
  ///
  /// - Parameter value: What it is at first.
  @inlinable public init(_ value: Value) {
    buffer = .create(minimumCapacity: 0) { _ in value }
  }

  /// The state, which is changed in place.
  @inlinable public var value: Value {
    get { buffer.header }
    nonmutating _modify { yield &buffer.header }  // in place: what is stored is often an array
  }
}
