internal import SignalPrimitives

/// A place for one value, to be handed from one thread to another.
package final class Slot<T: Sendable>: Sendable {
  private let stored = Guarded<T?>(nil)

  package init() {}

  @discardableResult
  package func exchange(_ value: T?) -> T? {
    stored.withLock { stored in
      let previous = stored
      stored = value
      return previous
    }
  }

  package var value: T? { stored.withLock { $0 } }
}
