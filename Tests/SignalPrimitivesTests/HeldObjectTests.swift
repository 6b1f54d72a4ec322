import SignalPrimitives
import TestSupport
import Testing

@Suite struct HeldObjectTests {
  private final class Owner: Sendable {
    let held: HeldObject

    init(_ object: AnyObject) { held = HeldObject(object) }
    init() { held = HeldObject() }
  }

  @Test("an object is held until it is dropped, or its owner goes")
  func holding() {
    let aviary = Aviary()
    do {
      let (dropped, kept) = (Owner(aviary.canary()), Owner())
      kept.held.hold(aviary.canary())
      #expect(aviary.alive == 2)
      #expect(dropped.held.pointer != nil && kept.held.pointer != nil)
      dropped.held.drop()
      dropped.held.drop()
      #expect(dropped.held.pointer == nil)
      #expect(aviary.alive == 1)
      withExtendedLifetime(kept) {}
    }
    #expect(aviary.alive == 0)
  }

  @Test("of objects that are to be held at once one is, and the others are let go of")
  func holdingAtOnce() {
    for _ in 0..<stressRuns(2_000) {
      let aviary = Aviary()
      let owner = Owner()
      concurrently(2) { _ in owner.held.hold(aviary.canary()) }
      #expect(aviary.alive == 1)
      owner.held.hold(aviary.canary())
      #expect(aviary.alive == 1)
      owner.held.drop()
      #expect(aviary.alive == 0)
    }
  }

  @Test("an object that several threads drop at once is released once")
  func droppingAtOnce() {
    for _ in 0..<stressRuns(100) {
      let deaths = Counter()
      let held = (0..<1_000).map { _ in Canary { deaths.increment() } }
      let owners = held.map { Owner($0) }
      concurrently(3) { _ in for owner in owners { owner.held.drop() } }
      withExtendedLifetime(held) { #expect(deaths.value == 0) }
    }
  }
}
