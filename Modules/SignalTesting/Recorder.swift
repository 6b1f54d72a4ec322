internal import Disposables
internal import Locking
public import Signals

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Starts a signal, and writes down what it sends: the events, their virtual times and their threads.
///
///     let recorder = Recorder(signal, on: scheduler)
///     scheduler.advance(by: 3)
///     #expect(recorder.values == [1, 2])
public final class Recorder<T: Sendable, E: Sendable>: Sendable {
  /// An event, and the circumstances in which it came.
  public struct Entry: Sendable {
    /// What came.
    public let event: SignalEvent<T, E>
    /// Virtual seconds since the scheduler was made.
    public let time: Double
    /// A number that is the same for all events of one thread.
    public let thread: UInt
  }

  private let scheduler: TestScheduler
  private let stored = Guarded<[Entry]>([])
  private let subscription = MetaDisposable()

  /// Starts a signal at the present moment of a scheduler.
  ///
  /// - Parameters:
  ///   - signal: What to record. It is disposed of when the recorder goes away.
  ///   - scheduler: Whose time is written down.
  public init(_ signal: Signal<T, E>, on scheduler: TestScheduler) {
    self.scheduler = scheduler
    let record: @Sendable (SignalEvent<T, E>) -> Void = { [stored] event in
      let entry = Entry(event: event, time: scheduler.now, thread: currentThreadNumber())
      stored.withLock { $0.append(entry) }
    }
    subscription.set(
      signal.start(
        next: { record(.next($0)) }, error: { record(.error($0)) }, completed: { record(.completed) }))
  }

  deinit {
    subscription.dispose()
  }

  /// Everything that came so far.
  public var entries: [Entry] { stored.withLock { $0 } }

  /// The events alone.
  public var events: [SignalEvent<T, E>] { entries.map(\.event) }

  /// The values alone.
  public var values: [T] {
    events.compactMap { event in
      if case .next(let value) = event { value } else { nil }
    }
  }

  /// Whether the signal has ended.
  public var isTerminated: Bool {
    switch events.last {
    case .error, .completed: true
    case .next, nil: false
    }
  }

  /// Disposes of the subscription.
  public func dispose() {
    subscription.dispose()
  }
}

private func currentThreadNumber() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
