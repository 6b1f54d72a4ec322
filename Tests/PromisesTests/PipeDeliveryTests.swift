import Disposables
import Promises
import Signals
import Testing

@Suite("The delivery of a pipe")
struct PipeDeliveryTests {
  private final class Log: @unchecked Sendable {  // safe: used by one thread
    var entries: [String] = []
    var subscriptions: [any Disposable] = []
  }

  @Test("who was disposed of by an earlier handler is not called any more")
  func disposalDuringDelivery() {
    let pipe = ValuePipe<Int>()
    let log = Log()
    log.subscriptions.append(
      pipe.signal().start(next: { value in
        log.entries.append("a\(value)")
        if value == 2 {
          log.subscriptions[1].dispose()
          log.subscriptions[2].dispose()
        }
      }))
    for name in ["b", "c", "d"] {
      log.subscriptions.append(pipe.signal().start(next: { log.entries.append("\(name)\($0)") }))
    }
    pipe.putNext(1)
    pipe.putNext(2)
    pipe.putNext(3)
    #expect(log.entries == ["a1", "b1", "c1", "d1", "a2", "d2", "a3", "d3"])
  }

  @Test("who wants no more is not called again")
  func take() {
    let pipe = ValuePipe<Int>()
    let log = Log()
    for name in ["a", "b"] {
      let sink = Sink<Int, NoError>(
        next: { value in
          log.entries.append("\(name)\(value)")
          return name == "b" || value < 2
        },
        error: { _ in },
        completed: {},
        scope: nil)
      _ = pipe.signal().subscribe(sink)
    }
    pipe.putNext(1)
    pipe.putNext(2)
    pipe.putNext(3)
    #expect(log.entries == ["a1", "b1", "a2", "b2", "b3"])
  }

  @Test(
    "many leave in any order, and the others are served in theirs", arguments: [1, 2, 3, 5, 8] as [UInt64])
  func manyLeave(seed: UInt64) {
    let pipe = ValuePipe<Int>()
    let log = Log()
    var state = seed
    var present = Array(0..<200)
    log.subscriptions = present.map { name in
      pipe.signal().start(next: { _ in log.entries.append("\(name)") })
    }
    while !present.isEmpty {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      let name = present.remove(at: Int(state >> 33) % present.count)
      log.subscriptions[name].dispose()
      if present.count % 16 == 0 {
        log.entries = []
        pipe.putNext(1)
        #expect(log.entries == present.map { "\($0)" }, "seed \(seed)")
      }
    }
  }
}
