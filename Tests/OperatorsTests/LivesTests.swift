import Disposables
import Operators
import Signals
import TestSupport
import Testing

/// Values of operators that keep some, for listeners that come and go; of the others the contract tests ask it.
@Suite struct LivesTests {
  private let lives = Lives.amongScribbles()
  private let source = Source<Life, Failure>()

  private func read(_ signal: Signal<Life, Failure>, _ log: Recording<Int>) -> any Disposable {
    signal.start(next: { life in
      life.use()
      log.append(1)
    })
  }

  @Test(
    "what share replays is alive for each newcomer, and freed with the run",
    arguments: ["completion", "error", "disposal"])
  func replay(end: String) {
    let log = Recording<Int>()
    do {
      let shared = source.signal.share(replay: 2)
      let first = read(shared, log)
      for _ in 1...3 { source.putNext(lives.life()) }
      #expect(lives.alive == 2)
      let second = read(shared, log)
      #expect(log.elements.count == 5)
      first.dispose()
      source.putNext(lives.life())
      let third = read(shared, log)
      #expect(log.elements.count == 8)
      #expect(lives.alive == 2)
      switch end {
      case "completion": source.putCompletion()
      case "error": source.put(.error(Failure()))
      default:
        second.dispose()
        third.dispose()
      }
      #expect(lives.alive == 0)
      let anew = read(shared, log)
      #expect(log.elements.count == 8)
      source.putNext(lives.life())
      #expect(log.elements.count == 9)
      #expect(lives.alive == 1)
      anew.dispose()
    }
    #expect(lives.alive == 0)
    #expect(lives.faults == [])
  }

  @Test("what takeLast, buffer and pairwise keep is alive when it is sent, and freed when it has been")
  func kept() {
    let log = Recording<Int>()
    let signal = source.signal.share()
    let subscriptions = [
      read(signal.takeLast(2), log), read(signal.buffer(count: 3).mapToQueue { .sequence($0) }, log),
      read(signal.pairwise().mapToQueue { .sequence([$0, $1]) }, log),
    ]
    for _ in 1...4 { source.putNext(lives.life()) }
    #expect(log.elements.count == 3 + 6)
    #expect(lives.alive == 2)
    source.putCompletion()
    #expect(log.elements.count == 3 + 6 + 2 + 1)
    #expect(lives.alive == 0)
    #expect(lives.faults == [])
    for subscription in subscriptions { subscription.dispose() }
  }
}
