internal import Disposables
internal import Signals

extension Clause {
  package static let life = [freshState, freed, unreachable, constantMemory, neverStarted]

  package static let freshState = Clause("the state is fresh at each start", if: \.isOperator) { _, bench in
    let first = bench.rig()
    let logs = (0..<3).map { _ in
      first.context.beginAnew()
      let log = ContractLog()
      let disposable = first.start { log.append($0) }
      first.put(.next(1), .next(2), .next(1), .completed)
      disposable.dispose()
      return log.elements
    }
    bench.expect(logs[1], is: logs[0], "the events of a second start")
    bench.expect(logs[2], is: logs[0], "the events of a third start")

    // The source sends to both.
    let second = bench.rig()
    let (a, b) = (second.record(), second.record())
    second.put(.next(1), .next(2), .next(1), .completed)
    bench.expect(a.elements, is: logs[0], "the events of the first of two starts at once")
    bench.expect(b.elements, is: logs[0], "the events of the second of two starts at once")
  }

  package static let freed = Clause(
    "what was captured, and what was sent, is freed at the end", if: \.isDriven
  ) {
    subject, bench in
    for ending in Ending.possible(subject.facts) {
      let (handlers, values, closures) = (Aviary(), Aviary(), Aviary())
      let owed: @Sendable () -> Int
      let send: (@Sendable (ContractEvent) -> Void)?
      let disposable: any Disposable
      do {
        let rig = bench.rig()
        rig.context.kept.exchange(closures.canary())
        owed = { [line = (rig.line.starts, rig.line.disposals)] in line.0() - line.1() }
        send = rig.facts.isHot ? nil : rig.line.put
        do {
          let canary = handlers.canary()
          disposable = rig.start(for: ending) { _ in canary.sing() }
        }
        bench.expect(handlers.alive, is: 1, "captured objects while the signal runs")
        for number in 1...2 where ending != .enough {
          let canary = values.canary()
          rig.put(.next(ContractValue(number, cargo: Cargo(onDeinit: { canary.sing() }))))
        }
        ending.happen(to: rig, disposable)
        bench.expect(handlers.alive, is: 0, "objects of the handlers, \(ending.rawValue)")
        if !rig.facts.isHot { bench.expect(values.alive, is: 0, "values, \(ending.rawValue)") }
      }
      bench.expect(values.alive, is: 0, "values, \(ending.rawValue), when the signal is gone")
      bench.expect(owed(), is: 0, "starts less disposals, \(ending.rawValue), when the signal is gone")
      // The sender is still there, and so is the disposable.
      if !subject.facts.isHot {
        bench.expect(closures.alive, is: 0, "objects of the closures, \(ending.rawValue)")
      }
      withExtendedLifetime((send, disposable)) {}
    }
  }

  package static let unreachable = Clause(
    "what nobody can send to any more is freed, though nobody has disposed of it", if: \.isOperator
  ) { _, bench in
    for count in 0...2 {
      let handlers = Aviary()
      let disposable: any Disposable
      do {
        let rig = bench.rig()
        let canary = handlers.canary()
        disposable = rig.line.signal.start(
          next: { _ in canary.sing() }, error: { _ in canary.sing() }, completed: { canary.sing() })
        rig.context.settle()
        for number in 0..<count { rig.put(.next(ContractValue(number))) }
        // Time that is still waited for is somebody who can send.
        rig.context.scheduler.run()
        rig.line.forget()
        rig.context.forgetInputs()
      }
      // Also while the disposable is kept.
      bench.expect(handlers.alive, is: 0, "objects of the handlers after \(count) values")
      disposable.dispose()
    }
  }

  package static let constantMemory = Clause(
    "nothing grows with the events that have passed", if: \.isForgetful
  ) { _, bench in
    let rig = bench.rig()
    let aviary = Aviary()
    rig.start { _ in }
    for number in 1...100 {
      let canary = aviary.canary()
      rig.put(.next(ContractValue(number, cargo: Cargo(onDeinit: { canary.sing() }))))
    }
    bench.expect(aviary.alive <= 4, "\(aviary.alive) of 100 values are kept")
    bench.expect(
      rig.owed.inputs <= 4, "\(rig.owed.inputs) inputs were started and not disposed of meanwhile")
  }

  package static let neverStarted = Clause(
    "a signal that was made and never started starts nothing", if: \.isOperator
  ) { _, bench in
    let rig = bench.rig()
    rig.context.settle()
    bench.expect(rig.line.starts(), is: 0, "the starts of the source")
    bench.expect(rig.context.starts.value, is: 0, "the starts of the other inputs")
    bench.expect(rig.context.code.calls, is: 0, "the calls of the operator's closures")
  }
}
