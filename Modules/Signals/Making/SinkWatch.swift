internal import SignalPrimitives
internal import Synchronization

extension Sink {
  /// The same sink, which stops the program when its caller does not keep to what a sink asks for.
  ///
  /// For debug builds.
  @usableFromInline func watched(in place: String) -> Sink {
    let watch = SinkWatch(place)
    return Sink(
      next: { value in
        watch.enter("a value")
        let wantsMore = next(value)
        watch.leave(wantsMore ? .open : .refused)
        return wantsMore
      },
      error: { failure in
        watch.enter("an error")
        error(failure)
        watch.leave(.ended)
      },
      completed: {
        watch.enter("a completion")
        completed()
        watch.leave(.ended)
      },
      scope: scope)
  }
}

/// How a sink is used.
private final class SinkWatch: Sendable {
  enum State: Int {
    case open
    case busy
    case refused
    case ended
  }

  private let state = Atomic(State.open.rawValue)
  private let place: String

  init(_ place: String) {
    self.place = place
  }

  func enter(_ what: String) {
    let (isOpen, seen) = state.compareExchange(
      expected: State.open.rawValue, desired: State.busy.rawValue, ordering: .acquiring)
    if isOpen { return }
    let complaint =
      switch State(rawValue: seen) {
      case .busy:
        """
        while it was dealing with another event: on two threads at once, or from inside a handler. Send from the closures of your \
        sinks alone, which are called one at a time; to send from elsewhere, make a signal with a Subscriber
        """
      case .refused:
        "after it had answered false. Answer false yourself then, and send nothing more, not even an end"
      case .ended, .open, nil:
        "after the end. Send one end, and answer false to what comes later"
      }
    fatalError("\(place): the downstream was sent \(what) \(complaint).")
  }

  func leave(_ next: State) {
    state.store(next.rawValue, ordering: .releasing)
  }
}
