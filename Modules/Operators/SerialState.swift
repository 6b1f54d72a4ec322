/// The state of one start of an operator with one input.
///
/// Such an operator is called serially, so its state needs no lock. It stands behind a pointer because a plain captured
/// variable would be checked for exclusive access at every event.
@frozen @usableFromInline
struct SerialState<Value>: @unchecked Sendable {  // safe: used by the serial caller of a sink alone
  @usableFromInline let buffer: ManagedBuffer<Value, Void>

  @inlinable init(_ value: Value) {
    buffer = .create(minimumCapacity: 0) { _ in value }
  }

  @inlinable var value: Value {
    get { buffer.header }
    nonmutating _modify { yield &buffer.header }  // in place: what is stored is often an array
  }
}
