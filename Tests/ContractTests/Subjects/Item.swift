import Signals
import TestSupport

/// The value that goes through the signals under test: a number, and perhaps something that tells when it is compared or
/// freed.
struct Item: Sendable {
  let number: Int
  let cargo: Cargo?

  init(_ number: Int, _ cargo: Cargo? = nil) {
    self.number = number
    self.cargo = cargo
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
