import Signals
import TestSupport
import Testing

/// An operator or a source under test: how to apply it, and what to expect of it.
struct Subject: Sendable, CustomTestStringConvertible {
  typealias Operator = @Sendable (Signal<Item, Failure>, Context) -> Signal<Item, Failure>

  let name: String
  /// The public declarations that it stands for, as `take(while:)` or `Promise.get()`.
  let covers: [String]
  var facts: Facts
  /// For a source `nil`.
  let apply: Operator?
  let open: @Sendable (Context) -> Line

  var testDescription: String { name }

  /// An operator.
  ///
  /// - Parameters:
  ///   - name: The declaration, and after a comma what is special: `combineLatest(queue:_:_:), first`.
  ///   - covers: Other declarations that it stands for as well.
  init(
    _ name: String, covers: [String] = [], values: Facts.Values = .all, errors: Facts.Passing = .passes,
    completion: Facts.Passing = .passes, keepsValues: Bool = false, waits: Bool = false,
    apply: @escaping Operator
  ) {
    self.name = name
    self.covers = covers + [Self.declaration(in: name)]
    facts = Facts(
      values: values, errors: errors, completion: completion, keepsValues: keepsValues, waits: waits)
    self.apply = apply
    open = { context in
      let source = Source<Failure>(context)
      return Line(
        signal: apply(source.signal, context), put: source.put, starts: { source.starts },
        disposals: { source.disposals.value }, forget: source.forget)
    }
  }

  /// A source that sends what it is given, and goes on when nobody listens.
  init(
    hot name: String, covers: [String] = [], values: Facts.Values = .all, errors: Facts.Passing = .never,
    completion: Facts.Passing = .never, open: @escaping @Sendable (Context) -> Line
  ) {
    self.name = name
    self.covers = covers + [Self.declaration(in: name)]
    facts = Facts(values: values, errors: errors, completion: completion, isHot: true)
    apply = nil
    self.open = open
  }

  /// A source that sends the same at each start.
  init(
    fixed name: String, sends script: [Event], _ make: @escaping @Sendable (Context) -> Signal<Item, Failure>
  ) {
    self.name = name
    covers = [Self.declaration(in: name)]
    facts = Facts(values: .none, errors: .never, completion: .never, script: script)
    apply = nil
    open = { Line(signal: make($0), put: { _ in }) }
  }

  private static func declaration(in name: String) -> String {
    // Up to the comma: the labels of a declaration have none.
    String(name.prefix { $0 != "," })
  }
}

/// What the clauses have to know about a subject.
struct Facts: Sendable {
  enum Values: Sendable {
    /// Each value that goes in comes out.
    case all
    /// The first value that goes in comes out, and perhaps others.
    case some
    /// Values come out at the end alone, or not at all.
    case none
  }

  enum Passing: Sendable {
    case passes
    /// It is received, and does not come out.
    case isSwallowed
    /// There is none.
    case never
  }

  var values: Values
  var errors: Passing
  var completion: Passing
  /// It keeps what has passed, as it is meant to.
  var keepsValues = false
  /// Nothing comes out before other inputs have sent, and these are started later.
  var waits = false
  /// Its upstream goes on when nobody listens, and starts are not independent of each other.
  var isHot = false
  /// What a start sends by itself; `nil` if it sends what it is sent.
  var script: [Event]?

  // What the clauses ask for.
  var isDriven: Bool { script == nil }
  var isOperator: Bool { isDriven && !isHot }
  var sendsValues: Bool { values != .none }
  var passesValues: Bool { isDriven && sendsValues }
  var sendsWhileStarting: Bool { isOperator && sendsValues && !waits }
  var isForgetful: Bool { isDriven && !keepsValues }
  var canFail: Bool { errors == .passes }
  var canEnd: Bool { !ends.isEmpty }
  var ends: [Event] {
    (completion == .passes ? [.completed] : []) + (errors == .passes ? [.error(Failure())] : [])
  }
  var isFixed: Bool { !isDriven }
  var sendsByItself: Bool { script?.isEmpty == false }
}

/// A signal under test, and where to put what it is to send.
struct Line: Sendable {
  let signal: Signal<Item, Failure>
  let put: @Sendable (Event) -> Void
  /// How often what is behind the signal was started, and disposed of.
  var starts: @Sendable () -> Int = { 0 }
  var disposals: @Sendable () -> Int = { 0 }
  /// Has the source let go of its subscribers: it will not send to them any more.
  var forget: @Sendable () -> Void = {}
}

extension Signal where E == NoError {
  /// The same signal, with a type of errors that never come.
  func neverFailing() -> Signal<T, Failure> {
    .bare { sink in
      self.subscribe(Sink(next: sink.next, error: { _ in }, completed: sink.completed, scope: sink.scope))
    }
  }
}
