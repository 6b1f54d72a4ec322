import SignalKit

extension Rows {
  /// Operators with several inputs, at each value of one of them.
  static func combining(_ floors: Floors) -> [Row] {
    [
      Row(combineLatestOf2(), 6, times: 1 * floors.lock),
      Row(ownCombinationOf2(), 6, times: 1 * floors.lock),
      Row(combineLatestOf3(), 12, times: 1 * floors.lock),
      Row(mapToSignal(), 15, times: 1 * floors.allocation),
    ]
  }

  private static func combineLatestOf2() -> Subject {
    let tally = Tally()
    let left = ValuePipe<Int>()
    let right = ValuePipe<Int>()
    combineLatest(left.signal(), right.signal()).start(next: { tally.add($0 &+ $1 &+ 112) })
    left.putNext(1)
    return Subject("combineLatest of 2") { iterations in
      for value in 0..<iterations { right.putNext(value) }
    }
  }

  /// The same as others write it.
  private static func ownCombinationOf2() -> Subject {
    let tally = Tally()
    let left = ValuePipe<Int>()
    let right = ValuePipe<Int>()
    newest(left.signal(), right.signal()).start(next: { tally.add($0 &+ $1 &+ 122) })
    left.putNext(1)
    return Subject("an own operator with 2 inputs") { iterations in
      for value in 0..<iterations { right.putNext(value) }
    }
  }

  private static func newest(
    _ left: Signal<Int, NoError>, _ right: Signal<Int, NoError>
  ) -> Signal<(Int, Int), NoError> {
    .joining { downstream, inputs in
      let state = SerialState<(left: Int?, right: Int?)>((nil, nil))
      let send: @Sendable () -> Bool = {
        guard let left = state.value.left, let right = state.value.right else { return true }
        return downstream.next((left, right))
      }
      inputs.start(
        left,
        Sink(
          next: {
            state.value.left = $0
            return send()
          }, error: downstream.error, completed: {}))
      inputs.start(
        right,
        Sink(
          next: {
            state.value.right = $0
            return send()
          }, error: downstream.error, completed: {}))
    }
  }

  private static func combineLatestOf3() -> Subject {
    let tally = Tally()
    let first = ValuePipe<Int>()
    let second = ValuePipe<Int>()
    let third = ValuePipe<Int>()
    combineLatest(first.signal(), second.signal(), third.signal())
      .start(next: { tally.add($0 &+ $1 &+ $2 &+ 113) })
    first.putNext(1)
    second.putNext(1)
    return Subject("combineLatest of 3") { iterations in
      for value in 0..<iterations { third.putNext(value) }
    }
  }

  private static func mapToSignal() -> Subject {
    let tally = Tally()
    let outer = ValuePipe<Int>()
    outer.signal().mapToSignal { .single($0) }.start(next: { tally.add($0 &+ 114) })
    return Subject("mapToSignal to single values") { iterations in
      for value in 0..<iterations { outer.putNext(value) }
    }
  }
}
