import Disposables
import SignalTesting
import Signals
import TestSupport

// The clauses for sources that send by themselves.

extension Clause {
  /// All that an entry of the catalogue is asked.
  static let ofAll = all + ofFixedSources

  static let ofFixedSources = [script, disposalOfFixed, freedByFixed, lockedFixed]

  static let script = Clause("it sends what it is for, at each start", if: \.isFixed) {
    subject, bench in
    let rig = bench.rig()
    for _ in 1...2 {
      let log = rig.record()
      bench.expect(log.elements, is: subject.facts.script ?? [], "the events")
    }
  }

  static let disposalOfFixed = Clause(
    "of a source that sends by itself, nothing follows a value after which no more is wanted",
    if: \.sendsByItself
  ) { subject, bench in
    let rig = bench.rig()
    bench.expect(rig.refuse().elements, is: Array((subject.facts.script ?? []).prefix(1)), "the events")
  }

  static let freedByFixed = Clause("what the handlers captured is freed at the end", if: \.isFixed) {
    _, bench in
    let aviary = Aviary()
    let rig = bench.rig()
    let disposable: any Disposable
    do {
      let canary = aviary.canary()
      disposable = rig.start { _ in canary.sing() }
    }
    disposable.dispose()
    disposable.dispose()
    bench.expect(aviary.alive, is: 0, "captured objects")
  }

  static let lockedFixed = Clause(
    "no lock is held while a handler runs, of a source that sends by itself",
    if: \.sendsByItself
  ) { _, bench in
    for act in [Intruder.Act.start, .dispose] {
      let rig = bench.rig()
      let intruder = Intruder(rig, act, patience: bench.patience)
      rig.start(rig.line.signal.disposable(by: intruder.target)) { _ in intruder.act() }
      intruder.target.exchange(nil)?.dispose()
      bench.expect(
        !intruder.hadToWait,
        "another thread could not \(act.rawValue) while a handler ran")
    }
  }
}
