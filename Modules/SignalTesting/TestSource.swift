internal import Disposables
internal import SignalPrimitives
public import Signals

/// A signal that was written as a diagram, and remembers who listened to it, and when.
public final class TestSource<T: Sendable, E: Sendable>: Sendable {
  /// A span of virtual time, in frames.
  public struct Interval: Sendable, Equatable, CustomStringConvertible {
    /// The frame of the start.
    public let start: Int
    /// The frame of the end, or `nil` while it goes on.
    public let end: Int?

    /// Makes a span.
    ///
    /// - Parameters:
    ///   - start: The frame of the start, from 0.
    ///   - end: The frame of the end, or `nil` while it goes on.
    public init(_ start: Int, _ end: Int?) {
      self.start = start
      self.end = end
    }

    /// As a diagram: `--^---!`.
    public var description: String {
      var moments = [Marbles.Moment(frame: start, mark: .start)]
      if let end { moments.append(Marbles.Moment(frame: end, mark: .disposal)) }
      return Marbles(moments: moments, length: 0).description
    }
  }

  /// What a diagram says, with values in place of names.
  struct Script: Sendable {
    let events: [(frame: Int, event: SignalEvent<T, E>)]
    let startFrame: Int
  }

  private let scheduler: TestScheduler
  private let frame: Double
  private let intervals = Guarded<[Interval]>([])
  private let isHot: Bool
  private let script: Script
  private let listeners = Guarded<[(number: Int, subscriber: Subscriber<T, E>)]>([])

  init(_ script: Script, isHot: Bool, scheduler: TestScheduler, frame: Double) {
    demandFrame(
      frame, count: script.events.last?.frame ?? 1, in: isHot ? "TestScheduler.hot" : "TestScheduler.cold")
    self.script = script
    self.isHot = isHot
    self.scheduler = scheduler
    self.frame = frame
    if isHot {
      for (index, event) in script.events where index >= script.startFrame {
        scheduler.after(Double(index - script.startFrame) * frame) { [weak self] in self?.send(event) }
      }
    }
  }

  /// The signal.
  ///
  /// A cold one plays its diagram at each start; a hot one plays it once, whether anybody listens or not.
  public var signal: Signal<T, E> {
    Signal { [self] subscriber in
      let began = currentFrame
      let number = intervals.withLock { intervals in
        intervals.append(Interval(began, nil))
        return intervals.count - 1
      }
      let works = DisposableSet()
      if isHot {
        listeners.withLock { $0.append((number, subscriber)) }
      } else {
        for (index, event) in script.events {
          works.add(scheduler.after(Double(index) * frame) { subscriber.put(event: event) })
        }
      }
      return ActionDisposable { [self] in
        works.dispose()
        let ended = currentFrame
        intervals.withLock { $0[number] = Interval(began, ended) }
        _ = listeners.withLock { listeners in
          let leaving = listeners.filter { $0.number == number }
          listeners.removeAll { $0.number == number }
          return leaving  // let go of outside the lock
        }
      }
    }
  }

  /// When the signal was listened to, in the order of the starts.
  public var subscriptions: [Interval] { intervals.withLock { $0 } }

  private var currentFrame: Int { Int((scheduler.now / frame).rounded()) }

  private func send(_ event: SignalEvent<T, E>) {
    for (_, subscriber) in listeners.withLock({ $0 }) { subscriber.put(event: event) }
  }
}
