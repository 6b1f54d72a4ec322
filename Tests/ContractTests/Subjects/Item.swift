import Signals
import TestSupport

/// The value that goes through the signals under test: a number, and perhaps something that tells when it is compared or
/// freed, or that knows whether it is alive.
struct Item: Sendable {
  private let stored: Int
  let cargo: Cargo?
  let life: Life?

  init(_ number: Int, _ cargo: Cargo? = nil, life: Life? = nil) {
    stored = number
    self.cargo = cargo
    self.life = life
  }

  /// Who reads it uses the value.
  var number: Int {
    life?.use()
    return stored
  }

  /// The value, after those have been used that came together with it.
  func with(_ others: Item...) -> Item {
    _ = others.allUsed
    return self
  }
}

extension [Item] {
  /// The same values, all of which have been used.
  var allUsed: [Item] {
    for item in self { _ = item.number }
    return self
  }
}

extension Item: Equatable {
  static func == (a: Item, b: Item) -> Bool {
    a.cargo?.onCompare()
    b.cargo?.onCompare()
    return a.number == b.number
  }
}

extension Item: ExpressibleByIntegerLiteral, CustomStringConvertible {
  init(integerLiteral number: Int) {
    self.init(number)
  }

  var description: String { "\(number)" }
}

/// What an item carries with it: foreign code that runs when the item is compared, and when its last copy is freed.
final class Cargo: Sendable {
  let onCompare: @Sendable () -> Void
  private let onDeinit: @Sendable () -> Void

  init(onCompare: @escaping @Sendable () -> Void = {}, onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onCompare = onCompare
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}

struct Failure: Error, Equatable {}

typealias Event = SignalEvent<Item, Failure>
typealias Log = Recording<Event>

extension SignalEvent {
  var isEnd: Bool {
    if case .next = self { false } else { true }
  }
}

extension Recording where Element == Event {
  /// The numbers of the values.
  var numbers: [Int] {
    elements.compactMap { event in
      if case .next(let item) = event { item.number } else { nil }
    }
  }
}

/// What a value becomes that can't be there.
@Sendable func impossible(_ never: Never) -> Item {}
