internal import Disposables
internal import SignalPrimitives
internal import Signals

extension Clause {
  package static let disposal = [
    beforeGeneratorReturns, insideNext, insideEnd, insideClosure, whileHandlerIsHeld, whileGeneratorIsHeld,
    whileGeneratorIsSilent, racing, upstreamOnce, nothingAfterDisposal,
  ]

  package static let beforeGeneratorReturns = Clause(
    "disposal before the generator returns", if: \.sendsWhileStarting
  ) { subject, bench in
    guard let apply = subject.apply else { return }
    let rig = bench.rig()
    let (disposals, log) = (Counter(), ContractLog())
    let disposable = Slot<any Disposable>()
    let wasActive = Slot<Bool>()
    let signal = Signal<ContractValue, ContractError> { [context = rig.context] subscriber in
      for number in 1...3 {
        subscriber.putNext(ContractValue(number))
        context.settle()
      }
      wasActive.exchange(subscriber.isActive)
      return ActionDisposable { disposals.increment() }
    }
    rig.start(apply(signal, rig.context).disposable(by: disposable)) { event in
      log.append(event)
      disposable.exchange(nil)?.dispose()
    }
    bench.expect(log.elements, is: [.next(1)], "the events")
    bench.expect(
      wasActive.value, is: false, "whether the generator's subscriber is active after the disposal")
    bench.expect(disposals.value, is: 1, "how often the upstream was disposed of")
    bench.expect(rig.owed.inputs, is: 0, "inputs that were not disposed of")
  }

  package static let insideNext = Clause("disposal inside next", if: \.passesValues) { _, bench in
    let rig = bench.rig()
    let (disposable, log, aviary) = (MetaDisposable(), ContractLog(), Aviary())
    do {
      let canary = aviary.canary()
      disposable.set(
        rig.start { event in
          canary.sing()
          log.append(event)
          disposable.dispose()
        })
    }
    rig.put(.next(1), .next(2))
    bench.expectPaid(rig, "after the disposal")
    rig.put(.error(ContractError()), .completed)
    rig.sendFromInputs()
    bench.expect(log.elements, is: [.next(1)], "the events")
    bench.expect(aviary.alive, is: 0, "the captured objects")
    bench.expectPaid(rig)
  }

  package static let insideClosure = Clause("disposal inside a closure of the operator", if: \.isOperator) {
    _, bench in
    for call in 1...2 {
      let lives = Lives()
      bench.disposeInside(call, bench.rig(lives))
      bench.expect(lives.faults, is: [], "what happened to values, call \(call)")
      bench.expect(lives.alive, is: 0, "values that are alive when all is gone, call \(call)")
    }
  }

  package static let insideEnd = Clause(
    "disposal inside completed and inside error",
    if: \.canEnd
  ) { subject, bench in
    for ending in Ending.possible(subject.facts) where ending != .disposal {
      let rig = bench.rig()
      let (disposable, ends) = (MetaDisposable(), Counter())
      disposable.set(
        rig.start(for: ending) { event in
          guard event.isEnd else { return }
          ends.increment()
          disposable.dispose()
        })
      ending.happen(to: rig, disposable)
      bench.expect(ends.value, is: 1, "the number of ends, \(ending.rawValue)")
      bench.expectPaid(rig)
    }
  }

  package static let whileHandlerIsHeld = Clause(
    "disposal from another thread, while a handler is held up", if: \.passesValues
  ) { _, bench in
    let rig = bench.rig()
    let (isInside, goOn, log, aviary) = (Latch(), Latch(), ContractLog(), Aviary())
    let disposable: any Disposable
    do {
      let canary = aviary.canary()
      disposable = rig.start { event in
        canary.sing()
        log.append(event)
        isInside.open()
        _ = bench.wait(for: goOn)
      }
    }
    let sender = Worker { rig.put(.next(1)) }
    bench.expect(bench.wait(for: isInside), "the first value did not come")
    let disposer = Worker { disposable.dispose() }
    bench.expect(bench.join(disposer, 0.5), "dispose() had to wait for the handler")
    let late = Worker { rig.put(.next(2), .completed) }
    bench.expect(bench.join(late, 0.5), "a sender had to wait for the handler")
    bench.expect(aviary.alive, is: 1, "the captured objects, while the handler that captured them runs")
    goOn.open()
    bench.expectEnd(of: sender, disposer, late)
    rig.context.settle()
    bench.expect(log.elements, is: [.next(1)], "the events")
    bench.expect(aviary.alive, is: 0, "the captured objects, after the handler has returned")
    bench.expectPaid(rig)
  }

  package static let whileGeneratorIsHeld = Clause(
    "disposal from another thread, while the generator is held up", if: \.isOperator
  ) { subject, bench in
    guard let apply = subject.apply else { return }
    let rig = bench.rig()
    let (isInside, goOn, log, disposals) = (Latch(), Latch(), ContractLog(), Counter())
    let disposable = Slot<any Disposable>()
    let signal = Signal<ContractValue, ContractError> { [context = rig.context] subscriber in
      isInside.open()
      _ = bench.wait(for: goOn)
      for number in 1...3 {
        subscriber.putNext(ContractValue(number))
        context.settle()
      }
      return ActionDisposable { disposals.increment() }
    }
    let starter = Worker {
      rig.start(apply(signal, rig.context).disposable(by: disposable)) { log.append($0) }
    }
    bench.expect(bench.wait(for: isInside), "the generator did not run")
    let disposer = Worker { disposable.value?.dispose() }
    bench.expect(bench.join(disposer, 0.5), "dispose() had to wait for the generator")
    goOn.open()
    bench.expectEnd(of: starter, disposer)
    rig.context.settle()
    bench.expect(log.elements, is: [], "the events")
    bench.expect(disposals.value, is: 1, "how often the upstream was disposed of")
    bench.expect(rig.owed.inputs, is: 0, "inputs that were not disposed of")
  }

  package static let whileGeneratorIsSilent = Clause(
    "disposal from another thread, while the generator sends nothing and asks whether it should go on",
    if: \.isOperator
  ) { subject, bench in
    guard let apply = subject.apply else { return }
    let rig = bench.rig()
    let (isInside, disposals) = (Latch(), Counter())
    let disposable = Slot<any Disposable>()
    let signal = Signal<ContractValue, ContractError> { subscriber in
      isInside.open()
      let deadline = ContinuousClock.now + .seconds(bench.patience)
      while subscriber.isActive, .now < deadline {}
      bench.expect(!subscriber.isActive, "the generator was not told")
      return ActionDisposable { disposals.increment() }
    }
    let starter = Worker {
      rig.start(apply(signal, rig.context).disposable(by: disposable)) { _ in }
    }
    bench.expect(bench.wait(for: isInside), "the generator did not run")
    disposable.value?.dispose()
    bench.expectEnd(of: starter)
    rig.context.settle()
    bench.expect(disposals.value, is: 1, "how often the upstream was disposed of")
    bench.expect(rig.owed.inputs, is: 0, "inputs that were not disposed of")
  }

  package static let racing = Clause(
    "an end that races with values comes once, and nothing follows it", if: \.isDriven
  ) { subject, bench in
    for ending in Ending.possible(subject.facts) where ending != .enough {
      for round in 1...10 {
        let lives = Lives()
        let rig = bench.rig(lives)
        let (log, aviary) = (ContractLog(), Aviary())
        let disposable: any Disposable
        do {
          let canary = aviary.canary()
          disposable = rig.start { event in
            canary.sing()
            if case .next(let item) = event { _ = item.number }
            log.append(event)
          }
        }
        bench.onTwoThreads { thread in
          if thread == 0 {
            for number in 1...20 { rig.put(.next(rig.context.value(number))) }
          } else {
            for _ in 0..<round { Platform.yield() }
            ending.happen(to: rig, disposable)
          }
        }
        bench.expectPaid(rig, ending.rawValue)
        let delivered = log.elements.count
        rig.put(.next(21), .completed, .error(ContractError()))
        let events = log.elements
        bench.expect(events.count, is: delivered, "the number of events, \(ending.rawValue)")
        bench.expect(
          !events.dropLast().contains(where: \.isEnd), "something follows the end: \(events)")
        if ending != .disposal {
          bench.expect(events.last?.isEnd, is: true, "whether the end has come, \(ending.rawValue)")
        }
        bench.expect(aviary.alive, is: 0, "the captured objects, \(ending.rawValue)")
        bench.expect(lives.faults, is: [], "what happened to values, \(ending.rawValue)")
      }
    }
  }

  package static let upstreamOnce = Clause("the upstream is disposed of exactly once", if: \.isDriven) {
    subject, bench in
    for ending in Ending.possible(subject.facts) {
      let rig = bench.rig()
      let disposable = rig.start(for: ending) { _ in }
      if ending != .enough { rig.put(.next(1), .next(2)) }
      ending.happen(to: rig, disposable)
      bench.expectPaid(rig, ending.rawValue)
      disposable.dispose()
      disposable.dispose()
      rig.put(.completed)
      bench.expectPaid(rig, "\(ending.rawValue), and two disposals")
    }
    guard let apply = subject.apply else { return }
    for end in [ContractEvent.completed, .error(ContractError())] {
      let rig = bench.rig()
      let (starts, disposals) = (Counter(), Counter())
      let signal = Signal<ContractValue, ContractError> { [context = rig.context] subscriber in
        starts.increment()
        subscriber.putNext(1)
        context.completeInputs()
        subscriber.put(event: end)
        context.settle()
        return ActionDisposable { disposals.increment() }
      }
      rig.start(apply(signal, rig.context)) { _ in }.dispose()
      bench.expect(
        disposals.value, is: starts.value, "the disposals of a source that ends while it starts, by \(end)")
    }
  }

  package static let nothingAfterDisposal = Clause("nothing is delivered after disposal", if: \.isDriven) {
    _, bench in
    for ends in [false, true] {
      let rig = bench.rig()
      let (log, aviary) = (Recording<Int?>(), Aviary())
      let disposable = rig.start { event in
        if case .next(let item) = event { log.append(item.number) } else { log.append(nil) }
      }
      rig.put(.next(1))
      do {
        let canary = aviary.canary()
        // It may wait on a queue.
        rig.putAlone(.next(ContractValue(2, cargo: Cargo(onDeinit: { canary.sing() }))))
      }
      if ends { rig.putAlone(.completed) }
      let delivered = log.elements.count
      let starts = rig.line.starts() + rig.context.starts.value
      disposable.dispose()
      if !rig.facts.isHot { bench.expect(aviary.alive, is: 0, "values that waited") }
      rig.context.settle()
      rig.put(.next(3), .error(ContractError()), .completed)
      rig.sendFromInputs()
      bench.expect(log.elements.count, is: delivered, "the number of events")
      if !rig.facts.isHot {
        bench.expect(rig.line.starts() + rig.context.starts.value, is: starts, "the number of starts")
      }
      bench.expectPaid(rig)
    }
  }
}

extension Bench {
  /// Disposes inside a closure of the operator, of which some calls may come while it starts.
  fileprivate func disposeInside(_ call: Int, _ rig: Rig) {
    let (disposable, log, delivered, calls) = (Slot<any Disposable>(), ContractLog(), Slot<Int>(), Counter())
    rig.context.code.set {
      guard disposable.value != nil, calls.increment() == call else { return }
      disposable.exchange(nil)?.dispose()
      delivered.exchange(log.elements.count)
    }
    disposable.exchange(
      rig.line.signal.start(
        next: { log.append(.next($0)) }, error: { log.append(.error($0)) },
        completed: { log.append(.completed) }))
    rig.context.settle()
    rig.put(.next(rig.context.value(1)), .next(rig.context.value(2)))
    if delivered.value == nil { rig.put(.completed) }
    rig.context.code.set(nil)
    // It may have no closure, or none that was called so often.
    disposable.exchange(nil)?.dispose()
    guard let delivered = delivered.value else { return }
    rig.sendFromInputs()
    expect(log.elements.count, is: delivered, "the number of events, call \(call)")
    expectPaid(rig)
  }

  /// Whatever was started has been disposed of, exactly once; but what is hot goes on.
  func expectPaid(_ rig: Rig, _ when: String = "at the end") {
    if rig.facts.isHot { return }
    expect(rig.owed.source, is: 0, "starts less disposals of the source, \(when)")
    expect(rig.owed.inputs, is: 0, "starts less disposals of the other inputs, \(when)")
  }
}
