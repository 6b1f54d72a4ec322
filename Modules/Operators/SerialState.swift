/// The state of one start of an operator with one input.
///
/// Such an operator is called serially, so its state needs no lock. It stands behind a pointer because a plain captured
/// variable would be checked for exclusive access at every event.
@frozen @usableFromInline
struct SerialState<Value>: @unchecked Sendable {
  // safe: the closures of one sink hold it; who calls one of them holds it meanwhile, and calls one at a time. Known by
  // Tests/ContractTests: “of what two producers send nothing overlaps”, “disposal inside a closure of the operator”.
  @usableFromInline let buffer: ManagedBuffer<Value, Void>

  @inlinable init(_ value: Value) {
    buffer = .create(minimumCapacity: 0) { _ in value }
  }

  @inlinable var value: Value {
    get { buffer.header }
    nonmutating _modify { yield &buffer.header }  // in place: what is stored is often an array
  }
}
