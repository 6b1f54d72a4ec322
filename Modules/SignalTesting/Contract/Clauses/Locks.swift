package import Disposables
internal import Signals
internal import Synchronization

// While foreign code runs, another thread has to come through with everything that it may do meanwhile; whoever holds a
// lock makes it wait.

extension Clause {
  package static let locks = [
    lockedHandler, lockedClosure, lockedComparison, lockedCapture, lockedValue, lockedGenerator,
    lockedDisposal,
  ]

  package static let lockedHandler = Clause("no lock is held while a handler runs", if: \.isDriven) {
    subject, bench in
    bench.intrude(during: "a handler") { rig, intruder, ending in
      let disposable = rig.start(for: ending) { _ in intruder.act() }
      intruder.target.exchange(disposable)
      if ending != .enough { rig.put(.next(1), .next(2)) }
      ending.happen(to: rig, disposable)
    }
    bench.intrude(during: "the handler of the end") { rig, intruder, ending in
      let disposable = rig.start(for: ending) { event in
        if event.isEnd { intruder.act() }
      }
      intruder.target.exchange(disposable)
      ending.happen(to: rig, disposable)
    }
  }

  package static let lockedClosure = Clause(
    "no lock is held while a closure of the operator runs", if: \.isOperator
  ) { _, bench in
    bench.intrude(during: "a closure") { rig, intruder, ending in
      rig.context.code.set { intruder.act() }
      let disposable = rig.start(for: ending) { _ in }
      intruder.target.exchange(disposable)
      if ending != .enough { rig.put(.next(1), .next(2)) }
      ending.happen(to: rig, disposable)
      rig.context.code.set(nil)
    }
  }

  package static let lockedComparison = Clause("no lock is held while values are compared", if: \.isDriven) {
    _, bench in
    bench.intrude(during: "==") { rig, intruder, ending in
      let disposable = rig.start(for: ending) { _ in }
      intruder.target.exchange(disposable)
      let cargo = Cargo(onCompare: { intruder.act() })
      rig.put(
        .next(ContractValue(1, cargo: cargo)), .next(ContractValue(1, cargo: cargo)),
        .next(ContractValue(2, cargo: cargo)))
      ending.happen(to: rig, disposable)
    }
  }

  package static let lockedCapture = Clause(
    "no lock is held while a captured object is freed, which may call back", if: \.isDriven
  ) { _, bench in
    bench.intrude(during: "the deinit of a captured object") { rig, intruder, ending in
      let disposable: any Disposable
      do {
        let canary = Canary { intruder.act() }
        disposable = rig.start(for: ending) { _ in canary.sing() }
      }
      intruder.target.exchange(disposable)
      ending.happen(to: rig, disposable)
    }
  }

  package static let lockedValue = Clause(
    "no lock is held while a value is freed, which may call back", if: \.isDriven
  ) { _, bench in
    bench.intrude(during: "the deinit of a value") { rig, intruder, ending in
      let disposable = rig.start(for: ending) { _ in }
      intruder.target.exchange(disposable)
      rig.put(.next(ContractValue(1, cargo: Cargo(onDeinit: { intruder.act() }))))
      rig.put(.next(2), .next(3))
      ending.happen(to: rig, disposable)
    }
  }

  package static let lockedGenerator = Clause("no lock is held while a generator runs", if: \.isDriven) {
    _, bench in
    bench.intrude(during: "a generator") { rig, intruder, ending in
      rig.context.onGenerate.set { intruder.act() }
      let disposable = rig.start(rig.endable(for: ending).disposable(by: intruder.target)) { _ in }
      if ending != .enough { rig.put(.next(1), .next(2)) }
      ending.happen(to: rig, disposable)
      rig.context.onGenerate.set(nil)
    }
  }

  package static let lockedDisposal = Clause("no lock is held while a dispose action runs", if: \.isDriven) {
    _, bench in
    bench.intrude(during: "a dispose action") { rig, intruder, ending in
      rig.context.onDispose.set { intruder.act() }
      let disposable = rig.start(for: ending) { _ in }
      intruder.target.exchange(disposable)
      if ending != .enough { rig.put(.next(1), .next(2)) }
      ending.happen(to: rig, disposable)
      rig.context.onDispose.set(nil)
    }
  }
}

extension Rig {
  func endable(for ending: Ending) -> Signal<ContractValue, ContractError> { ending.change(line.signal) }
}

extension Bench {
  /// Runs a scene for each ending and each act of an intruder.
  func intrude(during place: String, _ scene: (Rig, Intruder, Ending) -> Void) {
    for ending in Ending.possible(subject.facts) {
      for act in Intruder.Act.allCases {
        let rig = rig()
        let intruder = Intruder(rig, act, patience: patience)
        scene(rig, intruder, ending)
        // The deinit of what is still there is none of the scene.
        intruder.isArmed.store(false, ordering: .sequentiallyConsistent)
        intruder.target.exchange(nil)?.dispose()
        // A value that is stored somewhere knows the intruder, who knows where.
        rig.put(.next(0), .next(0))
        if intruder.hadToWait {
          return violations.append(
            "another thread could not \(act.rawValue) during \(place) (\(ending.rawValue))")
        }
      }
    }
  }
}

/// Foreign code.
///
/// The first time that it runs, it waits for another thread, which does what it likes with the same signal. Then it does the same itself.
package final class Intruder: Sendable {
  package enum Act: String, CaseIterable {
    case send
    case start
    case dispose
  }

  /// The subscription to dispose of.
  package let target = Slot<any Disposable>()
  fileprivate let isArmed = Atomic(true)
  private let waited = Atomic(false)
  private let rig: Rig
  private let chosen: Act
  private let patience: Double

  package init(_ rig: Rig, _ chosen: Act, patience: Double) {
    self.rig = rig
    self.chosen = chosen
    self.patience = patience
  }

  /// Whether the other thread could not do what it wanted.
  package var hadToWait: Bool { waited.load(ordering: .sequentiallyConsistent) }

  package func act() {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let worker = Worker { [self] in intrude() }
    if worker.join(seconds: patience) {
      intrude()
    } else {
      waited.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Waits for no queue: the foreign code may be that queue's work.
  private func intrude() {
    switch chosen {
    case .send:
      for _ in 1...2 {
        rig.putAlone(.next(10))
        rig.context.letTimePass()
      }
      rig.context.sendFromInputs()
      rig.context.letTimePass()
    case .start:
      rig.context.activity.during("starting it") { rig.line.signal.start().dispose() }
      rig.context.letTimePass()
    case .dispose:
      target.value?.dispose()
    }
  }
}
