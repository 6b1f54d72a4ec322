internal import Disposables
internal import SignalPrimitives

/// One start of a signal, for somebody who asks for its values and waits for them.
///
/// It starts the signal when it is asked first, and ends the subscription when it goes away.
final class Pull<T: Sendable, E: Error>: Sendable {
  private typealias Continuation = CheckedContinuation<Void, Never>

  // What the signal sends goes to the inbox, which the sink holds; so nothing but its user holds this object.
  private let inbox: Guarded<Inbox<T, E, Continuation>>
  private let subscription = MetaDisposable()
  private let takesOne: Bool

  /// - Parameter takesOne: Whether the first value is all that is wanted: it ends the signal.
  init(_ signal: Signal<T, E>, _ policy: SignalBuffering, takesOne: Bool = false) {
    inbox = Guarded(Inbox(signal, policy))
    self.takesOne = takesOne
  }

  deinit {
    abandon()
  }

  /// The next value; `nil` at the end, when the task is cancelled, and for ever after.
  func next(isolation: isolated (any Actor)?) async throws(E) -> T? {
    let answer = await withTaskCancellationHandler {
      await self.answer(isolation: isolation)
    } onCancel: {
      abandon()
    }
    return try answer.get()
  }

  private func answer(isolation: isolated (any Actor)?) async -> Result<T?, E> {
    while true {
      switch inbox.withLock({ $0.asked() }) {
      case .start(let signal): start(signal)
      case .value(let value): return .success(value)
      case .failure(let error): return .failure(error)
      case .end: return .success(nil)
      case .wait: await wait(isolation: isolation)
      }
    }
  }

  private func wait(isolation: isolated (any Actor)?) async {
    await withCheckedContinuation { continuation in
      inbox.withLock { $0.waits(continuation) }?.resume()
    }
  }

  private func start(_ signal: Signal<T, E>) {
    let sink = Sink<T, E>(
      next: { [inbox, takesOne] value in
        let receipt = inbox.withLock { $0.received(value) }
        guard takesOne else {
          for waiter in receipt.waiters { waiter.resume() }
          return receipt.isWanted
        }
        let waiters = inbox.withLock { $0.ended(nil) }
        for waiter in receipt.waiters + waiters { waiter.resume() }
        return false
      },
      error: { [inbox] error in
        for waiter in inbox.withLock({ $0.ended(error) }) { waiter.resume() }
      },
      completed: { [inbox] in
        for waiter in inbox.withLock({ $0.ended(nil) }) { waiter.resume() }
      },
      scope: InboxScope(inbox: inbox))
    subscription.set(signal.subscribe(sink))
  }

  private func abandon() {
    let remains = inbox.withLock { $0.abandoned() }
    subscription.dispose()
    for waiter in remains.waiters { waiter.resume() }
  }
}

/// Nobody pulls any more once the inbox is over.
private final class InboxScope<T: Sendable, E: Error, Waiter: Sendable>: Scope {
  private let inbox: Guarded<Inbox<T, E, Waiter>>

  init(inbox: Guarded<Inbox<T, E, Waiter>>) {
    self.inbox = inbox
  }

  var isOver: Bool { inbox.withLock { !$0.isRunning } }
  var outer: (any Scope)? { nil }
}
