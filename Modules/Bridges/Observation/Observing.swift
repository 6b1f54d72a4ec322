internal import Concurrency
internal import Disposables
internal import Locking
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
struct Reading<T: Sendable>: @unchecked Sendable {  // safe: the object is only held
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
    // That of the last reading. The observed objects alone hold it, so that it tells of their end.
    private weak var notice: ChangeNotice?
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

    /// - Returns: What to look at, unless it is over, and the notice that a new one takes the place of.
    mutating func began() -> (subject: Subject, spent: ChangeNotice?)? {
      phase = .looking
      return subject.map { ($0, notice) }
    }

    /// - Returns: Where to schedule another look, if one is due.
    mutating func ended(with notice: ChangeNotice) -> (any Scheduler)? {
      self.notice = notice
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
    guard let (subject, spent) = looks.withLock({ $0.began() }) else { return }
    let (value, notice) = readTwice(subject.read)
    // Not before: a change that begins now is told by one of them.
    spent?.withdraw()
    if let value { subject.gate.putNext(value) }
    guard value != nil, let notice else { return subject.gate.putCompletion() }
    if let scheduler = looks.withLock({ $0.ended(with: notice) }) { schedule(on: scheduler) }
  }

  /// Reads, and reads again once the first reading is registered: what changed between the two is seen by the second.
  ///
  /// The second reading is registered, too. It may have read other objects than the first. From then on its notice is
  /// enough: with two, one change would be told twice.
  private func readTwice(_ read: () -> Reading<T>?) -> (value: T?, notice: ChangeNotice?) {
    var earlier: ChangeNotice?
    var (reading, notice) = tracking.read(read, notifying: self)
    // If the objects have gone away meanwhile, another reading sees the state without them.
    repeat {
      if reading == nil { break }
      earlier = notice
      (reading, notice) = tracking.read(read, notifying: self)
      earlier?.withdraw()
    } while earlier != nil && notice == nil
    return (reading?.value, notice)
  }

  func dispose() {
    _ = looks.withLock { $0.disposed() }  // let go of outside the lock
  }
}
