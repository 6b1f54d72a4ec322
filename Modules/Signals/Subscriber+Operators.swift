public import SignalPrimitives

// For operators with several inputs and for the promises: they decide under their own lock, and deliver outside it.
//
//     let ticket = lock.withLock { state in
//       …                               // update the state
//       return gate.reserve(output)     // fixes the place of the output in the order of delivery
//     }
//     gate.redeem(ticket)               // foreign code runs here
//
// The order in which tickets are reserved is the order in which their values are delivered.

/// What `reserve` gives, to be handed to `redeem` after the unlock.
@frozen @usableFromInline
package enum Ticket<T> {
  /// Nothing is left to do: there was no event, or one that the caller holds.
  case nothing
  /// The turn is the caller's, for this value and what is queued behind it.
  case deliver(T)
  /// The turn is the caller's, for what is queued.
  case drain
  /// Nothing is left to do: whoever is delivering takes the value along, or nobody wants it any more.
  ///
  /// The caller goes on holding it until after the unlock: who delivers it may have let go of it already, and the value's `deinit`
  /// is foreign code.
  case kept(T)
}

extension Ticket: Sendable where T: Sendable {}

extension Subscriber {
  /// Gives a value its place in the order of delivery, for use under a lock: it runs no foreign code.
  @inlinable package func reserve(_ value: T) -> Ticket<T> {
    if subscription.turn.enter() { return .deliver(value) }
    return switch subscription.turn.push(SignalEvent<T, E>.next(value)) {
    case .entered: .drain
    case .queued, .refused: .kept(value)
    }
  }

  /// Gives an event its place in the order of delivery, for use under a lock: it runs no foreign code, as the caller
  /// holds the event until after the unlock.
  @inlinable package func reserve(event: SignalEvent<T, E>) -> Ticket<T> {
    switch subscription.turn.push(event) {
    case .entered: .drain
    case .queued, .refused: .nothing
    }
  }

  /// Delivers what was reserved, if that fell to this caller.
  ///
  /// - Returns: Whether more is wanted.
  @inlinable @discardableResult package func redeem(_ ticket: Ticket<T>) -> Bool {
    switch ticket {
    case .nothing, .kept: break
    case .deliver(let value): return deliverClaimed(value)
    case .drain: drain()
    }
    return !isOver
  }

  /// A sink that sends into this gate, and wants more for as long as the gate is open.
  @inlinable package var asSink: Sink<T, E> {
    Sink(
      next: { self.send($0) },
      error: { self.putError($0) },
      completed: { self.putCompletion() },
      scope: self)
  }
}
