import Bridges
import Concurrency
import Disposables
import Foundation
import Observation
import Operators
import Promises
import SignalPrimitives
import SignalTesting
import Signals
import TestSupport

// The one list of all sources and operators.
//
// A new operator gets an entry here, and one for each of its inputs if it has several; then every clause of the contract
// is asked of it. An entry is written so that what goes into the signal comes out of it:
//
//     Subject("scan(_:_:)") { signal, context in signal.scan(0) { old, new in context.hook(new, with: old) } },
//
//  - its closures run `context.hook`, so that the tests can run foreign code in them, with all values that they are given:
//    `context.hook(new, with: old)`; what goes downstream beside the value itself is read as well: `value.with(other)`;
//  - values of its own are `context.value(0)`, so that the tests know what becomes of them;
//  - its other inputs are `context.input(…)`, so that the tests can send from there and see them disposed of;
//  - its queue is `context.scheduler`, where one second passes after each event;
//  - if not every value passes, or an error or a completion does not, it says so: `values: .some`; see `Facts`.

extension Subject {
  static let all = operators + sources

  /// What the suite can't drive, each with the reason.
  ///
  /// It is tested with its layer.
  static let exempt: [String: String] = [
    "task(priority:_:)": tasks,
    "async(_:)": tasks,
    "observing(onMain:_:)": "it is observing(on:_:) on the main queue, for which a test can't wait",
    "observing(_:_:onMain:)": "it is observing(_:_:on:) on the main queue, for which a test can't wait",
    "observing(_:keyValue:)": "it is there on Apple platforms alone",
    "observing(_:keyValue:on:)": "it is there on Apple platforms alone",
    "init(publisher:)": "it is there on Apple platforms alone",
    "URLSession.signal(for:)": "its events are those of a server",
    "URLSession.signalWithProgress(for:)": "its events are those of a server",
  ]

  private static let tasks =
    """
    init(_:) with values from a task. The clauses block threads while they wait, and a task may find none that is free. \
    Tests/AsyncTests has what there is to ask.
    """

  static let operators: [Subject] = [
    Subject("init(_:)") { signal, _ in signal },
    Subject("init(_:), twice") { signal, _ in Signal { signal.subscribe($0.asSink) } },

    // Making
    Subject("operate(_:)") { signal, context in
      signal.operate { downstream in
        let newest = SerialState<Item>(context.value(0))
        return Sink(
          next: { value in
            let old = newest.value
            newest.value = value
            return downstream.next(context.hook(value, with: old))
          },
          error: { downstream.error(context.hook($0)) },
          completed: { downstream.completed() })
      }
    },
    Subject("operate(_:), ending by itself", values: .some) { signal, context in
      signal.operate { downstream in
        let count = SerialState(0)
        return Sink(
          next: { value in
            count.value += 1
            guard downstream.next(context.hook(value)) else { return false }
            if count.value < 100_000 { return true }
            downstream.completed()
            return false
          },
          error: downstream.error, completed: downstream.completed)
      }
    },
    Subject("joining(_:), first", waits: true) { signal, context in
      newestPairs(signal, context.input(0), context).map { $0.with($1) }
    },
    Subject("joining(_:), second") { signal, context in
      newestPairs(context.input(0), signal, context).map { $1.with($0) }
    },
    Subject("joining(_:), started later", values: .some, completion: .isSwallowed) { signal, context in
      .joining { downstream, inputs in
        let newest = SerialState<(any Disposable)?>(nil)
        inputs.start(
          signal,
          Sink(
            next: { value in
              newest.value?.dispose()
              newest.value = inputs.start(
                context.input(value),
                Sink(
                  next: { downstream.next(context.hook($0)) }, error: downstream.error, completed: {}))
              return !inputs.isOver
            },
            error: downstream.error, completed: {}))
      }
    },

    // Transforming
    Subject("map(_:)") { signal, context in signal.map { context.hook($0) } },
    Subject("mapError(_:)") { signal, context in signal.mapError { context.hook($0) } },
    Subject("castError(_:)", errors: .isSwallowed) { signal, context in
      signal.replaceError(with: context.value(0)).castError(Failure.self)
    },
    Subject("compactMap(_:)") { signal, context in signal.compactMap { context.hook($0) } },
    Subject("flatMap(_:)") { signal, context in
      signal.map { Item?.some($0) }.flatMap { context.hook($0) }.compactMap(\.self)
    },
    Subject("scan(_:_:)", keepsValues: true) { signal, context in
      signal.scan(context.value(0)) { old, new in context.hook(new, with: old) }
    },
    Subject("reduce(_:_:)", values: .none, keepsValues: true) { signal, context in
      signal.reduce(context.value(0)) { old, new in context.hook(new, with: old) }
    },
    Subject("collect()", values: .none, keepsValues: true) { signal, _ in
      signal.collect().compactMap { $0.allUsed.last }
    },
    Subject("buffer(count:)") { signal, _ in signal.buffer(count: 1).map { $0[0] } },
    Subject("buffer(count:), of two", values: .none) { signal, _ in
      signal.buffer(count: 2).compactMap { $0.allUsed.last }
    },
    Subject("materialize()", covers: ["dematerialize()"]) { signal, _ in signal.materialize().dematerialize()
    },
    Subject("pairwise()", keepsValues: true) { signal, context in
      signal.start(with: [context.value(0)]).pairwise().map { $1.with($0) }
    },
    Subject("enumerated()") { signal, _ in signal.enumerated().map(\.element) },
    Subject("ignoreValues()", values: .none) { signal, _ in
      signal.ignoreValues().map(impossible)
    },
    Subject("buffer(_:on:)", values: .some) { signal, context in
      signal.buffer(0.5, on: context.scheduler).mapToQueue { .sequence($0) }
    },
    Subject("reduceLeft(value:f:)", values: .none, keepsValues: true) { signal, context in
      signal.reduceLeft(
        value: context.value(0), f: { (old: Item, new: Item) -> Item in context.hook(new, with: old) })
    },
    Subject("reduceLeft(value:f:), sending", values: .some, keepsValues: true) { signal, context in
      signal.reduceLeft(value: context.value(0)) { old, new, emit in
        emit(context.hook(new, with: old))
        return new
      }
    },
    Subject("reduceLeft(_:generator:)", values: .some, keepsValues: true) { signal, context in
      signal.reduceLeft(
        context.value(0), generator: { old, new in .single((new, .some(context.hook(new, with: old)))) })
    },

    // Filtering
    Subject("filter(_:)") { signal, context in signal.filter { context.hook(true, with: $0) } },
    Subject("take(_:)") { signal, _ in signal.take(1_000_000) },
    // first() and element(at:) are made of take and skip.
    Subject("take(_:), a few", covers: ["first()", "element(at:)"], values: .some) { signal, _ in
      signal.take(2)
    },
    Subject("distinctUntilChanged()", values: .some) { signal, _ in signal.distinctUntilChanged() },
    Subject("distinctUntilChanged(isEqual:)") { signal, context in
      signal.distinctUntilChanged(isEqual: { context.hook(false, with: $0, $1) })
    },
    Subject("debounce(_:on:)", values: .some) { signal, context in
      signal.debounce(0.5, on: context.scheduler)
    },
    Subject("throttle(_:latest:on:)", values: .some) { signal, context in
      signal.throttle(0.5, on: context.scheduler)
    },
    Subject("throttle(_:latest:on:), the first of an interval", values: .some) { signal, context in
      signal.throttle(0.5, latest: false, on: context.scheduler)
    },
    Subject("sample(on:)", values: .none, keepsValues: true) { signal, context in
      signal.sample(on: context.input() as Signal<Item, Failure>)
    },
    Subject("sample(on:), trigger", values: .none) { signal, context in
      context.input().sample(on: signal)
    },
    Subject("skip(_:)") { signal, _ in signal.skip(0) },
    Subject("skip(while:)") { signal, context in signal.skip(while: { context.hook(false, with: $0) }) },
    Subject("skip(untilSignal:)") { signal, context in
      signal.skip(untilSignal: context.input(0) as Signal<Item, Failure>)
    },
    Subject("take(untilSignal:)") { signal, context in
      signal.take(untilSignal: context.input() as Signal<Item, Failure>)
    },
    Subject("take(until:)") { signal, context in
      signal.take(until: { context.hook(SignalTakeAction(passthrough: true, complete: false), with: $0) })
    },
    Subject("take(while:)") { signal, context in signal.take(while: { context.hook(true, with: $0) }) },
    Subject("takeLast(_:)", values: .none, keepsValues: true) { signal, _ in signal.takeLast(2) },
    Subject("last()", values: .none, keepsValues: true) { signal, _ in signal.last().compactMap(\.self) },

    // Combining
    Subject("combineLatest(queue:_:_:), first", waits: true) { signal, context in
      combineLatest(signal, context.input(0)).map { $0.with($1) }
    },
    Subject("combineLatest(queue:_:_:), second") { signal, context in
      combineLatest(context.input(0), signal).map { $1.with($0) }
    },
    Subject("combineLatest(queue:_:_:), on a queue") { signal, context in
      combineLatest(queue: context.scheduler, context.input(0), signal).map { $1.with($0) }
    },
    Subject(
      "combineLatest(queue:_:_:_:), first",
      covers: (4...17).map { "combineLatest(queue:\(String(repeating: "_:", count: $0)))" }, waits: true
    ) { signal, context in
      combineLatest(signal, context.input(0), context.input(0)).map { $0.with($1, $2) }
    },
    Subject("combineLatest(queue:_:_:_:), last") { signal, context in
      combineLatest(context.input(0), context.input(0), signal).map { $2.with($0, $1) }
    },
    Subject("combineLatest(queue:_:), of an array, first", waits: true) { signal, context in
      combineLatest([signal, context.input(0)]).map { $0.allUsed[0] }
    },
    Subject("combineLatest(queue:_:), of an array, last") { signal, context in
      combineLatest([context.input(0), signal]).map { $0.allUsed[1] }
    },
    Subject("combineLatest(queue:_:_:_:_:), with initial values, first") { signal, context in
      combineLatest(
        signal, context.value(0), context.input() as Signal<Item, Failure>, context.value(0)
      ).skip(1).map { $0.with($1) }
    },
    Subject("combineLatest(queue:_:_:_:_:), with initial values, second") { signal, context in
      combineLatest(
        context.input() as Signal<Item, Failure>, context.value(0), signal, context.value(0)
      ).skip(1).map { $1.with($0) }
    },
    Subject(
      "zip(_:_:), first", covers: ["zip(with:)", "zip(_:_:_:)", "zip(_:_:_:_:)"], waits: true
    ) { signal, context in
      zip(signal, context.items(2_000)).map { $0.with($1) }
    },
    Subject("zip(_:_:), second") { signal, context in
      zip(context.items(2_000), signal).map { $1.with($0) }
    },
    Subject("zip(_:_:), with one that sends once", values: .some, keepsValues: true) { signal, context in
      zip(context.input(0) as Signal<Item, Failure>, signal).map { $1.with($0) }
    },
    Subject("zip(_:_:), the first with one that sends once", values: .some, keepsValues: true, waits: true) {
      signal, context in
      zip(signal, context.input(0) as Signal<Item, Failure>).map { $0.with($1) }
    },
    Subject("zip(_:_:_:), with two that send once", values: .some, keepsValues: true, waits: true) {
      signal, context in
      zip(context.input(0), signal, context.input(0)).map { $1.with($0, $2) }
    },
    Subject("zip(_:_:_:_:), with three that send once", values: .some, keepsValues: true, waits: true) {
      signal, context in
      zip(context.input(0), context.input(0), signal, context.input(0))
        .map { $2.with($0, $1, $3) }
    },
    Subject("zip(_:), with four that send once", values: .some, keepsValues: true, waits: true) {
      signal, context in
      let other: Signal<Item, Failure> = context.input(0)
      return zip(other, other, signal, other, other).map { $2.with($0, $1, $3, $4) }
    },
    Subject("zip(_:), of an array") { signal, context in
      zip([context.items(2_000), signal]).map { $0.allUsed[1] }
    },
    Subject("zip(_:), of an array, with two that send once", values: .some, keepsValues: true, waits: true) {
      signal, context in
      zip([context.input(0), signal, context.input(0)]).map { $0.allUsed[1] }
    },
    Subject("then(_:), first") { signal, context in signal.then(context.input()) },
    Subject("then(_:), second") { signal, _ in Signal.complete().then(signal) },
    Subject("then(_:overlapping:), first") { signal, context in
      signal.then(context.input(), overlapping: true)
    },
    Subject("then(_:overlapping:), second") { signal, _ in
      Signal.complete().then(signal, overlapping: true)
    },
    Subject("merge(_:), first", covers: ["merge(with:)", "merge()"]) { signal, context in
      signal.merge(context.input())
    },
    Subject("merge(_:), second") { signal, context in context.input().merge(signal) },
    Subject("merge(_:maxConcurrent:)") { signal, context in
      merge([signal, context.input()], maxConcurrent: 2)
    },
    Subject("concat(_:), first") { signal, context in concat([signal, context.input()]) },
    Subject("concat(_:), second") { signal, _ in concat([.complete(), signal]) },
    Subject("withLatestFrom(_:), the other", values: .none) { signal, context in
      (context.input(0) as Signal<Item, Failure>).withLatestFrom(signal).map { $1.with($0) }
    },
    Subject("start(with:)") { signal, _ in signal.start(with: []) },
    Subject("withLatestFrom(_:)") { signal, context in
      signal.withLatestFrom(context.input(0) as Signal<Item, Failure>).map { $0.with($1) }
    },
    Subject("race(_:)") { signal, context in race([signal, context.input()]) },

    // Flattening
    Subject("switchToLatest(), outer") { signal, context in
      signal.map { context.input($0) }.switchToLatest()
    },
    Subject("switchToLatest(), inner") { signal, context in context.input(signal).switchToLatest() },
    Subject("mapToSignal(_:), outer") { signal, context in
      signal.mapToSignal { context.input(context.hook($0)) }
    },
    Subject("mapToSignal(_:), inner") { signal, context in
      context.input(0).mapToSignal { (item: Item) in context.hook(signal, with: item) }
    },
    Subject("mapToSignal(overlapping:_:), outer") { signal, context in
      signal.mapToSignal(overlapping: true) { context.input(context.hook($0)) }
    },
    Subject("mapToSignal(overlapping:_:), inner", covers: ["switchToLatest(overlapping:)"]) {
      signal, context in
      context.input(0).mapToSignal(overlapping: true) { (item: Item) in context.hook(signal, with: item) }
    },
    Subject("mapToSignalPromotingError(overlapping:_:)") { signal, context in
      (context.input(0) as Signal<Item, NoError>).mapToSignalPromotingError(overlapping: true) {
        context.hook(signal, with: $0)
      }
    },
    Subject("mapToSignalPromotingError(_:)") { signal, context in
      (context.input(0) as Signal<Item, NoError>).mapToSignalPromotingError {
        context.hook(signal, with: $0)
      }
    },
    Subject("queue(), outer") { signal, _ in signal.map { .single($0) }.queue() },
    Subject("queue(), inner") { signal, context in context.input(signal).queue() },
    Subject("mapToQueue(_:), outer") { signal, context in signal.mapToQueue { .single(context.hook($0)) } },
    Subject("mapToQueue(_:), inner") { signal, context in
      context.input(0).mapToQueue { (item: Item) in context.hook(signal, with: item) }
    },
    Subject("throttled(), outer", covers: ["mapToThrottled(_:)"]) { signal, context in
      signal.map { .single(context.hook($0)) }.throttled()
    },
    Subject("mapToThrottled(_:), inner") { signal, context in
      context.input(0).mapToThrottled { (item: Item) in context.hook(signal, with: item) }
    },
    Subject("mapToFirst(_:), outer") { signal, context in signal.mapToFirst { .single(context.hook($0)) } },
    Subject("mapToFirst(_:), inner") { signal, context in
      context.input(0).mapToFirst { (item: Item) in context.hook(signal, with: item) }
    },
    Subject("flatten(maxConcurrent:), outer") { signal, _ in signal.map { .single($0) }.flatten() },
    Subject("mapToMerged(maxConcurrent:_:), outer") { signal, context in
      signal.mapToMerged { .single(context.hook($0)) }
    },
    Subject("mapToMerged(maxConcurrent:_:), inner") { signal, context in
      context.input(0).mapToMerged { (item: Item) in context.hook(signal, with: item) }
    },
    Subject("expand(_:)") { signal, context in signal.expand { context.hook(.complete(), with: $0) } },

    // Recovering
    Subject("catch(_:), first") { signal, context in signal.catch { .fail(context.hook($0)) } },
    Subject("catch(_:), second") { signal, context in
      Signal<Item, Failure>.fail(Failure()).catch { _ in context.hook(signal) }
    },
    Subject("catch(overlapping:_:), first") { signal, context in
      signal.catch(overlapping: true) { .fail(context.hook($0)) }
    },
    Subject("catch(overlapping:_:), second") { signal, context in
      Signal<Item, Failure>.fail(Failure()).catch(overlapping: true) { _ in context.hook(signal) }
    },
    Subject("restart()", completion: .isSwallowed) { signal, _ in
      secondRound(signal, after: .complete()) { $0.restart() }
    },
    Subject("restartIfError()", errors: .isSwallowed) { signal, _ in
      secondRound(signal, after: .fail(Failure())) { $0.restartIfError().castError(Failure.self) }
    },
    Subject("replaceError(with:)", errors: .isSwallowed) { signal, context in
      signal.replaceError(with: context.value(0)).castError(Failure.self)
    },
    Subject("ifEmpty(_:)") { signal, context in signal.ifEmpty(context.input()) },
    Subject("recurse(_:)", completion: .isSwallowed) { signal, _ in
      secondRound(signal, after: .complete()) { $0.recurse(nil) }
    },
    Subject("retry(_:maxDelay:resetsOnValue:onQueue:)", errors: .isSwallowed) { signal, _ in
      secondRound(signal, after: .fail(Failure())) {
        $0.retry(1, maxDelay: 1, onQueue: ImmediateScheduler()).castError(Failure.self)
      }
    },
    Subject("retry(retryOnError:delayIncrement:maxDelay:maxRetries:resetsOnValue:onQueue:)") {
      signal, context in
      signal.retry(
        retryOnError: { _ in context.hook(false) }, delayIncrement: 1, maxDelay: 1, maxRetries: 1,
        onQueue: ImmediateScheduler())
    },
    Subject("retry(_:resetsOnValue:)") { signal, _ in
      secondRound(signal, after: .fail(Failure())) { $0.retry(1) }
    },
    Subject("retry(_:backoff:resetsOnValue:on:)") { signal, _ in
      secondRound(signal, after: .fail(Failure())) {
        $0.retry(1, backoff: Backoff(1), on: ImmediateScheduler())
      }
    },
    Subject("feedbackLoop(once:reduce:)", keepsValues: true) { signal, context in
      feedbackLoop(
        once: { state in
          switch state {
          case .initial: return context.hook(signal)
          case .loop(let item): return context.hook(nil, with: item)
          }
        }, reduce: { context.hook($1, with: $0) })
    },

    // Time
    Subject("delay(_:queue:)") { signal, _ in signal.delay(1, queue: ImmediateScheduler()) },
    Subject("delayValues(_:on:)", values: .some) { signal, context in
      signal.delayValues(0.5, on: context.scheduler)
    },
    Subject("suspendAwareDelay(_:granularity:queue:)") { signal, _ in
      signal.suspendAwareDelay(0, queue: ImmediateScheduler())
    },
    Subject("timeout(_:queue:alternate:)") { signal, context in
      signal.timeout(1_000_000, queue: context.scheduler, alternate: context.input())
    },
    Subject("timeout(_:queue:alternate:), alternate") { signal, _ in
      Signal.never().timeout(1, queue: ImmediateScheduler(), alternate: signal)
    },
    Subject("timeout(_:queue:alternate:overlapping:)") { signal, context in
      signal.timeout(
        1_000_000, queue: context.scheduler, alternate: context.input(), overlapping: true)
    },
    Subject("timeout(_:queue:alternate:overlapping:), alternate") { signal, _ in
      Signal.never().timeout(1, queue: ImmediateScheduler(), alternate: signal, overlapping: true)
    },
    Subject("timeout(_:queue:error:)") { signal, context in
      signal.timeout(1_000_000, queue: context.scheduler, error: Failure())
    },

    // Watching
    Subject("beforeNext(_:)") { signal, context in signal.beforeNext { context.hook(with: $0) } },
    Subject("afterNext(_:)") { signal, context in signal.afterNext { context.hook(with: $0) } },
    Subject("beforeStarted(_:)") { signal, context in signal.beforeStarted { context.hook() } },
    Subject("beforeCompleted(_:)") { signal, context in signal.beforeCompleted { context.hook() } },
    Subject("afterCompleted(_:)") { signal, context in signal.afterCompleted { context.hook() } },
    Subject("afterDisposed(_:)") { signal, context in signal.afterDisposed { context.hook() } },
    Subject(
      "withState(_:next:error:completed:disposed:)", covers: ["withState(_:_:next:error:completed:disposed:)"]
    ) { signal, context in
      signal.withState(
        { context.hook(0) }, next: { context.hook(with: $1) }, error: { _, _ in context.hook() },
        completed: { _ in context.hook() }, disposed: { _ in context.hook() })
    },
    Subject("trace(_:to:file:line:)") { signal, context in
      signal.trace("it", to: { _ in context.hook() })
    },

    // Queues; deliverOnMainQueue is deliverOn(.mainQueue()), and to an actor it is deliverOn with a scheduler of its own
    Subject("deliverOn(_:)", covers: ["deliverOnMainQueue()"]) { signal, context in
      signal.deliverOn(context.scheduler)
    },
    Subject("deliverOn(_:), when current") { signal, _ in signal.deliverOn(ImmediateScheduler()) },
    Subject("deliverLatestOn(_:)", values: .some) { signal, context in
      signal.deliverLatestOn(context.scheduler)
    },
    Subject("deliverLatestOn(_:), when current") { signal, _ in signal.deliverLatestOn(ImmediateScheduler())
    },
    Subject("runOn(_:)") { signal, context in signal.runOn(context.scheduler) },
    Subject("runOn(_:), when current") { signal, _ in signal.runOn(ImmediateScheduler()) },
    Subject("QueueLocalObject.signalWith(_:)") { signal, context in
      .bare { sink in
        let object = QueueLocalObject(queue: context.queue()) { context }
        return withExtendedLifetime(object) {
          object.signalWith { context, subscriber in
            context.hook()
            return signal.subscribe(subscriber.asSink)
          }.subscribe(sink)
        }
      }
    },

    // Sharing; each start has a run of its own here, as of the other operators
    Subject("share()") { signal, _ in deferred { signal.share() } },
    Subject("share(replay:)", keepsValues: true) { signal, _ in deferred { signal.share(replay: 2) } },
    Subject("Multicast.get(key:signal:)") { signal, _ in
      deferred { Multicast().get(key: "it", signal: signal.materialize()) }.dematerialize()
    },
  ]

  static let sources: [Subject] = [
    Subject(fixed: "single(_:)", sends: [.next(1), .completed]) { .single($0.value(1)) },
    Subject(fixed: "single(_:_:)", sends: [.next(1), .completed]) { single($0.value(1), Failure.self) },
    Subject(fixed: "complete()", sends: [.completed]) { _ in .complete() },
    Subject(fixed: "complete(_:_:)", sends: [.completed]) { _ in complete(Item.self, Failure.self) },
    Subject(fixed: "fail(_:)", sends: [.error(Failure())]) { _ in .fail(Failure()) },
    Subject(fixed: "fail(_:_:)", sends: [.error(Failure())]) { _ in fail(Item.self, Failure()) },
    Subject(fixed: "never()", sends: []) { _ in .never() },
    Subject(fixed: "never(_:_:)", sends: []) { _ in never(Item.self, Failure.self) },
    Subject(fixed: "sequence(_:)", sends: [.next(1), .next(2), .completed]) { context in
      .sequence([context.value(1), context.value(2)])
    },
    // A second passes before a test looks.
    Subject(fixed: "timer(_:on:)", sends: [.next(0)]) { context in
      Signal<Int, Failure>.timer(1, on: context.scheduler).map { context.value($0) }
    },
    Subject(fixed: "timer(after:on:)", sends: [.next(0), .completed]) { context in
      Signal<Int, Failure>.timer(after: 1, on: context.scheduler).map { context.value($0) }
    },
    Subject(fixed: "interval(_:on:)", sends: [.next(0)]) { context in
      Signal<Int, Failure>.interval(1, on: context.scheduler).map { context.value($0) }
    },
    Subject("deferred(_:)") { signal, context in deferred { context.hook(signal) } },

    Subject(hot: "ValuePipe.signal()") { _ in
      let pipe = ValuePipe<Item>()
      return ContractLine(signal: pipe.signal().neverFailing(), put: values { pipe.putNext($0) })
    },
    Subject(hot: "ValuePromise.get()") { _ in
      let promise = ValuePromise<Item>()
      return ContractLine(signal: promise.get().neverFailing(), put: values { promise.set($0) })
    },
    Subject(hot: "ValuePromise.get(), ignoring what is repeated") { _ in
      let promise = ValuePromise<Item>(ignoreRepeated: true)
      return ContractLine(signal: promise.get().neverFailing(), put: values { promise.set($0) })
    },
    Subject(hot: "Promise.get()") { context in
      let promise = Promise<Item>()
      let source = ContractSource<NoError>(context)
      promise.set(source.signal)
      return ContractLine(
        signal: promise.get().neverFailing(), put: values { source.put(.next($0)) },
        starts: { source.starts },
        disposals: { source.disposals.value })
    },
    // Of two signals that two threads set, one replaces the other, perhaps before it has sent.
    Subject(hot: "Promise.get(), of a signal for each value", values: .some) { context in
      let promise = Promise<Item>()
      return ContractLine(
        signal: promise.get().neverFailing(), put: values { promise.set(context.input($0)) },
        starts: { context.starts.value }, disposals: { context.disposals.value })
    },

    // A state that is replaced before it is read is left out.
    Subject(hot: "observing(on:_:)", values: .some) { context in
      let model = Model()
      return ContractLine(
        signal: Signal.observing(on: context.scheduler) { context.hook(model.item) }
          .compactMap(\.self).neverFailing(),
        put: values { model.item = $0 })
    },
    Subject(hot: "observing(_:_:on:)", values: .some) { context in
      let model = Model()
      return ContractLine(
        signal: Signal.observing(model, \.item, on: context.scheduler).compactMap(\.self).neverFailing(),
        put: values { model.item = $0 })
    },
    Subject(
      hot: "NotificationCenter.signal(for:object:_:)", covers: ["NotificationCenter.signal(for:object:)"]
    ) {
      context in
      let (center, name) = (NotificationCenter(), Notification.Name("item"))
      return ContractLine(
        signal: center.signal(for: name) { context.hook($0.userInfo?["item"] as? Item) }.neverFailing(),
        put: values { center.post(name: name, object: nil, userInfo: ["item": $0]) })
    },
  ]

  private static func values(_ put: @escaping @Sendable (Item) -> Void) -> @Sendable (Event) -> Void {
    { event in
      if case .next(let value) = event { put(value) }
    }
  }
}

/// A model that several threads may use.
@Observable private final class Model: Sendable {
  @ObservationIgnored private let stored = Guarded<Item?>(nil)

  var item: Item? {
    get {
      access(keyPath: \.item)
      return stored.withLock { $0 }
    }
    set {
      withMutation(keyPath: \.item) {
        // What it replaces is freed outside the lock.
        _ = stored.withLock { stored in
          let replaced = stored
          stored = newValue
          return replaced
        }
      }
    }
  }
}

/// For operators that start again: the signal comes as the second round, and nothing comes after it.
private func secondRound(
  _ signal: Signal<Item, Failure>, after first: Signal<Item, Failure>,
  _ restart: @escaping @Sendable (Signal<Item, Failure>) -> Signal<Item, Failure>
) -> Signal<Item, Failure> {
  deferred {
    let rounds = Counter()
    return restart(
      deferred {
        switch rounds.increment() {
        case 1: first
        case 2: signal
        default: .never()
        }
      })
  }
}

/// What `combineLatest` does, as others write it.
private func newestPairs(
  _ first: Signal<Item, Failure>, _ second: Signal<Item, Failure>, _ context: Context
) -> Signal<(Item, Item), Failure> {
  .joining { downstream, inputs in
    let state = SerialState<(first: Item?, second: Item?, running: Int)>((nil, nil, 2))
    let send: @Sendable () -> Bool = {
      guard let first = state.value.first, let second = state.value.second else { return true }
      return downstream.next(context.hook((first, second)))
    }
    let end: @Sendable () -> Void = {
      state.value.running -= 1
      if state.value.running == 0 { downstream.completed() }
    }
    inputs.start(
      first,
      Sink(
        next: {
          var replaced: Item? = $0
          swap(&state.value.first, &replaced)
          return send()
        },
        error: downstream.error, completed: end))
    inputs.start(
      second,
      Sink(
        next: {
          var replaced: Item? = $0
          swap(&state.value.second, &replaced)
          return send()
        },
        error: downstream.error, completed: end))
  }
}
