import Operators
import Promises
import SignalTesting
import Signals
import TestSupport

// The one list of all sources and operators.
//
// A new operator gets an entry here, and one for each of its inputs if it has several; then every clause of the contract
// is asked of it. An entry is written so that what goes into the signal comes out of it:
//
//     Subject("scan(_:_:)") { signal, context in signal.scan(0) { _, new in context.hook(new) } },
//
//  - its closures run `context.hook`, so that the tests can run foreign code in them;
//  - its other inputs are `context.companion(…)`, so that the tests can send from there and see them disposed of;
//  - its queue is `context.scheduler`, where one second passes after each event;
//  - if not every value passes, or an error or a completion does not, it says so: `values: .some`; see `Facts`.

extension Subject {
  static let all = operators + sources

  static let operators: [Subject] = [
    Subject("init(_:)") { signal, _ in signal },
    Subject("init(_:), twice") { signal, _ in Signal { signal.subscribe($0.asSink) } },

    // Transforming
    Subject("map(_:)") { signal, context in signal.map { context.hook($0) } },

    // Filtering
    Subject("filter(_:)") { signal, context in signal.filter { _ in context.hook(true) } },
    Subject("take(_:)") { signal, _ in signal.take(1_000_000) },
    Subject("take(_:), a few", values: .some) { signal, _ in signal.take(2) },
    Subject("distinctUntilChanged()", values: .some) { signal, _ in signal.distinctUntilChanged() },
    Subject("distinctUntilChanged(isEqual:)") { signal, context in
      signal.distinctUntilChanged(isEqual: { _, _ in context.hook(false) })
    },
    Subject("debounce(_:on:)", values: .some) { signal, context in
      signal.debounce(0.5, on: context.scheduler)
    },

    // Combining
    Subject("combineLatest(queue:_:_:), first", waits: true) { signal, context in
      combineLatest(signal, context.companion(0)).map { value, _ in value }
    },
    Subject("combineLatest(queue:_:_:), second") { signal, context in
      combineLatest(context.companion(0), signal).map { _, value in value }
    },
    Subject("combineLatest(queue:_:_:), on a queue") { signal, context in
      combineLatest(queue: context.scheduler, context.companion(0), signal).map { _, value in value }
    },
    Subject("combineLatest(queue:_:), of 3, first", waits: true) { signal, context in
      combineLatest(signal, context.companion(0), context.companion(0)).map { value, _, _ in value }
    },
    Subject("combineLatest(queue:_:), of 3, last") { signal, context in
      combineLatest(context.companion(0), context.companion(0), signal).map { _, _, value in value }
    },
    Subject("combineLatest(queue:_:), of an array, first", waits: true) { signal, context in
      combineLatest([signal, context.companion(0)]).map { $0[0] }
    },
    Subject("combineLatest(queue:_:), of an array, last") { signal, context in
      combineLatest([context.companion(0), signal]).map { $0[1] }
    },
    Subject("then(_:), first") { signal, context in signal.then(context.companion()) },
    Subject("then(_:), second") { signal, _ in Signal.complete().then(signal) },

    // Flattening
    Subject("switchToLatest(), outer") { signal, context in
      signal.map { context.companion($0) }.switchToLatest()
    },
    Subject("switchToLatest(), inner") { signal, context in context.companion(signal).switchToLatest() },
    Subject("mapToSignal(_:), outer") { signal, context in
      signal.mapToSignal { context.companion(context.hook($0)) }
    },
    Subject("mapToSignal(_:), inner") { signal, context in
      context.companion(0).mapToSignal { (_: Item) in context.hook(signal) }
    },

    // Recovering
    Subject("catch(_:), first") { signal, context in signal.catch { .fail(context.hook($0)) } },
    Subject("catch(_:), second") { signal, context in
      Signal<Item, Failure>.fail(Failure()).catch { _ in context.hook(signal) }
    },

    // Queues; deliverOnMainQueue is deliverOn(.mainQueue())
    Subject("deliverOn(_:)", covers: ["deliverOnMainQueue()"]) { signal, context in
      signal.deliverOn(context.scheduler)
    },
    Subject("deliverOn(_:), when current") { signal, _ in signal.deliverOn(ImmediateScheduler()) },
    Subject("runOn(_:)") { signal, context in signal.runOn(context.scheduler) },
    Subject("runOn(_:), when current") { signal, _ in signal.runOn(ImmediateScheduler()) },
  ]

  static let sources: [Subject] = [
    Subject(fixed: "single(_:)", sends: [.next(1), .completed]) { _ in .single(1) },
    Subject(fixed: "single(_:_:)", sends: [.next(1), .completed]) { _ in single(1, Failure.self) },
    Subject(fixed: "complete()", sends: [.completed]) { _ in .complete() },
    Subject(fixed: "complete(_:_:)", sends: [.completed]) { _ in complete(Item.self, Failure.self) },
    Subject(fixed: "fail(_:)", sends: [.error(Failure())]) { _ in .fail(Failure()) },
    Subject(fixed: "fail(_:_:)", sends: [.error(Failure())]) { _ in fail(Item.self, Failure()) },
    Subject(fixed: "never()", sends: []) { _ in .never() },
    Subject(fixed: "never(_:_:)", sends: []) { _ in never(Item.self, Failure.self) },

    Subject(hot: "ValuePipe.signal()") { _ in
      let pipe = ValuePipe<Item>()
      return Line(signal: pipe.signal().neverFailing(), put: values { pipe.putNext($0) })
    },
    Subject(hot: "ValuePromise.get()") { _ in
      let promise = ValuePromise<Item>()
      return Line(signal: promise.get().neverFailing(), put: values { promise.set($0) })
    },
    Subject(hot: "ValuePromise.get(), ignoring what is repeated") { _ in
      let promise = ValuePromise<Item>(ignoreRepeated: true)
      return Line(signal: promise.get().neverFailing(), put: values { promise.set($0) })
    },
    Subject(hot: "Promise.get()") { context in
      let promise = Promise<Item>()
      let source = Source<NoError>(context)
      promise.set(source.signal)
      return Line(
        signal: promise.get().neverFailing(), put: values { source.put(.next($0)) },
        starts: { source.starts },
        disposals: { source.disposals.value })
    },
    // Of two signals that two threads set, one replaces the other, perhaps before it has sent.
    Subject(hot: "Promise.get(), of a signal for each value", values: .some) { context in
      let promise = Promise<Item>()
      return Line(
        signal: promise.get().neverFailing(), put: values { promise.set(context.companion($0)) },
        starts: { context.starts.value }, disposals: { context.disposals.value })
    },
  ]

  private static func values(_ put: @escaping @Sendable (Item) -> Void) -> @Sendable (Event) -> Void {
    { event in
      if case .next(let value) = event { put(value) }
    }
  }
}
