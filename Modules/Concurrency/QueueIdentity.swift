internal import Dispatch

/// What tells one dispatch queue from another; all ``Queue`` objects of one dispatch queue share it.
final class QueueIdentity: Sendable {
  static let main = QueueIdentity.of(.main)

  /// Says which identity a dispatch queue has.
  private static let key = DispatchSpecificKey<QueueIdentity>()
  private static let lock = Lock()

  /// Marks the queue and what targets it.
  private let mark = DispatchSpecificKey<Void>()

  /// - Returns: `nil` for the system's global queues, which cannot be marked.
  static func of(_ queue: DispatchQueue) -> QueueIdentity? {
    guard !queue.isGlobal else { return nil }
    return lock.withLock {
      if let identity = queue.getSpecific(key: key) { return identity }
      let identity = QueueIdentity()
      queue.setSpecific(key: key, value: identity)
      queue.setSpecific(key: identity.mark, value: ())
      return identity
    }
  }

  /// The identity of the innermost queue that the caller runs on.
  static var innermost: QueueIdentity? { DispatchQueue.getSpecific(key: key) }

  /// Whether the caller runs on the queue, or the queue waits in `Queue.sync` for what the caller does.
  var isCurrent: Bool {
    if DispatchQueue.getSpecific(key: mark) != nil { return true }
    if self === Self.main && PlatformThread.isMain { return true }
    return SyncFrame.contains(self)
  }
}

/// A call of `Queue.sync` that has not returned: it hides the queue that it was made on from Dispatch's own bookkeeping.
///
/// The frames of a thread form a list from the innermost outward. Each lives on the stack of the call, and a frame that
/// is reached from another thread belongs to a thread that waits, so nothing is written while it is read.
struct SyncFrame {
  private static let innermost = ThreadLocal()

  private let caller = QueueIdentity.innermost
  private let outer = SyncFrame.innermost.pointer

  /// Runs `body`, on whichever thread, as the continuation of the thread that made the frame.
  static func run<R>(_ body: () -> R, within frame: UnsafePointer<SyncFrame>) -> R {
    let interrupted = innermost.pointer
    innermost.pointer = UnsafeRawPointer(frame)
    defer { innermost.pointer = interrupted }
    return body()
  }

  static func contains(_ identity: QueueIdentity) -> Bool {
    var next = innermost.pointer
    while let frame = next?.assumingMemoryBound(to: SyncFrame.self) {
      if frame.pointee.caller === identity { return true }
      next = frame.pointee.outer
    }
    return false
  }
}

extension DispatchQueue {
  /// Whether it is one of the system's concurrent queues.
  fileprivate var isGlobal: Bool {
    // Labels prove nothing, since anyone may use them; but this tells most queues from the global ones at no cost.
    guard label.hasPrefix("com.apple.root.") else { return false }
    #if canImport(Darwin)
      return type(of: self) == type(of: DispatchQueue.global())  // a class of their own in Objective-C
    #else
      guard let handle else { return true }
      return Self.globalHandles.contains(handle)
    #endif
  }

  #if !canImport(Darwin)
    private static let globalHandles = [
      DispatchQoS.QoSClass.background, .utility, .default, .userInitiated, .userInteractive, .unspecified,
    ].map { DispatchQueue.global(qos: $0).handle }

    /// The address of the queue that the object wraps.
    ///
    /// `global(qos:)` wraps the same queue in a new object each time, and the object shows it to reflection only; where
    /// there is none, the label decides. It is a number here, which is compared and never followed.
    private var handle: UInt? {
      (Mirror(reflecting: self).children.first?.value as? OpaquePointer).map(UInt.init(bitPattern:))
    }
  #endif
}
