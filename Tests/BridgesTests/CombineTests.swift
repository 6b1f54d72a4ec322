#if canImport(Combine)
  import Bridges
  import Combine
  import Disposables
  import Signals
  import TestSupport
  import Testing

  // The checks of this repository run on Linux, and do not compile this file.

  private struct Failure: Error {}

  /// Asks for nothing by itself.
  private final class Receiver: Combine.Subscriber {
    let log = Recording<String>()
    var subscription: (any Combine.Subscription)?

    func receive(subscription: any Combine.Subscription) {
      self.subscription = subscription
    }

    func receive(_ value: Int) -> Subscribers.Demand {
      log.append("\(value)")
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
      log.append("completed")
    }
  }

  @Suite struct CombineTests {
    @Test("a publisher sends what its signal sends")
    func publisher() {
      let log = Recording<String>()
      let cancellable = Signal<Int, NoError>.sequence([1, 2]).publisher.sink(
        receiveCompletion: { _ in log.append("completed") }, receiveValue: { log.append("\($0)") })
      #expect(log.elements == ["1", "2", "completed"])
      cancellable.cancel()
    }

    @Test("cancelling disposes of the signal once")
    func cancelling() {
      let disposals = Counter()
      let signal = Signal<Int, NoError> { _ in ActionDisposable { disposals.increment() } }
      let cancellable = signal.publisher.sink(receiveValue: { _ in })
      cancellable.cancel()
      cancellable.cancel()
      #expect(disposals.value == 1)
    }

    @Test("what is not asked for waits, and so does the completion")
    func demand() {
      let receiver = Receiver()
      Signal<Int, NoError>.sequence([1, 2, 3]).publisher.subscribe(receiver)
      #expect(receiver.log.elements == [])
      receiver.subscription?.request(.max(2))
      #expect(receiver.log.elements == ["1", "2"])
      receiver.subscription?.request(.max(1))
      #expect(receiver.log.elements == ["1", "2", "3", "completed"])
      receiver.subscription = nil
    }

    @Test("a signal sends what its publisher sends, and its error")
    func signal() {
      let log = Recording<String>()
      Signal<Int, Failure>(publisher: { [1, 2].publisher.setFailureType(to: Failure.self) })
        .start(
          next: { log.append("\($0)") }, error: { _ in log.append("failed") },
          completed: { log.append("completed") })
      Signal<Int, Failure>(publisher: { Fail<Int, Failure>(error: Failure()) })
        .start(error: { _ in log.append("failed") })
      #expect(log.elements == ["1", "2", "completed", "failed"])
    }

    @Test("a publisher without an end stops when no more is wanted")
    func endless() {
      let log = Recording<Int>()
      let subscription = Slot<Signals.Subscriber<Int, NoError>>()
      let signal = Signal<Int, NoError> { subscriber in
        subscription.exchange(subscriber)
        return Signal<Int, NoError>(publisher: { (1...).publisher }).subscribe(subscriber.asSink)
      }
      signal.start(next: {
        log.append($0)
        if $0 == 3 { subscription.value?.dispose() }
      })
      #expect(log.elements == [1, 2, 3])
    }
  }
#endif
