import Dispatch
import SignalKit

extension Rows {
  /// What a value costs on its way.
  static func delivery(_ floors: Floors) -> [Row] {
    [
      Row(gate(), 1.6, times: 1 * floors.closure + 1 * floors.swaps),
      Row(chain(of: 3), 1.2, times: 1 * floors.nested3),
      Row(chain(of: 10), 1.2, times: 1 * floors.nested10),
      Row(gatedChain(of: 3), 1.2, times: 1 * floors.nested3 + 1 * floors.swaps),
      Row(gatedChain(of: 10), 1.2, times: 1 * floors.nested10 + 1 * floors.swaps),
      Row(pipe(to: 1), 1, times: 3 * floors.closure + 1 * floors.lock),
      Row(pipe(to: 10), 1, times: 3 * floors.closure + 0.3 * floors.lock),
      Row(pipe(to: 1_000), 1, times: 3 * floors.manyClosures + 0.1 * floors.lock),
      Row(valuePromise(), 1, times: 3 * floors.lock + 1 * floors.closure),
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
      source.start(next: { tally.add($0) })
    }
  }

  private static func gatedChain(of count: Int) -> Subject {
    let tally = Tally()
    return sending("chain of \(count) behind a gate") { source in
      chain(of: count, after: source).start(next: { tally.add($0) })
    }
  }

  /// The operators alone: the source is a part of the library, which needs no gate.
  private static func chain(of count: Int) -> Subject {
    let tally = Tally()
    return Subject("chain of \(count) operators") { iterations in
      let source = Signal<Int, NoError>.bare { sink in
        for value in 0..<iterations where !sink.next(value) { break }
        return EmptyDisposable
      }
      chain(of: count, after: opaque(source)).start(next: { tally.add($0) })
    }
  }

  // Each closure is another one: the linker makes one of equal ones, and a detour to it.
  private static func chain(of count: Int, after source: Signal<Int, NoError>) -> Signal<Int, NoError> {
    if count == 3 {
      return source |> map { $0 &+ 11 } |> filter { $0 > 11 } |> map { $0 &+ 12 }
    }
    let part = source |> map { $0 &+ 21 } |> filter { $0 > 21 } |> map { $0 &+ 22 } |> filter { $0 > 22 }
    let most = part |> map { $0 &+ 23 } |> filter { $0 > 23 } |> map { $0 &+ 24 } |> filter { $0 > 24 }
    return most |> map { $0 &+ 25 } |> filter { $0 > 25 }
  }

  private static func pipe(to count: Int) -> Subject {
    let tally = Tally()
    let pipe = ValuePipe<Int>()
    for _ in 0..<count {
      pipe.signal().start(next: { tally.add($0) })
    }
    return Subject("ValuePipe to \(count), a delivery", operations: count) { iterations in
      for value in 0..<iterations { pipe.putNext(value) }
    }
  }

  private static func valuePromise() -> Subject {
    let tally = Tally()
    let promise = ValuePromise(0)
    promise.get().start(next: { tally.add($0) })
    return Subject("ValuePromise.set") { iterations in
      for value in 0..<iterations { promise.set(value) }
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
        delivered.start(next: { tally.add($0) }, completed: { finished.signal() })
        finished.wait()
      }
    }
  }
}
