internal import Disposables
package import Signals

/// An operator or a source under test: how to apply it, and what to expect of it.
package struct ContractSubject: Sendable {
  package typealias Operator =
    @Sendable (Signal<ContractValue, ContractError>, ContractContext) -> Signal<ContractValue, ContractError>

  package let name: String
  package var facts: Facts
  /// For a source `nil`.
  package let apply: Operator?
  package let open: @Sendable (ContractContext) -> ContractLine

  /// An operator.
  package init(_ name: String, _ facts: Facts = Facts(), apply: @escaping Operator) {
    self.name = name
    self.facts = facts
    self.apply = apply
    open = { context in
      let source = ContractSource<ContractError>(context)
      return ContractLine(
        signal: apply(source.signal, context), put: source.put, starts: { source.starts },
        disposals: { source.disposals.value }, forget: source.forget)
    }
  }

  /// A source.
  package init(
    source name: String, _ facts: Facts, open: @escaping @Sendable (ContractContext) -> ContractLine
  ) {
    self.name = name
    self.facts = facts
    apply = nil
    self.open = open
  }
}

/// A signal under test, and where to put what it is to send.
package struct ContractLine: Sendable {
  package let signal: Signal<ContractValue, ContractError>
  package let put: @Sendable (ContractEvent) -> Void
  /// How often what is behind the signal was started, and disposed of.
  package let starts: @Sendable () -> Int
  package let disposals: @Sendable () -> Int
  /// Has the source let go of its subscribers: it will not send to them any more.
  package let forget: @Sendable () -> Void

  package init(
    signal: Signal<ContractValue, ContractError>, put: @escaping @Sendable (ContractEvent) -> Void,
    starts: @escaping @Sendable () -> Int = { 0 }, disposals: @escaping @Sendable () -> Int = { 0 },
    forget: @escaping @Sendable () -> Void = {}
  ) {
    self.signal = signal
    self.put = put
    self.starts = starts
    self.disposals = disposals
    self.forget = forget
  }
}

/// A source that a test drives by hand.
///
/// It sends to every subscriber that it has had; those that have ended ignore it.
package final class ContractSource<E: Sendable>: Sendable {
  private let started = Recording<Subscriber<ContractValue, E>>()
  package let disposals = Counter()
  // Not the context itself: who holds the sender must not hold the closures.
  private let (onGenerate, onDispose): (Hook, Hook)

  package init(_ context: ContractContext) {
    (onGenerate, onDispose) = (context.onGenerate, context.onDispose)
  }

  package var starts: Int { started.elements.count }

  package var signal: Signal<ContractValue, E> {
    Signal { [started, disposals, onGenerate, onDispose] subscriber in
      started.append(subscriber)
      onGenerate.run()
      return ActionDisposable {
        disposals.increment()
        onDispose.run()
      }
    }
  }

  package func forget() {
    started.removeAll()
  }

  package func put(_ event: SignalEvent<ContractValue, E>) {
    for subscriber in started.elements { subscriber.put(event: event) }
  }
}
