internal import Concurrency
internal import Disposables
internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var queues: [Specification] {
    Specification(
      "deliverOn", inputs: ["-a-b--(cd)-|"],
      "deliverOn(queue)",
      "--a-b--(cd)-|"
    ) { $0.letters(0).deliverOn($0.queue) }

    Specification(
      "deliverOnMainQueue", letters: "-a-b-|",
      "deliverOnMainQueue()",
      "-a-b-|"
    ) { $0.deliverOnMainQueue() }

    Specification(
      "runOn", inputs: ["-a-b-|"],
      "runOn(queue)",
      "--a-b-|"
    ) { $0.letters(0).runOn($0.queue) }

    Specification(
      "deliverLatestOn", inputs: ["-a-(bcd)-|"],
      "deliverLatestOn(queue)",
      "--a-d-----|"
    ) { $0.letters(0).deliverLatestOn($0.queue) }

    Specification(
      "QueueLocalObject.signalWith", letters: "-a-b-|",
      "object.signalWith { object, subscriber in … }",
      "-a-b-|"
    ) { signal in
      let object = QueueLocalObject(queue: .mainQueue()) { Radio(signal) }
      return object.signalWith { radio, subscriber in radio.play(to: subscriber) }
        .afterDisposed { withExtendedLifetime(object) {} }
    }
  }
}

/// Stays on its queue.
private final class Radio {
  private let signal: Signal<String, Failure>

  init(_ signal: Signal<String, Failure>) {
    self.signal = signal
  }

  func play(to subscriber: Subscriber<String, Failure>) -> any Disposable {
    signal.start(
      next: { subscriber.putNext($0) }, error: { subscriber.putError($0) },
      completed: { subscriber.putCompletion() })
  }
}
