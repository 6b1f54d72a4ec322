internal import SignalPrimitives

#if canImport(Darwin)
  internal import Observation
#else
  @_spi(SwiftUI) internal import Observation
#endif

/// How a reading is registered with the objects that it reads.
///
/// A registration says once that something has changed, and can't be taken back before: the runtime has no call for
/// it. So a spent subscription leaves a ``ChangeNotice`` with the objects, until they change or go away.
enum ChangeTracking {
  /// Says so before the change is made, on the thread that makes it: all that the runtime offers to everyone.
  ///
  /// Who reads because of it has to come after the change: by a scheduler on which the change is one piece of work,
  /// or by a lock that is held from before the message until after the change.
  case beforeChange

  #if !canImport(Darwin)
    /// Says so after the change is made, on the thread that makes it.
    ///
    /// This call of the runtime is meant for frameworks. Where the toolchain brings the runtime along, it can be had.
    case afterChange
  #endif

  static var best: ChangeTracking {
    #if canImport(Darwin)
      .beforeChange
    #else
      .afterChange
    #endif
  }

  /// Reads, and then registers a notice with everything that was read.
  ///
  /// - Returns: What was read, and whether the message may still be heard of, or was heard already. It can't be if
  ///   nothing observable was read, or if all of that has gone away.
  func read<T>(_ read: () -> T, telling message: ChangeMessage) -> (value: T, isWatched: Bool) {
    var notice = ChangeNotice(message)
    let value = register(notice, whileReading: read)
    if isKnownUniquelyReferenced(&notice), notice.withdraw() { return (value, false) }
    return (value, true)
  }

  // Not inlined: it has let go of the notice when it returns.
  @inline(never)
  private func register<T>(_ notice: ChangeNotice, whileReading read: () -> T) -> T {
    switch self {
    case .beforeChange:
      return withObservationTracking(read, onChange: { notice.give() })
    #if !canImport(Darwin)
      case .afterChange:
        return withObservationTracking(
          read,
          didSet: { tracking in
            notice.give()
            tracking.cancel()
          })
    #endif
    }
  }
}

/// Who wants to know of changes.
protocol ChangeObserver: AnyObject, Sendable {
  /// Something has changed or is about to, or has gone away.
  ///
  /// It may be called under a lock of the runtime, so it neither reads nor lets go of what others made.
  func changed()
}

/// Tells that something has changed, once, whoever says so first.
///
/// All readings of one look share it. Were each of them told by itself, one change would be told twice; and none may be taken back:
/// the runtime finds out whom to tell before it tells them, so a change may hold the notice of the first reading alone.
final class ChangeMessage: Sendable {
  private let observer: Guarded<(any ChangeObserver)?>

  init(to observer: any ChangeObserver) {
    self.observer = Guarded(observer)
  }

  func tell() {
    let observer = observer.withLock { observer in
      let taken = observer
      observer = nil
      return taken
    }
    observer?.changed()
  }
}

/// What the observed objects hold: gives its message when something changes, or when they let go of it.
///
/// They let go of it when they are freed. So it tells of their end as well.
final class ChangeNotice: Sendable {
  private let message: Guarded<ChangeMessage?>

  init(_ message: ChangeMessage) {
    self.message = Guarded(message)
  }

  deinit {
    give()
  }

  func give() {
    take()?.tell()
  }

  /// - Returns: Whether it had not been given yet.
  func withdraw() -> Bool {
    take() != nil
  }

  private func take() -> ChangeMessage? {
    message.withLock { message in
      let taken = message
      message = nil
      return taken
    }
  }
}
