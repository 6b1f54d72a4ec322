import SignalPrimitives
import TestSupport
import Testing

@Suite struct TurnstileTests {
  @Test("one is let in; what is brought meanwhile waits, oldest first; nobody leaves before it is dealt with")
  func order() {
    let turnstile = Turnstile()
    #expect(turnstile.enter() == true)
    #expect(turnstile.enter() == false)
    #expect(turnstile.push(1) == .queued)
    #expect(turnstile.push(2) == .queued)
    #expect(turnstile.leave() == false)
    #expect(turnstile.takeOldest(Int.self) == 1)
    #expect(turnstile.push(3) == .queued)
    #expect(turnstile.takeOldest(Int.self) == 2)
    #expect(turnstile.takeOldest(Int.self) == 3)
    #expect(turnstile.takeOldest(Int.self) == nil)
    #expect(turnstile.leave() == true)
    #expect(turnstile.push(4) == .entered)
    #expect(turnstile.enter() == false)
  }

  @Test("a closed turnstile refuses everything, and its turn is never given back")
  func closing() {
    let turnstile = Turnstile()
    #expect(turnstile.raise(Turnstile.firstMark).entered == false)
    let (before, entered) = turnstile.raise(Turnstile.closed)
    #expect(before == Turnstile.firstMark)
    #expect(entered)
    #expect(turnstile.enter() == false)
    #expect(turnstile.push(1) == .refused)
    #expect(turnstile.pushUnlessFree(1) == .refused)
    #expect(turnstile.leave() == false)
    #expect(turnstile.raise(Turnstile.closed).entered == false)
  }

  @Test("a turnstile frees what nobody took, and the holder what it does not want")
  func memory() {
    let aviary = Aviary()
    do {
      let turnstile = Turnstile()
      _ = turnstile.enter()
      for _ in 0..<3 { _ = turnstile.push(aviary.canary()) }
      _ = turnstile.takeOldest(Canary.self)
      #expect(aviary.alive == 2)
      turnstile.dropWaiting()
      #expect(aviary.alive == 0)
      for _ in 0..<3 { _ = turnstile.push(aviary.canary()) }
      _ = turnstile.takeOldest(Canary.self)
      _ = turnstile.push(aviary.canary())
      #expect(aviary.alive == 3)
    }
    #expect(aviary.alive == 0)
  }

  @Test("who comes without work stands behind others, and never has the turn")
  func guests() {
    let turnstile = Turnstile()
    #expect(turnstile.pushUnlessFree(1) == nil)
    #expect(turnstile.raiseIfFree(Turnstile.firstMark) == true)
    #expect(turnstile.pushUnlessFree(1) == nil)
    #expect(turnstile.enter() == true)
    #expect(turnstile.pushUnlessFree(1) == .queued)
    #expect(turnstile.raiseIfFree(Turnstile.secondMark) == false)
    #expect(turnstile.takeOldest(Int.self) == 1)
    #expect(turnstile.leave(unless: Turnstile.firstMark) == false)
    #expect(turnstile.leave(unless: Turnstile.secondMark) == true)
    turnstile.lower(Turnstile.firstMark)
    #expect(turnstile.has(Turnstile.firstMark) == false)
  }

  @Test("whose stint is over takes the turn back, if nobody comes, and goes on where it was")
  func takesBack() {
    let turnstile = Turnstile()
    _ = turnstile.enter()
    for number in 0..<1_000 { _ = turnstile.push(number) }
    var stint = Stint()
    for number in 0..<1_000 {
      guard case .item(number) = turnstile.next(Int.self, &stint) else {
        Issue.record("item \(number) is missing")
        return
      }
    }
    guard case .left = turnstile.next(Int.self, &stint) else {
      Issue.record("nothing waits, and the turn is not given back")
      return
    }
    #expect(turnstile.enter() == true)
  }

  @Test(
    "whose stint is over gives the turn to a thread that goes on pushing, and nothing is lost or out of order"
  )
  func givesWay() {
    let turnstile = SharedTurnstile()
    let total = 200_000
    #expect(turnstile.turn.enter() == true)
    let isFlooding = Latch()
    let flood = Worker {
      for number in 0..<total {
        turnstile.bring(number)
        if number == 1_000 { isFlooding.open() }
      }
    }
    isFlooding.wait()
    let hasLeft = turnstile.work()
    #expect(flood.join())
    #expect(turnstile.faults.value == 0)
    #expect(turnstile.count == total)
    #expect(hasLeft)
    #expect(turnstile.turn.enter() == true, "everything was dealt with, and the turn was given back")
  }

  @Test("an offered turn goes to the next who pushes, with everything that waits, in order")
  func offered() {
    let turnstile = Turnstile()
    _ = turnstile.enter()
    #expect(turnstile.offer() == false, "nothing waits")
    for number in 0..<3 { _ = turnstile.push(number) }
    #expect(turnstile.takeOldest(Int.self) == 0)
    #expect(turnstile.offer() == true)
    #expect(turnstile.enter() == false)
    #expect(turnstile.raiseIfFree(Turnstile.firstMark) == false)
    #expect(turnstile.pushUnlessFree(3) == .queued)
    #expect(turnstile.push(4) == .entered)
    #expect(turnstile.enterIfOffered() == false)
    #expect(turnstile.push(5) == .queued)
    for number in 1...5 { #expect(turnstile.takeOldest(Int.self) == number) }
    #expect(turnstile.leave() == true)
    #expect(turnstile.enterIfOffered() == false)
  }

  @Test("what waits while the turn is offered and closed by another belongs to the one who offers it")
  func closedWhileOffered() {
    let aviary = Aviary()
    let turnstile = Turnstile()
    _ = turnstile.enter()
    for _ in 0..<3 { _ = turnstile.push(aviary.canary()) }
    _ = turnstile.takeOldest(Canary.self)
    #expect(turnstile.offer() == true)
    _ = turnstile.pushUnlessFree(aviary.canary())
    #expect(turnstile.raise(Turnstile.closed).entered == false)
    #expect(turnstile.raise(Turnstile.closed).entered == false)
    #expect(turnstile.push(aviary.canary()) == .refused)
    #expect(turnstile.enter() == false)
    turnstile.dropNewest()
    #expect(turnstile.enterIfOffered() == true)
    #expect(turnstile.enterIfOffered() == false)
    var stint = Stint()
    guard case .closed = turnstile.next(Canary.self, &stint) else {
      Issue.record("the turn is not the caller's for good")
      return
    }
    turnstile.dropWaiting()
    #expect(aviary.alive == 0)
  }

  @Test("what waits while the turn is offered is freed with the turnstile")
  func freedWhileOffered() {
    let aviary = Aviary()
    do {
      let turnstile = Turnstile()
      _ = turnstile.enter()
      for _ in 0..<3 { _ = turnstile.push(aviary.canary()) }
      _ = turnstile.takeOldest(Canary.self)
      #expect(turnstile.offer() == true)
      _ = turnstile.pushUnlessFree(aviary.canary())
    }
    #expect(aviary.alive == 0)
  }
  @Test("who closes it while another is inside drops what was brought last, and the holder has the rest")
  func droppedByStranger() {
    let aviary = Aviary()
    let turnstile = Turnstile()
    _ = turnstile.enter()
    for _ in 0..<3 { _ = turnstile.push(aviary.canary()) }
    _ = turnstile.takeOldest(Canary.self)
    _ = turnstile.push(aviary.canary())
    #expect(turnstile.raise(Turnstile.closed).entered == false)
    turnstile.dropNewest()
    #expect(aviary.alive == 2)
    turnstile.takeOldest(Canary.self)?.sing()
    #expect(aviary.alive == 1)
    turnstile.dropWaiting()
    #expect(aviary.alive == 0)
  }

  @Test("what is brought at the moment of the closing is dealt with, or freed")
  func broughtAtClosing() {
    for _ in 0..<stressRuns(2_000) {
      let aviary = Aviary()
      let turnstile = SharedTurnstile()
      _ = turnstile.turn.enter()
      concurrently(3) { thread in
        guard thread > 0 else {
          turnstile.turn.raise(Turnstile.closed)
          return
        }
        for _ in 0..<20 {
          if thread == 1 {
            _ = turnstile.turn.push(aviary.canary())
          } else {
            _ = turnstile.turn.pushUnlessFree(aviary.canary())
          }
        }
      }
      turnstile.turn.dropWaiting()
      #expect(aviary.alive == 0)
    }
  }

  @Test("who has the turn next sees what the one before has done", arguments: [false, true])
  func nextHolder(isOffered: Bool) {
    for _ in 0..<stressRuns(200) {
      let turnstile = SharedTurnstile()
      _ = turnstile.turn.enter()
      concurrently(2) { thread in
        if thread == 0 {
          turnstile.passOn(isOffered: isOffered)
        } else {
          // The turn alone says when.
          while !(isOffered ? turnstile.turn.enterIfOffered() : turnstile.turn.enter()) { yieldThread() }
          turnstile.countOne()
        }
      }
      #expect(turnstile.count == 2)
    }
  }

  @Test("what waits belongs to the holder of the turn, whichever thread that is")
  func severalHolders() {
    let turnstile = SharedTurnstile()
    let aviary = Aviary()
    #expect(
      concurrently(3) { _ in
        for _ in 0..<stressRuns(20_000) { turnstile.bring(aviary.canary()) }
      })
    #expect(turnstile.count == 3 * stressRuns(20_000))
    #expect(aviary.alive == 0)
  }
}

/// Counts what several threads bring, in turn.
private final class SharedTurnstile: @unchecked Sendable {
  // safe: `count` belongs to the holder of the turn
  let turn = Turnstile()
  let faults = Counter()
  private(set) var count = 0

  func bring(_ number: Int) {
    if turn.push(number) == .entered { _ = work() }
  }

  /// For the holder of the turn.
  func countOne() {
    count += 1
  }

  /// For the holder of the turn: counts, and gives the turn to whoever comes next.
  func passOn(isOffered: Bool) {
    if isOffered { for number in 0..<2 { _ = turn.push(number) } }
    if isOffered { _ = turn.takeOldest(Int.self) }
    count += 1
    _ = isOffered ? turn.offer() : turn.leave()
  }

  /// Offers the turn again and again, as after a stint.
  func bring(_ canary: Canary) {
    guard turn.push(canary) == .entered else { return }
    while true {
      while let canary = turn.takeOldest(Canary.self) {
        canary.sing()
        count += 1
        if count % 3 == 0 && turn.offer() && !turn.enterIfOffered() { return }
      }
      if turn.leave() { return }
    }
  }

  /// - Returns: Whether the turn went to another, or back.
  func work() -> Bool {
    var stint = Stint()
    while true {
      switch turn.next(Int.self, &stint) {
      case .item(let number):
        if number != count { faults.increment() }
        count += 1
      case .left: return true
      case .closed, .marked: return false
      }
    }
  }
}
