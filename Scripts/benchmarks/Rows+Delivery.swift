import Dispatch
import SignalKit

extension Rows {
  /// What a value costs on its way.
  static func delivery(_ floors: Floors) -> [Row] {
    [
      Row(gate(), 1.6, times: 1 * floors.closure + 1 * floors.swaps),
      // `start` puts a closure of its own around the handler, which answers that more is wanted.
      Row(chainOf3(), 1.2, times: 1 * floors.nested3 + 1 * floors.closure),
      Row(chainOf10(), 1.2, times: 1 * floors.nested10 + 1 * floors.closure),
      Row(gatedChainOf3(), 1.2, times: 1 * floors.nested3 + 1 * floors.swaps),
      Row(ownChainOf3(), 1.2, times: 1 * floors.nested3 + 1 * floors.swaps),
      Row(gatedChainOf10(), 1.2, times: 1 * floors.nested10 + 1 * floors.swaps),
      Row(pipe(to: 1), 1, times: 3 * floors.closure + 1 * floors.lock),
      Row(pipe(to: 10), 1, times: 3 * floors.closure + 0.3 * floors.lock),
      Row(pipe(to: 100), 1, times: 3 * floors.closure + 0.3 * floors.lock),
      Row(
        pipe(to: 1_000), 1, times: 3 * floors.manyClosures + 0.1 * floors.lock,
        unless: "the first cache holds a hundred"),
      Row(valuePromise(), 1, times: 3 * floors.lock + 1 * floors.closure),
      Row(promise(), 1, times: 6 * floors.lock + 1 * floors.closure),
      Row(lock(), 1.5, times: 1 * floors.lock),
      Row(atomic(), 1.5, times: 1 * floors.lock),
      Row(delivered(), 0.2, times: 1 * floors.hop),
    ]
  }

  /// A signal that gives away its subscriber, as one that listens to some callback does.
  private final class Source: @unchecked Sendable {  // safe: used by one thread
    private(set) var subscriber: Subscriber<Int, NoError>?

    var signal: Signal<Int, NoError> {
      Signal { subscriber in
        self.subscriber = subscriber
        return EmptyDisposable
      }
    }
  }

  private static func sending(_ name: String, through start: (Signal<Int, NoError>) -> Void) -> Subject {
    let source = Source()
    start(opaque(source.signal))
    guard let subscriber = source.subscriber else { fatalError("the signal was not started") }
    return Subject(name) { iterations in
      for value in 0..<iterations { subscriber.putNext(value) }
    }
  }

  private static func gate() -> Subject {
    let tally = Tally()
    return sending("putNext through a gate") { source in
      source.start(next: { tally.add($0 &+ 105) })
    }
  }

  private static func gatedChainOf3() -> Subject {
    let tally = Tally()
    return Subject("chain of 3 behind a gate") { iterations in
      let source = Signal<Int, NoError> { subscriber in
        for value in 0..<iterations { subscriber.putNext(value) }
        return EmptyDisposable
      }
      let chain = source |> map { $0 &+ 11 } |> filter { $0 > 11 } |> map { $0 &+ 12 }
      chain.start(next: { tally.add($0 &+ 106) })
    }
  }

  /// The same as others write it.
  private static func ownChainOf3() -> Subject {
    let tally = Tally()
    return Subject("chain of 3 own operators behind a gate") { iterations in
      let source = Signal<Int, NoError> { subscriber in
        for value in 0..<iterations { subscriber.putNext(value) }
        return EmptyDisposable
      }
      let chain = source |> ownMap { $0 &+ 13 } |> ownFilter { $0 > 13 } |> ownMap { $0 &+ 14 }
      chain.start(next: { tally.add($0 &+ 126) })
    }
  }

  private static func ownMap(
    _ f: @escaping @Sendable (Int) -> Int
  ) -> (Signal<Int, NoError>) -> Signal<Int, NoError> {
    { signal in
      signal.operate { downstream in
        let next = downstream.next
        return Sink(next: { next(f($0)) }, error: downstream.error, completed: downstream.completed)
      }
    }
  }

  private static func ownFilter(
    _ f: @escaping @Sendable (Int) -> Bool
  ) -> (Signal<Int, NoError>) -> Signal<Int, NoError> {
    { signal in
      signal.operate { downstream in
        let next = downstream.next
        return Sink(
          next: { f($0) ? next($0) : true }, error: downstream.error, completed: downstream.completed)
      }
    }
  }

  private static func gatedChainOf10() -> Subject {
    let tally = Tally()
    return Subject("chain of 10 behind a gate") { iterations in
      let source = Signal<Int, NoError> { subscriber in
        for value in 0..<iterations { subscriber.putNext(value) }
        return EmptyDisposable
      }
      let part = source |> map { $0 &+ 21 } |> filter { $0 > 21 } |> map { $0 &+ 22 } |> filter { $0 > 22 }
      let most = part |> map { $0 &+ 23 } |> filter { $0 > 23 } |> map { $0 &+ 24 } |> filter { $0 > 24 }
      let chain = most |> map { $0 &+ 25 } |> filter { $0 > 25 }
      chain.start(next: { tally.add($0 &+ 107) })
    }
  }

  /// The operators alone: the source is a part of the library, which needs no gate.
  private static func chain(
    of count: Int, _ made: @escaping (Signal<Int, NoError>) -> Signal<Int, NoError>
  ) -> Subject {
    let tally = Tally()
    return Subject("chain of \(count) operators") { iterations in
      let source = Signal<Int, NoError>.bare { sink in
        let next = sink.next
        for value in 0..<iterations where !next(value) { break }
        return EmptyDisposable
      }
      made(source).start(next: { tally.add($0 &+ 108) })
    }
  }

  private static func chainOf3() -> Subject {
    chain(of: 3) { source in
      source |> map { $0 &+ 31 } |> filter { $0 > 31 } |> map { $0 &+ 32 }
    }
  }

  private static func chainOf10() -> Subject {
    chain(of: 10) { source in
      let part = source |> map { $0 &+ 41 } |> filter { $0 > 41 } |> map { $0 &+ 42 } |> filter { $0 > 42 }
      let most = part |> map { $0 &+ 43 } |> filter { $0 > 43 } |> map { $0 &+ 44 } |> filter { $0 > 44 }
      return most |> map { $0 &+ 45 } |> filter { $0 > 45 }
    }
  }

  private static func pipe(to count: Int) -> Subject {
    let tally = Tally()
    let pipe = ValuePipe<Int>()
    for _ in 0..<count {
      pipe.signal().start(next: { tally.add($0 &+ 109) })
    }
    return Subject("ValuePipe to \(count), a delivery", operations: count) { iterations in
      for value in 0..<iterations { pipe.putNext(value) }
    }
  }

  private static func valuePromise() -> Subject {
    let tally = Tally()
    let promise = ValuePromise(0)
    promise.get().start(next: { tally.add($0 &+ 110) })
    return Subject("ValuePromise.set") { iterations in
      for value in 0..<iterations { promise.set(value) }
    }
  }

  private static func promise() -> Subject {
    let tally = Tally()
    let promise = Promise<Int>()
    let source = ValuePipe<Int>()
    promise.set(source.signal())
    promise.get().start(next: { tally.add($0 &+ 120) })
    return Subject("Promise, a value of its signal") { iterations in
      for value in 0..<iterations { source.putNext(value) }
      withExtendedLifetime(promise) {}
    }
  }

  private static func lock() -> Subject {
    let lock = opaque(Lock())
    let tally = Tally()
    return Subject("Lock.withLock") { iterations in
      for value in 0..<iterations {
        lock.withLock { tally.add(value &+ 118) }
      }
    }
  }

  private static func atomic() -> Subject {
    let sum = opaque(Atomic(value: 0))
    return Subject("Atomic.modify") { iterations in
      for value in 0..<iterations {
        sum.modify { $0 &+ value }
      }
    }
  }

  private static func delivered() -> Subject {
    let tally = Tally()
    let count = 200_000
    let source = opaque(
      Signal<Int, NoError> { subscriber in
        for value in 0..<count { subscriber.putNext(value) }
        subscriber.putCompletion()
        return EmptyDisposable
      })
    let queue = Queue()
    let finished = DispatchSemaphore(value: 0)
    return Subject("deliverOn, of 200,000 values", operations: count) { iterations in
      for _ in 0..<iterations {
        let delivered = source |> deliverOn(queue)
        delivered.start(next: { tally.add($0 &+ 111) }, completed: { finished.signal() })
        finished.wait()
      }
    }
  }
}
