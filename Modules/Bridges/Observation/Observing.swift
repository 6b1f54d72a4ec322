internal import Concurrency
internal import Disposables
internal import SignalPrimitives
internal import Signals

extension Signal where E == NoError {
  /// What the public forms are made of.
  ///
  /// - Parameters:
  ///   - scheduler: Where `read` runs.
  ///   - tracking: When the runtime is to tell of a change.
  ///   - read: Reads the state; `nil` when there will be none any more.
  static func observing(
    on scheduler: any Scheduler, tracking: ChangeTracking = .best, read: @escaping @Sendable () -> Reading<T>?
  ) -> Signal<T, NoError> {
    Signal { subscriber in
      let observing = Observing(.init(gate: subscriber, scheduler: scheduler, read: read), tracking: tracking)
      scheduler.async { observing.look() }
      return observing
    }
  }
}

/// What was read, and the object that it was read from.
///
/// The object has to stay until the reading is registered with it: of a registration with an object that is gone, nobody
/// ever hears, and the runtime never lets go of it.
struct Reading<T: Sendable>: @unchecked Sendable {
  // safe: the object is only held, by a look, until both of its readings are registered. Known by
  // Tests/BridgesTests/ObservingTests: “an object that goes away while it is being read completes after the value”.
  let value: T
  var object: AnyObject?
}

/// One start of `observing`.
///
/// Each change is answered by a look, which reads the state and delivers it. One look is on its way or at work at a
/// time.
final class Observing<T: Sendable>: Disposable, ChangeObserver {
  struct Subject: Sendable {
    let gate: Subscriber<T, NoError>
    let scheduler: any Scheduler
    let read: @Sendable () -> Reading<T>?
  }

  /// Decides when to look.
  private struct Looks {
    private enum Phase {
      /// Everything has been seen.
      case idle
      /// A look is on its way to the scheduler.
      case scheduled
      case looking
      /// Something has changed since the look began.
      case outdated
    }

    private var phase = Phase.scheduled
    /// `nil` once it is over.
    private var subject: Subject?

    init(_ subject: Subject) {
      self.subject = subject
    }

    /// - Returns: Where to schedule a look, if one is due.
    ///
    ///   Not the whole subject: who asks must not be the last to let go of it.
    mutating func changed() -> (any Scheduler)? {
      switch phase {
      case .idle:
        phase = .scheduled
        return subject?.scheduler
      case .looking:
        phase = .outdated
        return nil
      case .scheduled, .outdated:
        return nil
      }
    }

    /// - Returns: What to look at, unless it is over.
    mutating func began() -> Subject? {
      phase = .looking
      return subject
    }

    /// - Returns: Where to schedule another look, if one is due.
    mutating func ended() -> (any Scheduler)? {
      switch phase {
      case .outdated:
        phase = .scheduled
        return subject?.scheduler
      case .looking, .idle, .scheduled:
        phase = .idle
        return nil
      }
    }

    mutating func disposed() -> Subject? {
      let leaving = subject
      subject = nil
      return leaving
    }
  }

  private let looks: Guarded<Looks>
  private let tracking: ChangeTracking

  init(_ subject: Subject, tracking: ChangeTracking) {
    looks = Guarded(Looks(subject))
    self.tracking = tracking
  }

  func changed() {
    if let scheduler = looks.withLock({ $0.changed() }) { schedule(on: scheduler) }
  }

  /// Never at once, also on the scheduler itself: the change may not be made yet, and a lock may be held.
  private func schedule(on scheduler: any Scheduler) {
    scheduler.after(0) { self.look() }
  }

  func look() {
    guard let subject = looks.withLock({ $0.began() }) else { return }
    let (value, isWatched) = readTwice(subject.read)
    if let value { subject.gate.putNext(value) }
    if value == nil || !isWatched {
      subject.gate.putCompletion()
    } else if let scheduler = looks.withLock({ $0.ended() }) {
      schedule(on: scheduler)
    }
  }

  /// Reads, and reads again once the first reading is registered: what changed between the two is seen by the second.
  ///
  /// The second reading is registered, too. It may have read other objects than the first.
  private func readTwice(_ read: () -> Reading<T>?) -> (value: T?, isWatched: Bool) {
    let message = ChangeMessage(to: self)
    var wasWatched = false
    var (reading, isWatched) = tracking.read(read, telling: message)
    // If the objects have gone away meanwhile, another reading sees the state without them.
    repeat {
      if reading == nil { break }
      wasWatched = isWatched
      (reading, isWatched) = tracking.read(read, telling: message)
    } while wasWatched && !isWatched
    return (reading?.value, isWatched)
  }

  func dispose() {
    _ = looks.withLock { $0.disposed() }  // let go of outside the lock
  }
}
