internal import Disposables
internal import Signals

extension Clause {
  package static let delivery = [
    grammar, errors, waiting, producers, reentrance, refusal, endlessSource,
  ]

  package static let grammar = Clause(
    "grammar: values, then at most one end, and nothing after it", if: \.isDriven
  ) {
    _, bench in
    for end in [ContractEvent.completed, .error(ContractError())] {
      let rig = bench.rig()
      let log = rig.record()
      rig.put(.next(1), .next(2), end, .next(3), .error(ContractError()), .completed)
      rig.sendFromInputs()
      let events = log.elements
      bench.expect(
        events.firstIndex(where: \.isEnd).map { $0 == events.count - 1 } ?? true,
        "something follows the end: \(events)")
      guard rig.facts.ends.contains(end) else { continue }
      if rig.facts.values == .all {
        bench.expect(events, is: [.next(1), .next(2), end], "the events")
      } else {
        bench.expect(events.last?.isEnd, is: true, "whether there is an end")
      }
    }
  }

  package static let errors = Clause("an error passes", if: \.canFail) { subject, bench in
    let first = bench.rig()
    let events = first.record()
    first.put(.error(ContractError()))
    bench.expect(events.elements, is: [.error(ContractError())], "an error alone")

    let second = bench.rig()
    let more = second.record()
    second.put(.next(1), .error(ContractError()))
    if subject.facts.endsByItself {
      bench.expect(more.elements.last?.isEnd, is: true, "whether it ends, after a value and an error")
    } else {
      bench.expect(
        more.elements.last, is: .error(ContractError()), "the last event, after a value and an error")
    }
    bench.expectPaid(second)

    if let apply = subject.apply {
      let rig = bench.rig()
      let log = ContractLog()
      rig.start(
        apply(
          Signal { subscriber in
            subscriber.putError(ContractError())
            return EmptyDisposable
          }, rig.context)
      ) { log.append($0) }
      bench.expect(
        log.elements, is: [.error(ContractError())], "an error that is sent while the signal starts")
    }
  }

  package static let waiting = Clause(
    "what comes while a value is being delivered waits, and its sender does not",
    if: \.passesValues
  ) { _, bench in
    for fromInputs in [false, true] {
      let rig = bench.rig()
      let (isInside, goOn) = (Latch(), Latch())
      let (inside, overlaps, log) = (Counter(), Counter(), ContractLog())
      let isHeld = Slot<Bool>()
      rig.start { event in
        if inside.increment() > 1 { overlaps.increment() }
        log.append(event)
        if isHeld.exchange(true) == nil {
          isInside.open()
          _ = bench.wait(for: goOn)
        }
        inside.increment(by: -1)
      }
      let first = Worker { rig.put(.next(1)) }
      bench.expect(bench.wait(for: isInside), "the first value did not come")
      let second = Worker { fromInputs ? rig.sendFromInputs() : rig.put(.next(2)) }
      bench.expect(bench.join(second, 0.5), "a sender had to wait for the handler")
      goOn.open()
      bench.expectEnd(of: first, second)
      rig.context.settle()
      bench.expect(overlaps.value, is: 0, "the number of events that came while the handler was running")
      if rig.facts.values == .all && !fromInputs {
        bench.expect(log.elements, is: [.next(1), .next(2)], "the events")
      }
    }
  }

  package static let producers = Clause(
    "of what two producers send nothing overlaps, and nothing is lost",
    if: \.passesValues
  ) { _, bench in
    let rig = bench.rig()
    let count = 1_000
    let (inside, received) = (Counter(), Recording<Int>())
    let unguarded = bench.manner.isWatched ? Unguarded() : nil
    let overlaps = Counter()
    rig.start { event in
      if inside.increment() > 1 { overlaps.increment() }
      unguarded?.events += 1
      if case .next(let item) = event, rig.facts.values == .all { received.append(item.number) }
      inside.increment(by: -1)
    }
    bench.onTwoThreads { producer in
      for number in 1...count { rig.put(.next(ContractValue(producer * count + number))) }
    }
    rig.context.settle()
    bench.expect(overlaps.value, is: 0, "the number of overlaps")
    guard rig.facts.values == .all else { return }
    let numbers = received.elements
    bench.expect(numbers.count, is: 2 * count, "the number of values")
    for producer in 0..<2 {
      let own = numbers.filter { ($0 - 1) / count == producer }
      bench.expect(own == own.sorted(), "the values of one producer are not in their order")
    }
  }

  package static let reentrance = Clause(
    "events that are sent from a handler are queued, and not lost", if: \.passesValues
  ) { _, bench in
    let ends: [ContractEvent?] = [nil] + bench.subject.facts.ends
    for end in ends {
      for fromInputs in [false, true] {
        let rig = bench.rig()
        let (inside, nested, log) = (Counter(), Counter(), ContractLog())
        rig.start { event in
          if inside.increment() > 1 { nested.increment() }
          log.append(event)
          if log.elements.count == 1 {
            fromInputs ? rig.sendFromInputs() : rig.put(.next(2), .next(3))
            if let end { rig.put(end) }
          }
          inside.increment(by: -1)
        }
        rig.put(.next(1))
        bench.expect(nested.value, is: 0, "the number of events that were delivered inside another")
        if fromInputs { continue }
        if rig.facts.values == .all {
          let all: [ContractEvent?] = [.next(1), .next(2), .next(3)] + (end == nil ? [] : [end])
          bench.expect(log.elements, is: all.compactMap(\.self), "the events")
        } else if end != nil {
          bench.expect(log.elements.last?.isEnd, is: true, "whether there is an end")
        }
      }
    }
  }

  package static let refusal = Clause(
    "nothing follows a value after which no more is wanted", if: \.passesValues
  ) { _, bench in
    let rig = bench.rig()
    let log = rig.refuse()
    rig.put(.next(1), .next(2), .completed, .error(ContractError()))
    rig.sendFromInputs()
    bench.expect(log.elements, is: [.next(1)], "the events")
    bench.expectPaid(rig)
  }

  package static let endlessSource = Clause(
    "a source that sends without an end while it starts can be stopped",
    if: \.sendsWhileStarting
  ) { subject, bench in
    guard let apply = subject.apply else { return }
    let limit = 1_000
    let rig = bench.rig()
    let sent = Counter()
    let disposals = Counter()
    let endless = Signal<ContractValue, ContractError> { [context = rig.context] subscriber in
      while subscriber.isActive && sent.value < limit {
        subscriber.putNext(ContractValue(sent.increment()))
        context.settle()
      }
      return ActionDisposable { disposals.increment() }
    }
    let log = ContractLog()
    rig.start(Ending.enough.change(apply(endless, rig.context))) { log.append($0) }
    bench.expect(sent.value < limit, "it was not stopped after \(limit) values")
    bench.expect(log.elements, is: [.next(1), .completed], "the events")
    bench.expect(disposals.value, is: 1, "how often it was disposed of")
  }
}

/// A number that ThreadSanitizer watches: two threads that change it at once are a data race.
private final class Unguarded: @unchecked Sendable {
  // safe: by the contract that is tested; where it is broken, ThreadSanitizer says so
  var events = 0
}
