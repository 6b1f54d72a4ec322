import Disposables
import Signals
import TestSupport

struct Failure: Error, Equatable {}

/// Starts a signal and writes down what it sends.
@discardableResult
func record<T: Sendable, E: Sendable>(_ signal: Signal<T, E>) -> Recording<SignalEvent<T, E>> {
  let log = Recording<SignalEvent<T, E>>()
  signal.start(
    next: { log.append(.next($0)) },
    error: { log.append(.error($0)) },
    completed: { log.append(.completed) })
  return log
}

/// A source that a test drives by hand: every start has a subscriber of its own.
final class Source<T: Sendable, E: Sendable>: Sendable {
  private let started = Recording<Subscriber<T, E>>()
  let disposals = Counter()

  var starts: Int { started.elements.count }

  var signal: Signal<T, E> {
    Signal { [started, disposals] subscriber in
      started.append(subscriber)
      return ActionDisposable { disposals.increment() }
    }
  }

  func put(_ events: SignalEvent<T, E>...) {
    for event in events { started.elements.last?.put(event: event) }
  }

  func putNext(_ value: T) { put(.next(value)) }

  func putCompletion() { put(.completed) }
}
