package import Signals

/// The value that goes through an operator while ``checkContract(of:traits:patience:fileID:filePath:line:column:_:)`` looks: a number, which
/// carries with it what the suite has to know.
///
/// It tells the suite when it is compared, when it is freed, and whether it was alive when it was read. So an operator of values of
/// any type passes it on; one of numbers, say, is told of ``number`` alone, and the suite sees less of what it does.
public struct ContractValue: Sendable {
  private let stored: Int
  package let cargo: Cargo?
  package let life: Life?

  /// Makes a value that carries nothing.
  ///
  /// - Parameter number: Its number.
  public init(_ number: Int) {
    self.init(number, cargo: nil)
  }

  package init(_ number: Int, cargo: Cargo?, life: Life? = nil) {
    stored = number
    self.cargo = cargo
    self.life = life
  }

  /// Its number, by which the suite knows it again.
  public var number: Int {
    // Who reads it uses the value.
    life?.use()
    return stored
  }

  /// The same value, after others have been read that came together with it.
  ///
  ///     combineLatest(upstream, context.input(0)).map { $0.with($1) }
  ///
  /// - Parameter others: What else the operator has sent with it, and so has to have kept alive.
  /// - Returns: This value.
  public func with(_ others: ContractValue...) -> ContractValue {
    others.read()
    return self
  }
}

extension [ContractValue] {
  /// Reads each, as those do that use it.
  package func read() {
    for value in self { _ = value.number }
  }
}

extension ContractValue: Equatable {
  /// Whether the numbers are the same.
  public static func == (a: ContractValue, b: ContractValue) -> Bool {
    a.cargo?.onCompare()
    b.cargo?.onCompare()
    return a.number == b.number
  }
}

extension ContractValue: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Makes a value that carries nothing.
  ///
  /// - Parameter number: Its number.
  public init(integerLiteral number: Int) {
    self.init(number)
  }

  /// Its number.
  public var description: String { "\(number)" }
}

/// What a value carries with it: foreign code that runs when the value is compared, and when its last copy is freed.
package final class Cargo: Sendable {
  package let onCompare: @Sendable () -> Void
  private let onDeinit: @Sendable () -> Void

  package init(
    onCompare: @escaping @Sendable () -> Void = {}, onDeinit: @escaping @Sendable () -> Void = {}
  ) {
    self.onCompare = onCompare
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}

/// The error that the suite sends.
public struct ContractError: Error, Equatable {
  /// Makes one; all are alike.
  public init() {}
}

package typealias ContractEvent = SignalEvent<ContractValue, ContractError>
package typealias ContractLog = Recording<ContractEvent>

extension SignalEvent {
  package var isEnd: Bool {
    if case .next = self { false } else { true }
  }

  package var isError: Bool {
    if case .error = self { true } else { false }
  }
}
