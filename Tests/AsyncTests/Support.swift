import Concurrency
import Disposables
import SignalPrimitives
import Signals
import TestSupport
import Testing

struct Failure: Error, Equatable {}

/// A source that a test drives by hand: every start has a subscriber of its own.
final class Source<T: Sendable, E: Sendable>: Sendable {
  private let started = Recording<Subscriber<T, E>>()
  let disposals = Counter()
  /// Opened by the first start.
  let hasStarted = Gate()
  private let onDispose: @Sendable () -> Void

  init(onDispose: @escaping @Sendable () -> Void = {}) {
    self.onDispose = onDispose
  }

  var starts: Int { started.elements.count }

  var signal: Signal<T, E> {
    Signal { [self] subscriber in
      started.append(subscriber)
      hasStarted.open()
      return ActionDisposable {
        self.disposals.increment()
        self.onDispose()
      }
    }
  }

  /// Sends to the last that has started.
  func put(_ events: SignalEvent<T, E>...) {
    for event in events { started.elements.last?.put(event: event) }
  }
}

/// A point at which tasks wait until it is opened: a `Latch` that blocks no thread.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  private let state = Guarded(State())

  func open() {
    release(true)
  }

  /// - Parameter seconds: Long, since all tests of the package share the few threads that tasks run on.
  /// - Returns: Whether it was opened in time, so that a signal that gets stuck fails the test.
  @discardableResult
  func pass(seconds: Double = 600) async -> Bool {
    let watch = Queue.concurrentDefaultQueue().after(seconds) { self.release(false) }
    defer { watch.dispose() }
    return await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume(returning: true) }
    }
  }

  private func release(_ isOpen: Bool) {
    let waiting = state.withLock { state in
      let waiting = state.waiting
      state = State(isOpen: isOpen)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: isOpen) }
  }
}

/// Runs a function in a task that is cancelled already.
func cancelledBefore<R: Sendable, F>(_ body: @escaping @Sendable () async throws(F) -> R) async -> Result<
  R, F
> {
  let task = Task {
    withUnsafeCurrentTask { $0?.cancel() }
    return await Result(catching: body)
  }
  return await task.value
}

extension Result {
  /// `Result(catching:)` for an asynchronous function.
  init(catching body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
