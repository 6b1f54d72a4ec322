import Disposables
import Operators
import Promises
import SignalPrimitives
import TestSupport
import Testing

@testable import Signals

/// Errors that nobody gets.
///
/// The handler is the whole program's, so each test has a process of its own.
@Suite struct DroppedErrorsTests {
  private enum Late: Error, Equatable {
    case error(Int)
  }

  /// - Returns: What was dropped while a closure ran.
  private static func dropped(_ body: () -> Void) -> [Late] {
    let dropped = Recording<Late>()
    DroppedErrors.handler = { error in (error as? Late).map(dropped.append) }
    body()
    return dropped.elements
  }

  /// A signal whose subscriber goes to a slot.
  private static func source(_ slot: Slot<Subscriber<Int, Late>>) -> Signal<Int, Late> {
    Signal { subscriber in
      slot.exchange(subscriber)
      return EmptyDisposable
    }
  }

  @Test("one that waits while the turn is offered and somebody disposes is shown, and is freed")
  func waitingWhileOffered() async {
    await #expect(processExitsWith: .success) {
      let slot = Slot<Subscriber<Int, Late>>()
      let aviary = Aviary()
      let subscription: any Disposable
      do {
        let canary = aviary.canary()
        subscription = DroppedErrorsTests.source(slot)
          .start(next: { _ in canary.sing() }, error: { _ in canary.sing() })
      }
      let dropped = DroppedErrorsTests.dropped {
        guard let gate = slot.exchange(nil) else { return }
        // What a holder does whose stint is over, with a disposal between the offer and the taking back.
        precondition(gate.subscription.turn.enter())
        gate.putNext(1)
        gate.putError(.error(1))
        precondition(gate.subscription.turn.offer())
        subscription.dispose()
        precondition(gate.subscription.turn.enterIfOffered())
        gate.drain()
      }
      precondition(dropped == [.error(1)], "\(dropped)")
      precondition(aviary.alive == 0)
    }
  }

  @Test("one that was queued before a disposal from the handler is shown, whatever is in between")
  func disposalFromTheHandler() async {
    await #expect(processExitsWith: .success) {
      let ways: [@Sendable (Signal<Int, Late>) -> Signal<Int, Late>] = [
        { $0 }, { $0.map { $0 } }, { $0.then(.never()) }, { $0.share() },
        { signal in Signal.single(0).mapToSignal { _ in signal } },
        { signal in Signal.single(0).mapToQueue { _ in signal } },
        { signal in
          Signal { subscriber in
            signal.start(
              in: subscriber, next: { subscriber.putNext($0) }, error: { subscriber.putError($0) })
          }
        },
      ]
      for (number, way) in ways.enumerated() {
        let slot = Slot<Subscriber<Int, Late>>()
        let subscription = MetaDisposable()
        subscription.set(
          way(DroppedErrorsTests.source(slot)).start(
            next: { _ in
              slot.value?.putError(.error(number))
              subscription.dispose()
            }, error: { _ in preconditionFailure("it was disposed of") }))
        let dropped = DroppedErrorsTests.dropped { slot.value?.putNext(1) }
        precondition(dropped == [.error(number)], "\(number): \(dropped)")
      }
    }
  }

  @Test("an error of a replaced inner signal that was queued is shown")
  func stale() async {
    await #expect(processExitsWith: .success) {
      let (outer, inner) = (Slot<Subscriber<Int, Late>>(), Slot<Subscriber<Int, Late>>())
      let subscription = DroppedErrorsTests.source(outer)
        .mapToSignal { _ in DroppedErrorsTests.source(inner) }
        .start(next: { _ in
          // Queued behind this value, and stale when its turn comes.
          inner.value?.putError(.error(1))
          outer.value?.putNext(2)
        })
      outer.value?.putNext(1)
      let dropped = DroppedErrorsTests.dropped { inner.value?.putNext(1) }
      precondition(dropped == [.error(1)], "\(dropped)")
      subscription.dispose()
    }
  }

  @Test("the handler is called by each in the same way: neither time nor stack grow with their number")
  func many() async {
    await #expect(processExitsWith: .success) {
      let slot = Slot<Subscriber<Int, Late>>()
      DroppedErrorsTests.source(slot).start().dispose()
      let count = Counter()
      DroppedErrors.handler = { _ in count.increment() }
      let isDone = Latch()
      let stack = SmallStack {
        for number in 0..<20_000 { slot.value?.putError(.error(number)) }
        isDone.open()
      }
      precondition(stack.start())
      precondition(isDone.wait())
      precondition(count.value == 20_000)
    }
  }
}
