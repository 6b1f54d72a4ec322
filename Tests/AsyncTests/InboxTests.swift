import Signals
import TestSupport
import Testing

@Suite struct InboxTests {
  private func inbox(
    asked: Bool = true, _ policy: SignalBuffering = .unbounded
  ) -> Inbox<Int, Failure, String> {
    var inbox = Inbox<Int, Failure, String>(.never(), policy)
    if asked { _ = inbox.asked() }
    return inbox
  }

  private func told(_ answer: Inbox<Int, Failure, String>.Answer) -> String {
    switch answer {
    case .start: "start"
    case .value(let value): "\(value)"
    case .failure: "failure"
    case .end: "end"
    case .wait: "wait"
    }
  }

  @Test("the first who asks is to start the signal; then one waits for as long as nothing comes")
  func asking() {
    var inbox = inbox(asked: false)
    #expect(told(inbox.asked()) == "start")
    #expect(told(inbox.asked()) == "wait")
    #expect(inbox.waits("a") == nil)
    #expect(told(inbox.asked()) == "wait")
  }

  @Test(
    "what came between the question and the waiting is not missed", arguments: ["value", "end", "abandoned"])
  func nothingIsMissed(fact: String) {
    var inbox = inbox()
    #expect(told(inbox.asked()) == "wait")
    switch fact {
    case "value": #expect(inbox.received(1).waiters == [])
    case "end": #expect(inbox.ended(nil) == [])
    default: #expect(inbox.abandoned().waiters == [])
    }
    #expect(inbox.waits("a") == "a")
    #expect(told(inbox.asked()) == (fact == "value" ? "1" : "end"))
  }

  @Test("several may wait: a value wakes all, once, and goes to the first that asks")
  func severalWait() {
    var inbox = inbox()
    #expect(inbox.waits("a") == nil)
    #expect(inbox.waits("b") == nil)
    #expect(inbox.received(1).waiters == ["a", "b"])
    #expect(inbox.received(2).waiters == [])
    #expect(told(inbox.asked()) == "1")
    #expect(told(inbox.asked()) == "2")
    #expect(told(inbox.asked()) == "wait")
  }

  @Test("room for less than one value is room for one", arguments: [0, -1, Int.min])
  func noRoom(limit: Int) {
    for (policy, kept) in [(SignalBuffering.oldest(limit), 1), (.newest(limit), 3)] {
      var inbox = inbox(policy)
      let dropped = (1...3).map { inbox.received($0).dropped }
      #expect(dropped.compactMap(\.self) == [1, 2, 3].filter { $0 != kept })
      #expect(told(inbox.asked()) == "\(kept)")
      #expect(told(inbox.asked()) == "wait")
    }
  }

  @Test("values that wait come before the end, and an error is told once")
  func ending() {
    var inbox = inbox()
    #expect(inbox.received(1).isWanted)
    #expect(inbox.ended(Failure()) == [])
    #expect(!inbox.received(2).isWanted)
    #expect(inbox.ended(nil) == [])
    #expect(told(inbox.asked()) == "1")
    #expect(told(inbox.asked()) == "failure")
    #expect(told(inbox.asked()) == "end")
    #expect(told(inbox.asked()) == "end")
  }

  @Test("an end wakes who waits, and so does giving up; nobody is woken twice", arguments: [false, true])
  func waking(byEnd: Bool) {
    var inbox = inbox()
    #expect(inbox.waits("a") == nil)
    #expect((byEnd ? inbox.ended(nil) : inbox.abandoned().waiters) == ["a"])
    #expect(inbox.ended(Failure()) == [])
    #expect(inbox.abandoned().waiters == [])
    #expect(inbox.received(1).waiters == [])
    #expect(told(inbox.asked()) == "end")
  }

  @Test("given up before it was asked, it never has the signal started, and holds it no longer")
  func abandonedEarly() {
    let aviary = Aviary()
    var inbox: Inbox<Int, Failure, String>
    do {
      let canary = aviary.canary()
      inbox = Inbox(Signal { _ in fatalError("\(canary)") }, .unbounded)
    }
    #expect(aviary.alive == 1)
    #expect(inbox.abandoned().waiters == [])
    #expect(aviary.alive == 0)
    #expect(told(inbox.asked()) == "end")
  }

  @Test("given up, it drops what waits, outside of itself")
  func abandonedValues() {
    let aviary = Aviary()
    var inbox = Inbox<Canary, Failure, String>(.never(), .unbounded)
    _ = inbox.asked()
    for _ in 1...3 { _ = inbox.received(aviary.canary()) }
    do {
      let remains = inbox.abandoned()
      #expect(aviary.alive == 3)
      withExtendedLifetime(remains) {}
    }
    #expect(aviary.alive == 0)
  }
}
