internal import Signals

/// In what an operator differs from one that passes on each value, an error and a completion.
///
/// The suite looks whether it is so, as far as it can, and asks nothing that makes no sense.
public struct OperatorTraits: OptionSet, Sendable {
  /// The traits as bits.
  public let rawValue: Int

  /// Makes traits of bits; use the names.
  ///
  /// - Parameter rawValue: The traits as bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The first value comes out, and of the others perhaps some do not, as of `take` and `debounce`; or one makes several.
  public static let dropsValues = OperatorTraits(rawValue: 1 << 0)
  /// A value that comes in makes none come out; before the end there is perhaps none at all, as of `reduce`.
  public static let sendsNoValues = OperatorTraits(rawValue: 1 << 1)
  /// It may end after a value, as `take` does.
  public static let endsByItself = OperatorTraits(rawValue: 1 << 2)
  /// An error that comes in does not come out, as of `replaceError`.
  public static let swallowsErrors = OperatorTraits(rawValue: 1 << 3)
  /// A completion that comes in does not come out, as of `restart`.
  public static let swallowsCompletion = OperatorTraits(rawValue: 1 << 4)
  /// It keeps values that have passed, on purpose, for as long as it runs, as `collect` and `pairwise` do.
  public static let keepsValues = OperatorTraits(rawValue: 1 << 5)
  /// Nothing comes out while the upstream starts, as other inputs have to send first, and are started later: so it is of
  /// the first input of `combineLatest`.
  public static let waitsForOtherInputs = OperatorTraits(rawValue: 1 << 6)
}

/// What the clauses have to know about a subject.
package struct Facts: Sendable {
  package enum Values: Sendable {
    /// Each value that goes in comes out.
    case all
    /// The first value that goes in comes out, and perhaps others.
    case some
    /// Values come out at the end alone, or not at all.
    case none
  }

  package enum Passing: Sendable {
    case passes
    /// It is received, and does not come out.
    case isSwallowed
    /// There is none.
    case never
  }

  package var values: Values
  package var errors: Passing
  package var completion: Passing
  /// It keeps what has passed, as it is meant to.
  package var keepsValues: Bool
  /// Nothing comes out before other inputs have sent, and these are started later.
  package var waits: Bool
  /// It may end after a value.
  package var endsByItself: Bool
  /// Its upstream goes on when nobody listens, and starts are not independent of each other.
  package var isHot: Bool
  /// What a start sends by itself; `nil` if it sends what it is sent.
  package var script: [ContractEvent]?

  package init(
    values: Values = .all, errors: Passing = .passes, completion: Passing = .passes,
    keepsValues: Bool = false, waits: Bool = false, endsByItself: Bool = false, isHot: Bool = false,
    script: [ContractEvent]? = nil
  ) {
    self.values = values
    self.errors = errors
    self.completion = completion
    self.keepsValues = keepsValues
    self.waits = waits
    self.endsByItself = endsByItself
    self.isHot = isHot
    self.script = script
  }

  init(_ traits: OperatorTraits) {
    self.init(
      values: traits.contains(.sendsNoValues) ? .none : traits.contains(.dropsValues) ? .some : .all,
      errors: traits.contains(.swallowsErrors) ? .isSwallowed : .passes,
      completion: traits.contains(.swallowsCompletion) ? .isSwallowed : .passes,
      keepsValues: traits.contains(.keepsValues), waits: traits.contains(.waitsForOtherInputs),
      endsByItself: traits.contains(.endsByItself))
  }

  // What the clauses ask for.
  package var isDriven: Bool { script == nil }
  package var isOperator: Bool { isDriven && !isHot }
  package var sendsValues: Bool { values != .none }
  package var passesValues: Bool { isDriven && sendsValues }
  package var sendsWhileStarting: Bool { isOperator && sendsValues && !waits }
  package var isForgetful: Bool { isDriven && !keepsValues }
  package var canFail: Bool { errors == .passes }
  package var canEnd: Bool { !ends.isEmpty }
  package var ends: [ContractEvent] {
    (completion == .passes ? [.completed] : []) + (errors == .passes ? [.error(ContractError())] : [])
  }
  package var isFixed: Bool { !isDriven }
  package var sendsByItself: Bool { script?.isEmpty == false }
}
