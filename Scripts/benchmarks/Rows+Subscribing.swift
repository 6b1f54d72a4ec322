import SignalKit

extension Rows {
  /// What it costs to begin and to end.
  static func subscribing(_ floors: Floors) -> [Row] {
    let few = addAndDispose(1_000)
    return [
      Row(startAndDispose(), 12, times: 1 * floors.allocation),
      Row(startAndDisposeOfGate(), 15, times: 1 * floors.allocation),
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
    var random = SplitMix(seed: 1)
    let order = (0..<count).shuffled(using: &random)
    return Subject("add + dispose of \(count)", operations: count) { iterations in
      for _ in 0..<iterations {
        let disposables = order.map { _ in signal.start(next: { tally.add($0 &+ 116) }) }
        for position in order { disposables[position].dispose() }
      }
    }
  }

  /// The same order at every run.
  private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed
    }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
