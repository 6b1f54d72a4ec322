import SignalKit
import TestSupport
import Testing

/// That the stack does not grow with the number of events.
@Suite struct StackTests {
  @Test("200,000 waiting inner signals, and an expansion as deep, on a small stack")
  func stack() {
    let count = 200_000
    let results = [Counter(), Counter(), Counter()]
    let done = Latch()
    let isSmall = SmallStack {
      let values = Signal<Int, NoError>.sequence(0..<count)
      values.mapToQueue { .single($0 & 1) }.start(next: { results[0].increment(by: $0) })
      concat([Signal<Int, NoError>](repeating: .single(1), count: count))
        .start(next: { results[1].increment(by: $0) })
      Signal<Int, NoError>.single(1).expand { $0 < count ? .single($0 + 1) : .complete() }
        .start(next: { _ in results[2].increment() })
      done.open()
    }
    #expect(isSmall.start())
    #expect(done.wait(seconds: 120))
    #expect(results.map(\.value) == [count / 2, count, count])
  }
}
