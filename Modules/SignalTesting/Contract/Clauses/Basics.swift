internal import Disposables
internal import SignalPrimitives
internal import Signals

extension Clause {
  /// What the other clauses take for granted: without it they would have nothing to look at.
  package static let basics = Clause(
    "it starts its upstream, and passes on what it is said to pass on", if: \.isOperator
  ) { subject, bench in
    guard bench.startsItsUpstream() else { return }
    bench.look(atFirstValueOf: subject.facts)
    bench.lookForWaiting(of: subject)
    bench.look(at: .completed, subject.facts.completion, "swallowsCompletion") { $0 == .completed }
    bench.look(at: .error(ContractError()), subject.facts.errors, "swallowsErrors", where: \.isError)
  }
}

extension Bench {
  fileprivate func startsItsUpstream() -> Bool {
    let rig = rig()
    rig.start { _ in }
    let isStarted = rig.line.starts() > 0
    expect(isStarted, "the upstream was not started, nor when a second of virtual time had passed")
    return isStarted
  }

  fileprivate func look(atFirstValueOf facts: Facts) {
    let rig = rig()
    let (log, something, isElsewhere, thread) = (ContractLog(), Latch(), Slot<Bool>(), Platform.thread)
    rig.start { event in
      isElsewhere.exchange(Platform.thread != thread)
      log.append(event)
      something.open()
    }
    let atStart = log.elements
    rig.put(.next(1))
    let events = Array(log.elements.dropFirst(atStart.count))
    switch facts.values {
    case .all, .some:
      expect(atStart, is: [], "what it sends before the upstream has sent")
      if atStart.isEmpty && events.isEmpty { _ = something.wait(seconds: min(2, patience)) }
      if isElsewhere.value == true && !rig.context.hasQueues {
        violations.append(Self.elsewhere)
      } else if events.isEmpty {
        violations.append(Self.missing)
      } else if facts.values == .all || events.first != .next(1) {
        expect(events, is: [.next(1)], "what comes of the value 1")
      }
    case .none:
      expect(events, is: [], "what comes of the value 1, with the trait sendsNoValues")
    }
  }

  private static let elsewhere =
    """
    the value 1 came out on another thread than the one that sent it: an operator that uses a queue has to use context.scheduler or \
    context.queue() here, so that the suite can wait for it
    """

  private static let missing =
    """
    the value 1 did not come out, nor when a second of virtual time had passed; an operator that does not send it has \
    the trait sendsNoValues
    """

  fileprivate func lookForWaiting(of subject: ContractSubject) {
    guard subject.facts.waits, let apply = subject.apply else { return }
    let (rig, log, early) = (rig(), ContractLog(), Slot<[ContractEvent]>())
    let signal = Signal<ContractValue, ContractError> { subscriber in
      subscriber.putNext(1)
      early.exchange(log.elements)
      return EmptyDisposable
    }
    rig.start(apply(signal, rig.context)) { log.append($0) }
    expect(
      early.value ?? [], is: [],
      "what comes out while the upstream starts, with the trait waitsForOtherInputs")
  }

  /// Sends an end, and nothing before it.
  fileprivate func look(
    at end: ContractEvent, _ passing: Facts.Passing, _ trait: String, where isIt: (ContractEvent) -> Bool
  ) {
    let rig = rig()
    let log = rig.record()
    rig.put(end)
    let events = log.elements
    switch passing {
    case .passes: expect(events.contains(where: isIt), "\(end) did not come out, but \(events)")
    case .isSwallowed: expect(!events.contains(where: isIt), "\(end) came out, with the trait \(trait)")
    case .never: break
    }
  }
}
