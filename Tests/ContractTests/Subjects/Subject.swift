import SignalTesting
import Signals
import Testing

/// An entry of the catalogue: an operator or a source, and the declarations that it stands for.
struct Subject: Sendable, CustomTestStringConvertible {
  let contract: ContractSubject
  /// The public declarations that it stands for, as `take(while:)` or `Promise.get()`.
  let covers: [String]

  var name: String { contract.name }
  var facts: Facts { contract.facts }
  var testDescription: String { name }

  /// An operator.
  ///
  /// - Parameters:
  ///   - name: The declaration, and after a comma what is special: `combineLatest(queue:_:_:), first`.
  ///   - covers: Other declarations that it stands for as well.
  init(
    _ name: String, covers: [String] = [], values: Facts.Values = .all, errors: Facts.Passing = .passes,
    completion: Facts.Passing = .passes, keepsValues: Bool = false, waits: Bool = false,
    apply: @escaping ContractSubject.Operator
  ) {
    let facts = Facts(
      values: values, errors: errors, completion: completion, keepsValues: keepsValues, waits: waits)
    self.init(ContractSubject(name, facts, apply: apply), covers)
  }

  /// A source that sends what it is given, and goes on when nobody listens.
  init(
    hot name: String, covers: [String] = [], values: Facts.Values = .all,
    open: @escaping @Sendable (Context) -> ContractLine
  ) {
    let facts = Facts(values: values, errors: .never, completion: .never, isHot: true)
    self.init(ContractSubject(source: name, facts, open: open), covers)
  }

  /// A source that sends the same at each start.
  init(
    fixed name: String, sends script: [Event], _ make: @escaping @Sendable (Context) -> Signal<Item, Failure>
  ) {
    self.init(ContractSubject(fixed: name, sends: script, make), [])
  }

  private init(_ contract: ContractSubject, _ others: [String]) {
    self.contract = contract
    // Up to the comma: the labels of a declaration have none.
    covers = others + [String(contract.name.prefix { $0 != "," })]
  }
}

extension ContractSubject {
  /// A source that sends the same at each start.
  init(
    fixed name: String, sends script: [Event], _ make: @escaping @Sendable (Context) -> Signal<Item, Failure>
  ) {
    self.init(
      source: name, Facts(values: .none, errors: .never, completion: .never, script: script),
      open: { ContractLine(signal: make($0), put: { _ in }) })
  }
}

extension Signal where E == NoError {
  /// The same signal, with a type of errors that never come.
  func neverFailing() -> Signal<T, Failure> {
    .bare { sink in
      self.subscribe(Sink(next: sink.next, error: { _ in }, completed: sink.completed, scope: sink.scope))
    }
  }
}
