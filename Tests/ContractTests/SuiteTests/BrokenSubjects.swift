import Concurrency
import Disposables
import SignalPrimitives
import SignalTesting
import Signals
import Synchronization
import TestSupport
import Testing

// Operators and sources that break the contract on purpose, each in one way.

/// A subject, and the clause that has to catch it.
struct Broken: Sendable, CustomTestStringConvertible {
  let clause: Clause
  let subject: ContractSubject

  var testDescription: String { "\(subject.name), by “\(clause.name)”" }
}

extension Broken {
  static let all = basics + delivery + disposal + life + lives + locks + fixed

  // MARK: Basics

  static let basics: [Broken] = [
    Broken(.basics, "never starts its source") { _, _ in .never() },
    Broken(.basics, "drops every value") { signal, _ in
      .bare { sink in signal.subscribe(sink.changing { _ in true }) }
    },
    Broken(.basics, "sends on a queue of its own") { signal, _ in
      .bare { sink in
        let queue = Queue(name: "its own")
        return signal.subscribe(
          sink.changing { value in
            queue.async { _ = sink.next(value) }
            return true
          })
      }
    },
    Broken(.basics, "completes though it is said to swallow that", Facts(completion: .isSwallowed)) {
      signal, _ in signal
    },
    Broken(.basics, "fails though it is said to swallow that", Facts(errors: .isSwallowed)) { signal, _ in
      signal
    },
    Broken(.basics, "sends though it is said to send nothing", Facts(values: .none)) { signal, _ in signal },
    Broken(.basics, "waits for nothing", Facts(waits: true)) { signal, _ in signal },
    Broken(.basics, "comes to a stop at a value") { signal, _ in
      .bare { sink in
        signal.subscribe(
          sink.changing { value in
            Latch().wait(seconds: 5)
            return sink.next(value)
          })
      }
    },
    Broken(.basics, "sends without an end") { signal, _ in
      .bare { sink in
        signal.subscribe(
          sink.changing { value in
            while sink.next(value) {}
            return false
          })
      }
    },
  ]

  // MARK: Delivery

  static let delivery: [Broken] = [
    Broken(.grammar, "completes twice") { signal, _ in
      .bare { sink in
        signal.subscribe(
          Sink(
            next: sink.next, error: sink.error,
            completed: {
              sink.completed()
              sink.completed()
            },
            scope: sink.scope))
      }
    },
    Broken(.grammar, "passes on another input after the end") { merging($0, $1.input(7)) },
    Broken(.errors, "turns an error into a completion") { signal, _ in
      .bare { sink in
        signal.subscribe(
          Sink(
            next: sink.next, error: { _ in sink.completed() }, completed: sink.completed, scope: sink.scope))
      }
    },
    Broken(.errors, "swallows an error") { signal, _ in
      .bare { sink in
        signal.subscribe(Sink(next: sink.next, error: { _ in }, completed: sink.completed, scope: sink.scope))
      }
    },
    Broken(.waiting, "merges two inputs without a gate") { merging($0, $1.input(7)) },
    Broken(.waiting, "lets a sender wait for the handler") { signal, context in
      let lock = Guarded(0)
      return .bare { sink in
        merging(signal, context.input(7)).subscribe(
          sink.changing { value in lock.withLock { _ in sink.next(value) } })
      }
    },
    Broken(.waiting, open: "a source without a gate") { sending { $0($1) } },
    Broken(.producers, "loses one value in a hundred") { signal, _ in
      .bare { sink in
        signal.subscribe(sink.changing { $0.number % 100 == 0 ? true : sink.next($0) })
      }
    },
    Broken(.producers, "swaps neighbours") { signal, _ in
      .bare { sink in
        let held = Slot<Item>()
        return signal.subscribe(
          sink.changing { value in
            guard let previous = held.exchange(nil) else {
              held.exchange(value)
              return true
            }
            return sink.next(value) && sink.next(previous)
          })
      }
    },
    Broken(.reentrance, "merges two inputs without a gate") { merging($0, $1.input(7)) },
    Broken(.reentrance, open: "delivers an event inside another") { sending { $0($1) } },
    Broken(.reentrance, open: "loses what comes while it is busy") {
      let depth = Counter()
      return sending { deliver, event in
        if depth.increment() == 1 { deliver(event) }
        depth.increment(by: -1)
      }
    },
    Broken(.refusal, "completes though no more is wanted") { signal, _ in
      .bare { sink in
        signal.subscribe(
          sink.changing { value in
            if sink.next(value) { return true }
            sink.completed()
            return false
          })
      }
    },
    Broken(.endlessSource, "does not pass on that no more is wanted") { signal, _ in
      .bare { sink in
        signal.subscribe(
          sink.changing { value in
            _ = sink.next(value)
            return true
          })
      }
    },
  ]

  // MARK: Disposal

  static let disposal: [Broken] = [
    Broken(.beforeGeneratorReturns, "loses the disposable of a source that is still starting") { signal, _ in
      losing(signal)
    },
    Broken(.insideNext, "can't be disposed of") { signal, _ in undisposable(signal) },
    Broken(.insideNext, "can't be disposed of, and hears no answer") { signal, _ in losing(signal) },
    Broken(.insideEnd, "goes on with one input when the other has ended") { signal, context in
      .bare { sink in
        let other: Signal<Item, Failure> = context.input()
        _ = other.subscribe(Sink(next: sink.next, error: { _ in }, completed: {}, scope: nil))
        return signal.subscribe(sink)
      }
    },
    Broken(.insideEnd, "completes when it is disposed of") { signal, _ in
      .bare { sink in
        let upstream = signal.subscribe(sink)
        return ActionDisposable {
          upstream.dispose()
          sink.completed()
        }
      }
    },
    Broken(.whileHandlerIsHeld, "waits in dispose() for the handler") { locking(.delivery)($0, $1) },
    Broken(.whileHandlerIsHeld, "can't be disposed of") { signal, _ in undisposable(signal) },
    Broken(.insideClosure, "can't be disposed of, and hears no answer") { signal, context in
      .bare { sink in
        _ = signal.subscribe(
          sink.changing { value in
            context.hook()
            _ = sink.next(value)
            return true
          })
        return EmptyDisposable
      }
    },
    Broken(.whileGeneratorIsSilent, "does not say what is downstream") { signal, _ in
      .bare { sink in signal.subscribe(sink.changing(sink.next)) }
    },
    Broken(.whileGeneratorIsHeld, "loses the disposable of a source that is still starting") { signal, _ in
      losing(signal)
    },
    Broken(.racing, "can't be disposed of") { signal, _ in undisposable(signal) },
    Broken(.upstreamOnce, "never disposes") { signal, _ in undisposable(signal) },
    Broken(.upstreamOnce, open: "disposes twice") {
      let (sink, disposals) = (Slot<Sink<Item, Failure>>(), Counter())
      return ContractLine(
        signal: .bare { downstream in
          sink.exchange(downstream)
          return EveryDisposal { disposals.increment() }
        }, put: { event in if event.isEnd { disposals.increment() } },
        starts: { 1 }, disposals: { disposals.value })
    },
    Broken(.upstreamOnce, "disposes of one input alone") { signal, context in
      .bare { sink in
        _ = context.input().subscribe(sink)
        return signal.subscribe(sink)
      }
    },
    Broken(.nothingAfterDisposal, "can't be disposed of") { signal, _ in undisposable(signal) },
    Broken(.nothingAfterDisposal, "delivers what waits on its queue") { signal, context in
      .bare { sink in
        signal.subscribe(
          sink.changing { value in
            // One turn of the queue is not enough, so that the value waits.
            _ = context.scheduler.after(0.5) { _ = sink.next(value) }
            return true
          })
      }
    },
  ]

  // MARK: Life

  static let life: [Broken] = [
    Broken(.freshState, "counts the values of all starts together") { signal, _ in
      let remaining = Counter()
      remaining.increment(by: 4)
      return .bare { sink in
        signal.subscribe(
          sink.changing { value in
            if remaining.increment(by: -1) >= 0 { return sink.next(value) }
            sink.completed()
            return false
          })
      }
    },
    Broken(.freed, "keeps its sinks") { signal, _ in
      let kept = Recording<Sink<Item, Failure>>()
      return .bare { sink in
        kept.append(sink)
        return signal.subscribe(sink)
      }
    },
    Broken(.freed, "keeps the last value in the recipe") { signal, context in
      let last = Slot<Item>()
      return .bare { sink in
        signal.subscribe(
          sink.changing { value in
            last.exchange(value)
            return sink.next(value)
          })
      }
    },
    Broken(.freed, "keeps its closures in the disposable") { signal, context in
      .bare { sink in
        let upstream = signal.subscribe(sink)
        return EveryDisposal {
          context.hook()
          upstream.dispose()
        }
      }
    },
    Broken(.unreachable, "holds its gate where the gate's disposable is") { signal, _ in
      .bare { sink in
        let gate = Subscriber(sink)
        let upstream = MetaDisposable()
        gate.attach(
          ActionDisposable {
            upstream.dispose()
            gate.dispose()
          })
        upstream.set(signal.subscribe(gate.asSink))
        return gate.subscription
      }
    },
    Broken(.constantMemory, "collects what has passed") { signal, _ in
      .bare { sink in
        let past = Recording<Item>()
        return signal.subscribe(
          sink.changing { value in
            past.append(value)
            return sink.next(value)
          })
      }
    },
    Broken(.constantMemory, "keeps every input that it starts") { signal, context in
      .bare { sink in
        let inputs = DisposableSet()
        inputs.add(
          signal.subscribe(
            sink.changing { value in
              inputs.add(context.input(value).subscribe(sink))
              return true
            }))
        return inputs
      }
    },
    Broken(.neverStarted, "starts its source when it is made") { signal, _ in
      signal.start().dispose()
      return signal
    },
  ]

  // MARK: Lives

  static let lives: [Broken] = [
    Broken(.ownership, "frees the value of an input that completes, and reads it later") { signal, context in
      .bare { sink in
        let inputs = DisposableSet()
        let place = RawPlace()
        // Only this sink holds what frees the value.
        let holder = RawPlaceHolder(place)
        inputs.add(
          context.input(0).subscribe(
            Sink(
              next: { (value: Item) in
                holder.fill(value)
                return true
              }, error: sink.error, completed: {}, scope: nil)))
        inputs.add(
          signal.subscribe(
            sink.changing { value in sink.next(place.isFull ? value.with(place.value) : value) }))
        return inputs
      }
    },
    Broken(.ownership, "releases a value once more than it was retained") { signal, _ in
      .bare { sink in
        signal.subscribe(
          sink.changing { value in
            let place = RawPlace()
            place.fill(value)
            place.empty()
            place.empty()
            return sink.next(value)
          })
      }
    },
    Broken(.ownership, "keeps a value for ever") { signal, _ in
      .bare { sink in
        signal.subscribe(
          sink.changing { value in
            keptForEver.append(value)
            return sink.next(value)
          })
      }
    },
    Broken(.ownership, fixed: "sends a value that it does not hold", sends: [.next(1), .completed]) {
      context in
      let place = RawPlace()
      place.fill(context.value(1))
      place.empty()
      return .bare { sink in
        if sink.next(place.value) { sink.completed() }
        return EmptyDisposable
      }
    },
  ]

  // MARK: Locks

  static let locks: [Broken] = [
    Broken(.lockedHandler, "holds a lock while it delivers") { locking(.delivery)($0, $1) },
    Broken(.lockedClosure, "holds a lock while its closure runs") { locking(.closure)($0, $1) },
    Broken(.lockedComparison, "holds a lock while it compares") { locking(.comparison)($0, $1) },
    Broken(.lockedCapture, "holds a lock while it frees the handlers") { locking(.release)($0, $1) },
    Broken(.lockedValue, "holds a lock while it frees the value before") { locking(.replacement)($0, $1) },
    Broken(.lockedGenerator, "holds a lock while it starts its source") { locking(.start)($0, $1) },
    Broken(.lockedDisposal, "holds a lock while it disposes of its source") { locking(.disposal)($0, $1) },
  ]

  // MARK: Sources that send by themselves

  static let fixed: [Broken] = [
    Broken(.script, fixed: "sends at the first start alone", sends: [.next(1), .completed]) { _ in
      let starts = Counter()
      return .bare { sink in
        if starts.increment() == 1 && sink.next(1) { sink.completed() }
        return EmptyDisposable
      }
    },
    Broken(.disposalOfFixed, fixed: "completes though no more is wanted", sends: [.next(1), .completed]) {
      _ in
      .bare { sink in
        _ = sink.next(1)
        sink.completed()
        return EmptyDisposable
      }
    },
    Broken(.freedByFixed, fixed: "keeps its sink", sends: []) { _ in
      let kept = Recording<Sink<Item, Failure>>()
      return .bare { sink in
        kept.append(sink)
        return EmptyDisposable
      }
    },
    Broken(.lockedFixed, fixed: "holds a lock while it sends", sends: [.next(1), .completed]) { _ in
      let lock = Guarded(0)
      return .bare { sink in
        if lock.withLock({ _ in sink.next(1) }) { sink.completed() }
        return EmptyDisposable
      }
    },
  ]
}

extension Broken {
  /// An operator.
  fileprivate init(
    _ clause: Clause, _ name: String, _ facts: Facts = Facts(), apply: @escaping ContractSubject.Operator
  ) {
    self.init(clause: clause, subject: ContractSubject(name, facts, apply: apply))
  }

  /// A source that sends what it is given.
  fileprivate init(_ clause: Clause, open name: String, _ open: @escaping @Sendable () -> ContractLine) {
    let facts = Facts(errors: .never, completion: .never)
    self.init(clause: clause, subject: ContractSubject(source: name, facts) { _ in open() })
  }

  fileprivate init(
    _ clause: Clause, fixed name: String, sends script: [Event],
    _ make: @escaping @Sendable (Context) -> Signal<Item, Failure>
  ) {
    self.init(clause: clause, subject: ContractSubject(fixed: name, sends: script, make))
  }
}

extension Sink where T == Item, E == Failure {
  fileprivate func changing(_ next: @escaping @Sendable (Item) -> Bool) -> Sink {
    Sink(next: next, error: error, completed: completed, scope: nil)
  }
}

/// Where the leak check sees what is kept.
private let keptForEver = Recording<Item>()

/// A place in memory for a value, which is kept and freed by hand.
///
private final class RawPlace: @unchecked Sendable {  // safe: used by one thread
  private let pointer = UnsafeMutablePointer<Item>.allocate(capacity: 1)
  private(set) var isFull = false

  deinit {
    pointer.deallocate()
  }

  var value: Item { pointer.pointee }

  func fill(_ value: Item) {
    pointer.initialize(to: value)
    isFull = true
  }

  func empty() {
    pointer.deinitialize(count: 1)
  }
}

private final class RawPlaceHolder: Sendable {
  private let place: RawPlace

  init(_ place: RawPlace) {
    self.place = place
  }

  deinit {
    if place.isFull { place.empty() }
  }

  func fill(_ value: Item) {
    if place.isFull { place.empty() }
    place.fill(value)
  }
}

/// Unlike those of the library, it acts each time.
private final class EveryDisposal: Disposable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  func dispose() {
    action()
  }
}

/// Two inputs whose events meet nowhere; what the second sends while it starts is left out.
@Sendable private func merging(
  _ a: Signal<Item, Failure>, _ b: Signal<Item, Failure>
) -> Signal<Item, Failure> {
  .bare { sink in
    let inputs = DisposableSet()
    inputs.add(a.subscribe(sink))
    let isStarted = Atomic(false)
    inputs.add(
      b.subscribe(
        sink.changing { value in
          isStarted.load(ordering: .sequentiallyConsistent) ? sink.next(value) : true
        }))
    isStarted.store(true, ordering: .sequentiallyConsistent)
    return inputs
  }
}

@Sendable private func undisposable(_ signal: Signal<Item, Failure>) -> Signal<Item, Failure> {
  .bare { sink in
    _ = signal.subscribe(sink)
    return EmptyDisposable
  }
}

/// Can't be disposed of, and keeps from the source that no more is wanted.
@Sendable private func losing(_ signal: Signal<Item, Failure>) -> Signal<Item, Failure> {
  .bare { sink in
    _ = signal.subscribe(
      sink.changing { value in
        _ = sink.next(value)
        return true
      })
    return EmptyDisposable
  }
}

/// A source without a gate.
private func sending(
  _ send: @escaping @Sendable (@Sendable (Event) -> Void, Event) -> Void
) -> ContractLine {
  let sink = Slot<Sink<Item, Failure>>()
  let deliver: @Sendable (Event) -> Void = { event in
    switch event {
    case .next(let value): _ = sink.value?.next(value)
    case .error(let error): sink.value?.error(error)
    case .completed: sink.value?.completed()
    }
  }
  return ContractLine(
    signal: .bare { downstream in
      sink.exchange(downstream)
      return ActionDisposable { sink.exchange(nil) }
    }, put: { send(deliver, $0) })
}

/// What an operator with a lock does under it.
private enum Place {
  case delivery
  case closure
  case comparison
  case release
  case replacement
  case start
  case disposal
}

/// An operator that takes its one lock for everything that it does, and holds it where it must not.
private func locking(_ place: Place) -> ContractSubject.Operator {
  { signal, context in
    let lock = Guarded(0)
    @Sendable func act<Result>(at here: Place, _ body: () -> Result) -> Result {
      if here == place { return lock.withLock { _ in body() } }
      lock.withLock { _ in }
      return body()
    }
    return .bare { downstream in
      let sink = Slot<Sink<Item, Failure>>()
      sink.exchange(downstream)
      let newest = Slot<Item>()
      let upstream = MetaDisposable()
      let next: @Sendable (Item) -> Bool = { value in
        act(at: .closure) { context.hook() }
        _ = act(at: .comparison) { newest.value == value }
        act(at: .replacement) { _ = newest.exchange(value) }
        return act(at: .delivery) { sink.value?.next(value) ?? false }
      }
      let end: @Sendable (Event) -> Void = { event in
        let ended = sink.value
        if case .error(let error) = event { ended?.error(error) } else { ended?.completed() }
      }
      act(at: .start) {
        upstream.set(
          signal.subscribe(
            Sink(next: next, error: { end(.error($0)) }, completed: { end(.completed) }, scope: nil)))
      }
      return ActionDisposable {
        act(at: .disposal) { upstream.dispose() }
        act(at: .release) { _ = sink.exchange(nil) }
      }
    }
  }
}
