import Observation
import SignalPrimitives
import TestSupport

/// A model without a lock, which belongs to whoever uses it.
@Observable final class Counts {
  var first: Int
  var second = 0
  var usesSecond = false
  var child: Counts?

  init(_ first: Int = 0) {
    self.first = first
  }
}

/// A model of the main actor.
@MainActor @Observable final class Document {
  var title: String
  var isEdited = false

  init(_ title: String) {
    self.title = title
  }
}

/// A model with a lock of its own, which several threads may use.
@Observable final class Account: Sendable {
  /// Where the lock is held.
  enum Locking {
    /// Around the store alone, so that none is held while observers run.
    case inside
    /// Around the message and the store.
    case around
  }

  @ObservationIgnored private let locking: Locking
  @ObservationIgnored private let stored: Guarded<Int>
  /// Not `Guarded(())`: the thread sanitizer reports false races on a state without a size.
  @ObservationIgnored private let outer = Guarded(0)
  /// Runs in each reading, after the value was read.
  @ObservationIgnored let onRead = Slot<@Sendable () -> Void>()
  /// Runs in each change, after the observers were told that it is about to be made, and before it is made.
  @ObservationIgnored let onChange = Slot<@Sendable () -> Void>()

  init(_ balance: Int = 0, locking: Locking = .inside) {
    self.locking = locking
    stored = Guarded(balance)
  }

  var balance: Int {
    get {
      access(keyPath: \.balance)
      let balance =
        switch locking {
        case .inside: stored.withLock { $0 }
        case .around: outer.withLock { _ in stored.withLock { $0 } }
        }
      onRead.value?()
      return balance
    }
    set {
      switch locking {
      case .inside: change(to: newValue)
      case .around: outer.withLock { _ in change(to: newValue) }
      }
    }
  }

  private func change(to balance: Int) {
    withMutation(keyPath: \.balance) {
      onChange.value?()
      stored.withLock { $0 = balance }
    }
  }
}

/// A number that can't be observed.
final class Plain: Sendable {
  let number = 7
}
