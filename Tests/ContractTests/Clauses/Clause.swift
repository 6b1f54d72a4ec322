import Disposables
import Operators
import Signals
import TestSupport
import Testing

/// One clause of the delivery contract, as something that can be asked of a subject.
struct Clause: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether there is something to ask.
  let applies: @Sendable (Facts) -> Bool
  let check: @Sendable (Subject, Bench) -> Void

  init(
    _ name: String, if applies: @escaping @Sendable (Facts) -> Bool = { _ in true },
    check: @escaping @Sendable (Subject, Bench) -> Void
  ) {
    self.name = name
    self.applies = applies
    self.check = check
  }

  var testDescription: String { name }

  /// - Returns: In which way the subject breaks the clause; empty if it keeps it.
  func violations(of subject: Subject, _ manner: Bench.Manner = .sound) -> [String] {
    let bench = Bench(subject, manner)
    check(subject, bench)
    bench.subscriptions.dispose()
    return bench.violations.elements
  }

  static let all = delivery + disposal + life + lives + locks + fixed
}

/// Where a subject is asked one clause: it makes rigs, writes down violations, and ends every subscription afterwards.
final class Bench: Sendable {
  enum Manner: Sendable {
    /// The subject is expected to keep the contract: there is time enough for a slow machine, and ThreadSanitizer watches.
    case sound
    /// It is broken on purpose.
    case broken
  }

  let subject: Subject
  let manner: Manner
  let violations = Recording<String>()
  let subscriptions = DisposableSet()

  init(_ subject: Subject, _ manner: Manner) {
    self.subject = subject
    self.manner = manner
  }

  /// How long to wait for what has to come, in seconds.
  var patience: Double { manner == .sound ? 20 : 0.2 }

  /// - Parameter lives: Where the values that the subject itself makes are known to be alive.
  func rig(_ lives: Lives? = nil) -> Rig {
    Rig(subject, subscriptions, lives)
  }

  func expect(_ holds: Bool, _ violation: @autoclosure () -> String) {
    if !holds { violations.append(violation()) }
  }

  func expect<T: Equatable>(_ seen: T, is expected: T, _ what: @autoclosure () -> String) {
    expect(seen == expected, "\(what()): \("\(seen)".prefix(200)), and not \(expected)")
  }
}

/// A subject that is set up for one run.
final class Rig: Sendable {
  let facts: Facts
  let context: Context
  let line: Line
  private let subscriptions: DisposableSet

  init(_ subject: Subject, _ subscriptions: DisposableSet, _ lives: Lives?) {
    facts = subject.facts
    context = Context(lives: lives)
    line = subject.open(context)
    self.subscriptions = subscriptions
  }

  /// Starts the signal, in a way that it can end in.
  @discardableResult
  func start(
    for ending: Ending = .disposal, _ handler: @escaping @Sendable (Event) -> Void
  ) -> any Disposable {
    start(ending.change(line.signal), handler)
  }

  /// Starts something that is made of the signal.
  @discardableResult
  func start(
    _ signal: Signal<Item, Failure>, _ handler: @escaping @Sendable (Event) -> Void
  ) -> any Disposable {
    // As an operator does it: `start` asks by itself whether it was disposed of, and would hide that another did not.
    let disposable = signal.subscribe(
      Sink(
        next: { value in
          handler(.next(value))
          return true
        },
        error: { handler(.error($0)) },
        completed: { handler(.completed) },
        scope: nil))
    subscriptions.add(disposable)
    context.settle()
    return disposable
  }

  /// Starts the signal, and writes down what it sends.
  func record() -> Log {
    let log = Log()
    start { log.append($0) }
    return log
  }

  /// Starts the signal for one value, in the way in which an operator does that: by answering that no more is wanted.
  func refuse() -> Log {
    let log = Log()
    subscriptions.add(
      line.signal.subscribe(
        Sink(
          next: { value in
            log.append(.next(value))
            return false
          },
          error: { log.append(.error($0)) },
          completed: { log.append(.completed) },
          scope: nil)))
    context.settle()
    return log
  }

  /// Sends to the signal, and lets everything happen that was put off.
  ///
  /// A completion completes the companions too.
  func put(_ events: Event...) {
    for event in events {
      line.put(event)
      if case .completed = event { context.completeCompanions() }
      context.settle()
    }
  }

  func sendFromCompanions() {
    context.sendFromCompanions()
    context.settle()
  }

  /// How many starts, of the source and of the companions, are still to be disposed of.
  var owed: (source: Int, companions: Int) {
    (line.starts() - line.disposals(), context.starts.value - context.disposals.value)
  }
}

/// A way in which a subscription ends.
enum Ending: String, CaseIterable {
  case completion = "after a completion"
  case error = "after an error"
  case disposal = "after a disposal"
  case enough = "after the last value that was wanted"

  static func possible(_ facts: Facts) -> [Ending] {
    allCases.filter { ending in
      switch ending {
      case .completion: facts.completion == .passes
      case .error: facts.errors == .passes
      case .disposal: true
      case .enough: facts.sendsValues
      }
    }
  }

  /// What to start for it.
  func change(_ signal: Signal<Item, Failure>) -> Signal<Item, Failure> {
    self == .enough ? signal.take(1) : signal
  }

  func happen(to rig: Rig, _ disposable: any Disposable) {
    switch self {
    case .completion: rig.put(.completed)
    case .error: rig.put(.error(Failure()))
    case .disposal: disposable.dispose()
    case .enough: rig.put(.next(1))
    }
  }
}

extension Signal {
  /// The same signal, whose disposable is there before it is started.
  func disposable(by early: Slot<any Disposable>) -> Signal {
    Signal { subscriber in
      early.exchange(subscriber)
      return self.subscribe(subscriber.asSink)
    }
  }
}
