internal import Disposables
internal import SignalPrimitives
public import Signals

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

  /// A time in which the source was subscribed to, in virtual seconds.
  public struct Interval: Sendable, Equatable {
    /// When it was started.
    public let start: Double
    /// When it had ended or was disposed of; `nil` while it goes on.
    public let end: Double?

    /// Makes an interval.
    ///
    /// - Parameters:
    ///   - start: When it begins, in virtual seconds.
    ///   - end: When it ends, or `nil` while it goes on.
    public init(start: Double, end: Double?) {
      self.start = start
      self.end = end
    }
  }

  private let stored = Guarded<[Entry]>([])
  private let intervals: Guarded<[Interval]>
  private let subscription = MetaDisposable()

  /// Starts a signal at the present moment of a scheduler.
  ///
  /// - Parameters:
  ///   - signal: What to record. It is disposed of when the recorder goes away.
  ///   - scheduler: Whose time is written down.
  public convenience init(_ signal: Signal<T, E>, on scheduler: TestScheduler) {
    self.init(of: signal, on: scheduler) { $0 }
  }

  /// Applies operators to a source, and starts the result at the present moment of a scheduler.
  ///
  ///     let recorder = Recorder(of: source, on: scheduler) { $0.debounce(2, on: scheduler).take(1) }
  ///
  /// - Parameters:
  ///   - source: Whose ``subscriptions`` are written down.
  ///   - scheduler: Whose time is written down.
  ///   - apply: Makes the signal to record. It is disposed of when the recorder goes away.
  public init<S: Sendable, F: Sendable>(
    of source: Signal<S, F>, on scheduler: TestScheduler, _ apply: (Signal<S, F>) -> Signal<T, E>
  ) {
    let intervals = Guarded<[Interval]>([])
    self.intervals = intervals
    let watched = Signal<S, F> { subscriber in
      let start = scheduler.now
      let number = intervals.withLock { intervals in
        intervals.append(Interval(start: start, end: nil))
        return intervals.count - 1
      }
      let upstream = source.start(
        in: subscriber,
        next: { subscriber.putNext($0) }, error: { subscriber.putError($0) },
        completed: { subscriber.putCompletion() })
      return ActionDisposable {
        upstream.dispose()
        let end = scheduler.now
        intervals.withLock { $0[number] = Interval(start: start, end: end) }
      }
    }
    let record: @Sendable (SignalEvent<T, E>) -> Void = { [stored] event in
      let entry = Entry(event: event, time: scheduler.now, thread: Platform.thread)
      stored.withLock { $0.append(entry) }
    }
    subscription.set(
      apply(watched).start(
        next: { record(.next($0)) }, error: { record(.error($0)) }, completed: { record(.completed) }))
  }

  deinit {
    subscription.dispose()
  }

  /// When the source was subscribed to, in the order of the starts.
  public var subscriptions: [Interval] { intervals.withLock { $0 } }

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
