import SignalKit
import SignalTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A signal through which many values go.
struct MemoryRow: Sendable {
  let name: String
  let make: @Sendable (Signal<Int, NoError>, TestScheduler) -> any Disposable

  init<T: Sendable, E: Sendable>(
    _ name: String, _ make: @escaping @Sendable (Signal<Int, NoError>, TestScheduler) -> Signal<T, E>
  ) {
    self.name = name
    self.make = { make($0, $1).start(next: { _ in }) }
  }

  /// - Returns: `nil` if the memory does not grow.
  func growth(values: Int) -> String? {
    let scheduler = TestScheduler()
    let source = Atomic<Subscriber<Int, NoError>?>(value: nil)
    let subscription = make(
      Signal { subscriber in
        source.swap(subscriber)
        return EmptyDisposable
      }, scheduler)
    guard let subscriber = source.with({ $0 }) else { return "the source was not started" }
    func send(_ numbers: Range<Int>) {
      for number in numbers {
        subscriber.putNext(number)
        // Now and then time passes, and what has waited goes on.
        if number & 255 == 255 { scheduler.advance(by: 1) }
      }
    }
    send(0..<values / 100)
    let before = residentBytes()
    send(values / 100..<values)
    let growth = residentBytes() - before
    guard subscriber.isActive else { return "it has ended" }
    subscription.dispose()
    return growth < 2 << 20 ? nil : "it has grown by \(growth) bytes"
  }

  private static let never = Signal<Int, NoError>.never()

  /// Not here: `collect` and `takeLast` of many, which keep values because that is what they are for; and those that end
  /// after a few values (`take` of few, `first`, `element(at:)`, `race` and `catch` hold nothing that they could add to).
  static let values: [MemoryRow] = [
    MemoryRow("no operator") { signal, _ in signal },
    MemoryRow("map") { signal, _ in signal.map { $0 + 1 } },
    MemoryRow("mapError") { signal, _ in signal.mapError { _ -> Int in } },
    MemoryRow("castError") { signal, _ in signal.castError(Int.self) },
    MemoryRow("compactMap") { signal, _ in signal.compactMap { $0 } },
    MemoryRow("flatMap") { signal, _ in signal.map { Optional($0) }.flatMap { $0 } },
    MemoryRow("scan") { signal, _ in signal.scan(0, +) },
    MemoryRow("reduce") { signal, _ in signal.reduce(0, +) },
    MemoryRow("reduceLeft(value:f:)") { signal, _ in signal.reduceLeft(value: 0, f: { $0 + $1 }) },
    MemoryRow("reduceLeft(value:f:), sending") { signal, _ in
      signal.reduceLeft(value: 0) { state, value, emit in
        emit(value)
        return state
      }
    },
    MemoryRow("materialize, dematerialize") { signal, _ in signal.materialize().dematerialize() },
    MemoryRow("pairwise") { signal, _ in signal.pairwise() },
    MemoryRow("enumerated") { signal, _ in signal.enumerated() },
    MemoryRow("buffer(count:)") { signal, _ in signal.buffer(count: 10) },
    MemoryRow("buffer(interval)") { signal, scheduler in signal.buffer(2, on: scheduler) },
    MemoryRow("ignoreValues") { signal, _ in signal.ignoreValues() },
    MemoryRow("withState") { signal, _ in signal.withState({ 0 }, next: { _, _ in }) },
    MemoryRow("filter") { signal, _ in signal.filter { $0 % 2 == 0 } },
    MemoryRow("distinctUntilChanged") { signal, _ in signal.distinctUntilChanged() },
    MemoryRow("take") { signal, _ in signal.take(.max) },
    MemoryRow("take(while:)") { signal, _ in signal.take(while: { $0 >= 0 }) },
    MemoryRow("take(until:)") { signal, _ in
      signal.take(until: { _ in SignalTakeAction(passthrough: true, complete: false) })
    },
    MemoryRow("take(untilSignal:)") { signal, _ in signal.take(untilSignal: never) },
    MemoryRow("takeLast(10)") { signal, _ in signal.takeLast(10) },
    MemoryRow("last") { signal, _ in signal.last() },
    MemoryRow("skip") { signal, _ in signal.skip(5) },
    MemoryRow("skip(while:)") { signal, _ in signal.skip(while: { $0 < 5 }) },
    MemoryRow("skip(untilSignal:)") { signal, _ in signal.skip(untilSignal: .single(1)) },
    MemoryRow("debounce") { signal, scheduler in signal.debounce(0.5, on: scheduler) },
    MemoryRow("throttle") { signal, scheduler in signal.throttle(2, on: scheduler) },
    MemoryRow("sample") { signal, scheduler in signal.sample(on: .timer(1, on: scheduler)) },
    MemoryRow("combineLatest") { signal, _ in combineLatest(signal, .single(1)) },
    MemoryRow("combineLatest of three") { signal, _ in combineLatest(signal, .single(1), .single(2)) },
    MemoryRow("combineLatest of an array") { signal, _ in combineLatest([signal, .single(1)]) },
    MemoryRow("combineLatest with initial values") { signal, _ in combineLatest(signal, 0, never, 0) },
    MemoryRow("zip, of a shared signal") { signal, _ in
      let shared = signal.share()
      return zip(shared, shared)
    },
    MemoryRow("merge") { signal, _ in signal.merge(never) },
    MemoryRow("concat") { signal, _ in concat([.complete(), signal]) },
    MemoryRow("then") { signal, _ in signal.then(never) },
    MemoryRow("start(with:)") { signal, _ in signal.start(with: [1, 2]) },
    MemoryRow("withLatestFrom") { signal, _ in signal.withLatestFrom(Signal<Int, NoError>.single(1)) },
    MemoryRow("race") { signal, _ in race([signal, never]) },
    MemoryRow("catch") { signal, _ in signal.castError(Int.self).catch { _ in never } },
    MemoryRow("ifEmpty") { signal, _ in signal.ifEmpty(never) },
    MemoryRow("restart") { signal, _ in signal.restart() },
    MemoryRow("restartIfError") { signal, _ in signal.castError(Int.self).restartIfError() },
    MemoryRow("retry") { signal, _ in signal.castError(Int.self).retry(3) },
    MemoryRow("timeout") { signal, scheduler in signal.timeout(1, queue: scheduler, alternate: never) },
    MemoryRow("delayValues") { signal, scheduler in signal.delayValues(1.5, on: scheduler) },
    MemoryRow("deliverOn") { signal, scheduler in signal.deliverOn(scheduler) },
    MemoryRow("deliverLatestOn") { signal, scheduler in signal.deliverLatestOn(scheduler) },
    MemoryRow("the hooks") { signal, _ in signal.beforeNext { _ in }.afterNext { _ in }.afterDisposed {} },
    MemoryRow("trace") { signal, _ in signal.filter { $0 % 100 == 0 }.trace("it", to: { _ in }) },
    MemoryRow("share") { signal, _ in signal.share() },
    MemoryRow("share(replay: 10)") { signal, _ in signal.share(replay: 10) },
  ]

  /// Every other signal ends at once, and the others a little later.
  private static func inner(_ number: Int, _ scheduler: TestScheduler) -> Signal<Int, NoError> {
    number % 2 == 0 ? .single(number) : Signal.single(number).delay(0.001, queue: scheduler)
  }

  static let signals: [MemoryRow] = [
    MemoryRow("mapToSignal") { signal, scheduler in signal.mapToSignal { inner($0, scheduler) } },
    MemoryRow("mapToSignalPromotingError") { signal, scheduler in
      signal.mapToSignalPromotingError { inner($0, scheduler).castError(Int.self) }
    },
    MemoryRow("mapToQueue") { signal, scheduler in
      // One a second: no more wait than time has passed.
      signal.mapToQueue { $0 & 255 == 0 ? inner($0 + 1, scheduler) : .single($0) }
    },
    MemoryRow("mapToThrottled") { signal, scheduler in signal.mapToThrottled { inner($0, scheduler) } },
    MemoryRow("mapToFirst") { signal, scheduler in signal.mapToFirst { inner($0, scheduler) } },
    MemoryRow("mapToMerged") { signal, scheduler in signal.mapToMerged { inner($0, scheduler) } },
    MemoryRow("mapToMerged(maxConcurrent: 300)") { signal, scheduler in
      signal.mapToMerged(maxConcurrent: 300) { inner($0, scheduler) }
    },
    MemoryRow("expand") { signal, _ in signal.expand { $0 % 2 == 0 ? .single($0 + 1) : .complete() } },
    MemoryRow("reduceLeft of signals") { signal, _ in
      signal.reduceLeft(0) { state, value in .single((state &+ value, .some(value))) }
    },
    MemoryRow("catch, then and restart inside mapToSignal") { signal, _ in
      signal.mapToSignal { number in
        Signal<Int, Int>.fail(1).catch { _ in Signal<Int, NoError>.single(number) }.then(.single(2)).restart()
          .take(3)
      }
    },
    MemoryRow("promises that are set again and again") { signal, _ in
      let promise = Promise<Int>()
      return signal.beforeNext { promise.set(.single($0)) }.take(untilSignal: promise.get().skip(.max))
    },
  ]
}

/// The bytes of memory that this process has at the moment; on Linux.
private func residentBytes() -> Int {
  #if canImport(Glibc) || canImport(Musl)
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  #else
    return 0
  #endif
}
