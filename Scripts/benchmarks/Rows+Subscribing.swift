import SignalKit

extension Rows {
  /// Why the start of a chain costs more than it was to.
  static let asking = "it knows of a disposal by a closure of its own"

  /// What it costs to begin and to end.
  static func subscribing(_ floors: Floors) -> [Row] {
    let few = addAndDispose(1_000)
    return [
      Row(startAndDispose(), 12, times: 1 * floors.allocation),
      Row(startAndDisposeOfGate(), 15, times: 1 * floors.allocation, unless: Self.asking),
      Row(addAndDispose(100_000), 2, times: 1 * few),
    ]
  }

  private static func startAndDispose() -> Subject {
    let tally = Tally()
    let single = Signal<Int, NoError>.single(1)
    let chain = opaque(single |> map { $0 &+ 61 } |> filter { $0 > 61 } |> map { $0 &+ 62 })
    return Subject("start + dispose") { iterations in
      for _ in 0..<iterations {
        chain.start(next: { tally.add($0 &+ 115) }).dispose()
      }
    }
  }

  /// The same with a source that is not over at once.
  private static func startAndDisposeOfGate() -> Subject {
    let tally = Tally()
    let source = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      return EmptyDisposable
    }
    let chain = opaque(source |> map { $0 &+ 71 } |> filter { $0 > 71 } |> map { $0 &+ 72 })
    return Subject("start + dispose of a gate") { iterations in
      for _ in 0..<iterations {
        chain.start(next: { tally.add($0 &+ 119) }).dispose()
      }
    }
  }

  /// Subscribers that come to a pipe, and then leave it in random order.
  private static func addAndDispose(_ count: Int) -> Subject {
    let tally = Tally()
    let signal = opaque(ValuePipe<Int>()).signal()
    let order = RandomOrder.of(count)
    return Subject("add + dispose of \(count)", operations: count) { iterations in
      for _ in 0..<iterations {
        let disposables = order.map { _ in signal.start(next: { tally.add($0 &+ 116) }) }
        for position in order { disposables[position].dispose() }
      }
    }
  }
}
