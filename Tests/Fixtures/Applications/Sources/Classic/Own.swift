#if RENAMED
  import SignalKit
#else
  import SwiftSignalKit
#endif

// Functions that SwiftSignalKit does not have, so that applications have their own, of the same forms as those here. Inside
// the application its own ones are meant: each notes its name.

let called = Atomic<[String]>(value: [])

func own<T, E>(_ name: String) -> Signal<T, E> {
  let _ = called.modify { $0 + [name] }
  return .complete()
}

func skip<T, E>(_ count: Int) -> (Signal<T, E>) -> Signal<T, E> { return { _ in own("skip") } }
func skip<T, E>(while condition: @escaping (T) -> Bool) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("skip while") }
}
func take<T, E>(while condition: @escaping (T) -> Bool) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("take while") }
}
func take<T, R, E>(untilSignal trigger: Signal<R, E>) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("take until") }
}
func takeLast<T, E>(_ count: Int) -> (Signal<T, E>) -> Signal<T, E> { return { _ in own("takeLast") } }
func first<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> { return own("first") }
func share<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> { return own("share") }
func merge<T, E>(_ signals: [Signal<T, E>]) -> Signal<T, E> { return own("merge") }
func merge<T, E>(_ signals: Signal<T, E>...) -> Signal<T, E> { return own("merge, variadic") }
func concat<T, E>(_ signals: [Signal<T, E>]) -> Signal<T, E> { return own("concat") }
func race<T, E>(_ signals: [Signal<T, E>]) -> Signal<T, E> { return own("race") }
func zip<A, B, E>(_ a: Signal<A, E>, _ b: Signal<B, E>) -> Signal<(A, B), E> { return own("zip") }
func zip<A, B, C, E>(
  _ a: Signal<A, E>, _ b: Signal<B, E>, _ c: Signal<C, E>
) -> Signal<(A, B, C), E> {
  return own("zip of three")
}
func pairwise<T, E>(_ signal: Signal<T, E>) -> Signal<(T, T), E> { return own("pairwise") }
func collect<T, E>(_ signal: Signal<T, E>) -> Signal<[T], E> { return own("collect") }
func compactMap<T, E, R>(_ f: @escaping (T) -> R?) -> (Signal<T, E>) -> Signal<R, E> {
  return { _ in own("compactMap") }
}
func scan<T, E, R>(_ initial: R, _ f: @escaping (R, T) -> R) -> (Signal<T, E>) -> Signal<R, E> {
  return { _ in own("scan") }
}
func reduce<T, E, R>(_ initial: R, _ f: @escaping (R, T) -> R) -> (Signal<T, E>) -> Signal<R, E> {
  return { _ in own("reduce") }
}
func debounce<T, E>(_ interval: Double, on queue: Queue) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("debounce") }
}
func throttle<T, E>(_ interval: Double, on queue: Queue) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("throttle") }
}
func buffer<T, E>(count: Int) -> (Signal<T, E>) -> Signal<[T], E> { return { _ in own("buffer") } }
func start<T, E>(with values: [T]) -> (Signal<T, E>) -> Signal<T, E> { return { _ in own("start") } }
func retry<T, E>(_ maxRetries: Int) -> (Signal<T, E>) -> Signal<T, E> { return { _ in own("retry") } }
func replaceError<T, E>(with value: T) -> (Signal<T, E>) -> Signal<T, NoError> {
  return { _ in own("replaceError") }
}
func ifEmpty<T, E>(_ other: Signal<T, E>) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("ifEmpty") }
}
func withLatestFrom<T, R, E>(_ other: Signal<R, E>) -> (Signal<T, E>) -> Signal<(T, R), E> {
  return { _ in own("withLatestFrom") }
}
func mapToMerged<T, R, E>(_ f: @escaping (T) -> Signal<R, E>) -> (Signal<T, E>) -> Signal<R, E> {
  return { _ in own("mapToMerged") }
}
func mapToFirst<T, R, E>(_ f: @escaping (T) -> Signal<R, E>) -> (Signal<T, E>) -> Signal<R, E> {
  return { _ in own("mapToFirst") }
}
func expand<T, E>(_ f: @escaping (T) -> Signal<T, E>) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("expand") }
}
func timeout<T, E>(_ timeout: Double, queue: Queue, error: E) -> (Signal<T, E>) -> Signal<T, E> {
  return { _ in own("timeout") }
}

func checkOwnFunctions() {
  let five: Signal<Int, LoadError> = .single(5)
  let main = Queue.mainQueue()
  let _ = five |> skip(0)
  let _ = five |> skip(while: { $0 < 5 })
  let _ = five |> take(while: { $0 > 0 })
  let _ = five |> take(untilSignal: five)
  let _ = five |> takeLast(1)
  let _ = five |> first
  let _ = five |> share
  let _ = merge([five])
  let _ = merge(five, five)
  let _ = concat([five])
  let _ = race([five])
  let _ = zip(five, five)
  let _ = zip(five, five, five)
  let _ = five |> pairwise
  let _ = five |> collect
  let _ = five |> compactMap { value in value > 0 ? value : nil }
  let _ = five |> scan(0) { $0 + $1 }
  let _ = five |> reduce(0) { $0 + $1 }
  let _ = five |> debounce(0.0, on: main)
  let _ = five |> throttle(0.0, on: main)
  let _ = five |> buffer(count: 1)
  let _ = five |> start(with: [5])
  let _ = five |> retry(1)
  let _ = five |> replaceError(with: 5)
  let _ = five |> ifEmpty(five)
  let _ = five |> withLatestFrom(five)
  let _ = five |> mapToMerged { _ in five }
  let _ = five |> mapToFirst { _ in five }
  let _ = five |> expand { _ in five }
  let _ = five |> timeout(1.0, queue: main, error: .offline)
  let names = [
    "skip", "skip while", "take while", "take until", "takeLast", "first", "share", "merge",
    "merge, variadic", "concat", "race", "zip", "zip of three", "pairwise", "collect", "compactMap", "scan",
    "reduce", "debounce", "throttle", "buffer", "start", "retry", "replaceError", "ifEmpty", "withLatestFrom",
    "mapToMerged",
    "mapToFirst", "expand", "timeout",
  ]
  precondition(called.with { $0 } == names, "\(called.with { $0 })")
}
