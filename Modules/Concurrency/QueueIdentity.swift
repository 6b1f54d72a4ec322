internal import Dispatch
internal import SignalPrimitives
internal import Synchronization

/// What tells one dispatch queue from another; all ``Queue`` objects of one dispatch queue share it.
///
/// A dispatch queue holds its identity, and the queue that it targets. So while its work runs, its own identity and
/// those of all its targets exist.
final class QueueIdentity: Sendable {
  /// The main queue is marked before any other: work that runs there already has to find it.
  static let main: QueueIdentity = {
    let identity = QueueIdentity(marking: .main, isMain: true)
    identity.registerAsTarget()
    return identity
  }()

  /// Says which identity a dispatch queue has.
  private static let key = DispatchSpecificKey<QueueIdentity>()
  private static let lock = Lock()

  /// Marks the queue and what targets it.
  private let mark = TargetMark()
  /// What the queue targets itself.
  private let targets = QueueTargets()
  /// Its number in the registry; 0 while nobody can make it the target of another.
  private let registration = Synchronization.Atomic(0)
  private let isMain: Bool

  private init(marking queue: DispatchQueue, isMain: Bool = false) {
    self.isMain = isMain
    queue.setSpecific(key: Self.key, value: self)
    queue.setSpecific(key: mark, value: ())
  }

  deinit {
    let number = registration.load(ordering: .acquiring)
    if number != 0 { TargetRegistry.remove(number) }
  }

  /// - Parameter queue: One that nobody else has seen yet.
  static func new(for queue: DispatchQueue) -> QueueIdentity {
    _ = main
    return QueueIdentity(marking: queue)
  }

  /// - Returns: `nil` for the system's global queues, which cannot be marked.
  static func of(_ queue: DispatchQueue) -> QueueIdentity? {
    guard !queue.isGlobal else { return nil }
    _ = main
    let identity = lock.withLock { queue.getSpecific(key: key) ?? QueueIdentity(marking: queue) }
    identity.registerAsTarget()
    return identity
  }

  /// The identity of the innermost queue that the caller runs on.
  static var innermost: QueueIdentity? { DispatchQueue.getSpecific(key: key) }

  /// Lets other queues find out that they target this one; it has to happen before somebody can make them do so.
  func registerAsTarget() {
    guard registration.load(ordering: .acquiring) == 0 else { return }
    TargetRegistry.add(mark, unless: registration)
  }

  /// Finds out what the queue targets, so that ``holds(_:)`` knows; to be called by its own work.
  func lookForTargets() {
    targets.update(except: mark)
  }

  /// Whether the other one is the same, or among its targets.
  func holds(_ other: QueueIdentity) -> Bool {
    self === other || targets.contains(other.mark)
  }

  /// Whether the caller runs on the queue, or the queue waits in `Queue.sync` for what the caller does.
  var isCurrent: Bool {
    if DispatchQueue.getSpecific(key: mark) != nil { return true }
    if isMain && Platform.isMainThread { return true }
    return SyncFrame.contains(self)
  }
}

/// A call of `Queue.sync` that has not returned: it hides the queue that it was made on from Dispatch's own bookkeeping.
///
/// The frames of a thread form a list from the innermost outward. Each lives on the stack of the call, and a frame that
/// is reached from another thread belongs to a thread that waits, so nothing is written while it is read.
struct SyncFrame {
  private static let innermost = ThreadLocal()

  /// The queue that the call was made on.
  ///
  /// Its dispatch queue holds it and runs the work that waits in the call, so it lives longer than the frame. Retaining it as well
  /// costs a tenth of the call. Known by QueueLifetimeTests: "a queue that nobody has any more keeps its targets current in its
  /// last work".
  private let caller: Unmanaged<QueueIdentity>?
  /// It lives on the stack of a call that waits for this one to return; known as `run` is.
  private let outer = SyncFrame.innermost.pointer

  init() {
    let caller = QueueIdentity.innermost
    caller?.lookForTargets()
    self.caller = caller.map(Unmanaged.passUnretained)
  }

  /// Runs `body`, on whichever thread, as the continuation of the thread that made the frame.
  ///
  /// - Parameter frame: Kept by that thread's stack until `body` has returned; by then it is in no list any more. Known
  ///   by QueueTests: "B25: a queue stays current …", which look for frames on the same thread, on the main thread, and after the return.
  static func run<R>(_ body: () -> R, within frame: UnsafePointer<SyncFrame>) -> R {
    let interrupted = innermost.pointer
    innermost.pointer = UnsafeRawPointer(frame)
    defer { innermost.pointer = interrupted }
    return body()
  }

  private func isHeld(_ identity: QueueIdentity) -> Bool {
    caller?._withUnsafeGuaranteedRef { $0.holds(identity) } ?? false
  }

  static func contains(_ identity: QueueIdentity) -> Bool {
    var next = innermost.pointer
    // Only `run` sets the pointer, to a frame that lives until it is taken back, as the frames outside it do.
    while let frame = next?.assumingMemoryBound(to: SyncFrame.self) {
      if frame.pointee.isHeld(identity) { return true }
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
