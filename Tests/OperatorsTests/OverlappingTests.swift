import Concurrency
import Disposables
import Operators
import SignalTesting
import Signals
import TestSupport
import Testing

/// With `overlapping`, what follows is started before what was there is let go of.
@Suite struct OverlappingTests {
  enum Way: String, CaseIterable, Sendable, CustomStringConvertible {
    case then, `catch`, mapToSignal, mapToSignalPromotingError, switchToLatest, timeout

    /// Runs the second part after the first one; the source makes it come.
    func sequence(
      _ first: Signal<Int, Failure>, _ second: Signal<Int, Failure>, after outer: Source<Int, Failure>,
      on scheduler: TestScheduler, overlapping: Bool
    ) -> Signal<Int, Failure> {
      let part: @Sendable (Int) -> Signal<Int, Failure> = { $0 == 1 ? first : second }
      return switch self {
      case .then: first |> Operators.then(second, overlapping: overlapping)
      case .catch: first |> Operators.catch(overlapping: overlapping) { _ in second }
      case .mapToSignal: outer.signal |> Operators.mapToSignal(overlapping: overlapping, part)
      case .mapToSignalPromotingError:
        outer.signal.catch { _ in .complete() }
          |> Operators.mapToSignalPromotingError(overlapping: overlapping, part)
      case .switchToLatest: outer.signal.map(part) |> Operators.switchToLatest(overlapping: overlapping)
      case .timeout:
        first |> Operators.timeout(1, queue: scheduler, alternate: second, overlapping: overlapping)
      }
    }

    var description: String { rawValue }
  }

  /// What the parts use together: it is open while at least one of them runs.
  final class Resource: Sendable {
    let log = Recording<String>()
    private let users = Atomic(value: 0)

    func enter() {
      if users.modify({ $0 + 1 }) == 1 { log.append("open") }
    }

    func leave() {
      if users.modify({ $0 - 1 }) == 0 { log.append("close") }
    }
  }

  /// - Parameter late: Whether a part ends when its generator has returned, or while it runs.
  @Test(
    "what both use stays open with overlapping, and closes in between without; nothing stale comes either way",
    arguments: Way.allCases, [false, true])
  func order(_ way: Way, overlapping: Bool) {
    for late in way == .then || way == .catch ? [false, true] : [true] {
      let (resource, outer, scheduler) = (Resource(), Source<Int, Failure>(), TestScheduler())
      let running = Slot<Subscriber<Int, Failure>>()
      let end: SignalEvent<Int, Failure> = way == .catch ? .error(Failure()) : .completed
      let parts = [1, 2].map { number in
        Signal<Int, Failure> { subscriber in
          running.exchange(subscriber)?.putNext(9)
          resource.enter()
          resource.log.append("start \(number)")
          if number == 2 || way != .timeout { subscriber.putNext(number) }
          if number == 1 && !late { subscriber.put(event: end) }
          return ActionDisposable {
            resource.log.append("stop \(number)")
            resource.leave()
          }
        }
      }
      let signal = way.sequence(parts[0], parts[1], after: outer, on: scheduler, overlapping: overlapping)
      let subscription = signal.start(next: { resource.log.append("value \($0)") })
      outer.put(.next(1))
      switch way {
      case .then, .catch: if late { running.value?.put(event: end) }
      case .timeout: scheduler.advance(by: 1)
      default: outer.put(.next(2))
      }
      let first = ["open", "start 1"] + (way == .timeout ? [] : ["value 1"])
      let second = ["start 2", "value 2"]
      resource.log.append("over")
      subscription.dispose()
      #expect(
        resource.log.elements
          == first + (overlapping ? second + ["stop 1"] : ["stop 1", "close", "open"] + second)
          + ["over", "stop 2", "close"], "late: \(late)")
    }
  }

  @Test("who disposes while the second part starts is left with neither", arguments: Way.allCases)
  func disposal(_ way: Way) {
    let (outer, scheduler) = (Source<Int, Failure>(), TestScheduler())
    let (running, subscription, ends) = (
      Slot<Subscriber<Int, Failure>>(), MetaDisposable(), Recording<Int>()
    )
    let parts = [1, 2].map { number in
      Signal<Int, Failure> { subscriber in
        running.exchange(subscriber)
        if number == 2 { subscription.dispose() }
        if number == 2 || way != .timeout { subscriber.putNext(number) }
        return ActionDisposable { ends.append(number) }
      }
    }
    let values = Recording<Int>()
    let signal = way.sequence(parts[0], parts[1], after: outer, on: scheduler, overlapping: true)
    subscription.set(signal.start(next: { if $0 == 2 { values.append($0) } }))
    outer.put(.next(1))
    switch way {
    case .then: running.value?.putCompletion()
    case .catch: running.value?.putError(Failure())
    case .timeout: scheduler.advance(by: 1)
    default: outer.put(.next(2))
    }
    #expect(Set(ends.elements) == [1, 2] && ends.elements.count == 2)
    #expect(values.elements == [])
  }
}
