package import Disposables
package import Signals

/// A subject that is set up for one run.
package final class Rig: Sendable {
  package let facts: Facts
  package let context: ContractContext
  package let line: ContractLine
  private let bench: Bench

  init(_ bench: Bench, _ lives: Lives?) {
    facts = bench.subject.facts
    context = ContractContext(lives: lives, activity: bench.activity)
    line = bench.activity.during("applying it") { [context] in bench.subject.open(context) }
    self.bench = bench
  }

  /// Starts the signal, in a way that it can end in.
  @discardableResult
  package func start(
    for ending: Ending = .disposal, _ handler: @escaping @Sendable (ContractEvent) -> Void
  ) -> any Disposable {
    start(ending.change(line.signal), handler)
  }

  /// Starts something that is made of the signal.
  @discardableResult
  package func start(
    _ signal: Signal<ContractValue, ContractError>, _ handler: @escaping @Sendable (ContractEvent) -> Void
  ) -> any Disposable {
    subscribe(to: signal) { event in
      handler(event)
      return true
    }
  }

  /// Starts the signal, and writes down what it sends.
  package func record() -> ContractLog {
    let log = ContractLog()
    start { log.append($0) }
    return log
  }

  /// Starts the signal for one value, in the way in which an operator does that: by answering that no more is wanted.
  package func refuse() -> ContractLog {
    let log = ContractLog()
    subscribe(to: line.signal) { event in
      log.append(event)
      return false
    }
    return log
  }

  @discardableResult
  private func subscribe(
    to signal: Signal<ContractValue, ContractError>, _ handler: @escaping @Sendable (ContractEvent) -> Bool
  ) -> any Disposable {
    let (limit, count, violations) = (100_000, Counter(), bench.violations)
    let next: @Sendable (ContractValue) -> Bool = { value in
      let number = count.increment()
      if number < limit { return handler(.next(value)) }
      if number == limit { violations.append("it sends without an end: \(limit) values came") }
      return false
    }
    let disposable = context.activity.during("starting it") {
      if bench.manner.startsBare {
        return signal.subscribe(
          Sink(
            next: next, error: { _ = handler(.error($0)) }, completed: { _ = handler(.completed) }, scope: nil
          ))
      }
      return signal.begin { start in
        Sink(
          next: { start.isOpen && next($0) },
          error: { if start.isOpen { _ = handler(.error($0)) } },
          completed: { if start.isOpen { _ = handler(.completed) } },
          scope: nil)
      }
    }
    bench.subscriptions.add(disposable)
    context.settle()
    return WatchedDisposable(disposable, context.activity)
  }

  /// Sends to the signal, and lets everything happen that was put off.
  ///
  /// A completion completes the other inputs too.
  package func put(_ events: ContractEvent...) {
    for event in events {
      putAlone(event)
      if case .completed = event { context.completeInputs() }
      context.settle()
    }
  }

  /// Sends to the signal, and nothing else.
  package func putAlone(_ event: ContractEvent) {
    let what: StaticString =
      switch event {
      case .next: "sending a value of the upstream"
      case .error: "sending an error of the upstream"
      case .completed: "completing the upstream"
      }
    context.activity.during(what) { line.put(event) }
  }

  package func sendFromInputs() {
    context.sendFromInputs()
    context.settle()
  }

  /// How many starts, of the source and of the other inputs, are still to be disposed of.
  package var owed: (source: Int, inputs: Int) {
    (line.starts() - line.disposals(), context.starts.value - context.disposals.value)
  }
}

/// Says that it is being disposed of.
private final class WatchedDisposable: Disposable {
  private let disposable: any Disposable
  private let activity: Activity

  init(_ disposable: any Disposable, _ activity: Activity) {
    self.disposable = disposable
    self.activity = activity
  }

  func dispose() {
    activity.during("disposing of it") { disposable.dispose() }
  }
}

/// A way in which a subscription ends.
package enum Ending: String, CaseIterable {
  case completion = "after a completion"
  case error = "after an error"
  case disposal = "after a disposal"
  case enough = "after the last value that was wanted"

  package static func possible(_ facts: Facts) -> [Ending] {
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
  package func change(
    _ signal: Signal<ContractValue, ContractError>
  ) -> Signal<ContractValue, ContractError> {
    self == .enough ? signal.firstAlone() : signal
  }

  package func happen(to rig: Rig, _ disposable: any Disposable) {
    switch self {
    case .completion: rig.put(.completed)
    case .error: rig.put(.error(ContractError()))
    case .disposal: disposable.dispose()
    case .enough: rig.put(.next(1))
    }
  }
}

extension Signal {
  /// Completes after the first value.
  fileprivate func firstAlone() -> Signal {
    .bare { sink in
      self.subscribe(
        Sink(
          next: { value in
            if sink.next(value) { sink.completed() }
            return false
          },
          error: sink.error, completed: sink.completed, scope: sink.scope))
    }
  }

  /// The same signal, whose disposable is there before it is started.
  package func disposable(by early: Slot<any Disposable>) -> Signal {
    Signal { subscriber in
      early.exchange(subscriber)
      return self.subscribe(subscriber.asSink)
    }
  }
}
