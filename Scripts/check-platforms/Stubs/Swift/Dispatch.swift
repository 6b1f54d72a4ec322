// swift-format-ignore-file
//
// What this package uses of Dispatch, as in its documentation and in the overlay's source:
// https://developer.apple.com/documentation/dispatch and https://github.com/swiftlang/swift-corelibs-libdispatch/tree/main/src/swift.
// What waits is `noasync` on Apple platforms; queues, work and keys are Sendable on all.

#if canImport(ObjectiveC)
  @_exported import Darwin
  public import ObjectiveC
  open class DispatchObject: NSObject {
    internal override init() { fatalError() }
    public func activate() { fatalError() }
    public func resume() { fatalError() }
    public func suspend() { fatalError() }
  }
#else
  open class DispatchObject {
    internal init() { fatalError() }
    public func activate() { fatalError() }
    public func resume() { fatalError() }
    public func suspend() { fatalError() }
  }
#endif

public func dispatchMain() -> Never { fatalError() }

public struct DispatchQoS: Equatable, Sendable {
  public let qosClass: QoSClass
  public let relativePriority: Int
  public static let background = DispatchQoS(qosClass: .background, relativePriority: 0)
  public static let utility = DispatchQoS(qosClass: .utility, relativePriority: 0)
  public static let `default` = DispatchQoS(qosClass: .default, relativePriority: 0)
  public static let userInitiated = DispatchQoS(qosClass: .userInitiated, relativePriority: 0)
  public static let userInteractive = DispatchQoS(qosClass: .userInteractive, relativePriority: 0)
  public static let unspecified = DispatchQoS(qosClass: .unspecified, relativePriority: 0)

  public enum QoSClass: Sendable {
    case background
    case utility
    case `default`
    case userInitiated
    case userInteractive
    case unspecified
  }

  public init(qosClass: QoSClass, relativePriority: Int) { fatalError() }
}

public struct DispatchWorkItemFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let barrier = DispatchWorkItemFlags(rawValue: 1)
  public static let enforceQoS = DispatchWorkItemFlags(rawValue: 32)
}

public final class DispatchGroup: DispatchObject, @unchecked Sendable {
  public override init() { fatalError() }
}

public final class DispatchSpecificKey<T>: @unchecked Sendable {
  public init() {}
}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 2)
    public static let initiallyInactive = Attributes(rawValue: 4)
  }

  public enum AutoreleaseFrequency: Sendable {
    case inherit
    case workItem
    case never
  }

  public class var main: DispatchQueue { fatalError() }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { fatalError() }
  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
    autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
  ) { fatalError() }

  public var label: String { fatalError() }
  public var qos: DispatchQoS { fatalError() }
  public func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { fatalError() }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) { fatalError() }

  @preconcurrency
  public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) { fatalError() }
  public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }
  public func sync<T>(flags: DispatchWorkItemFlags, execute work: () throws -> T) rethrows -> T { fatalError() }
  @preconcurrency
  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) { fatalError() }
}

public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int)
  case milliseconds(Int)
  case microseconds(Int)
  case nanoseconds(Int)
  case never
}

public enum DispatchTimeoutResult: Sendable {
  case success
  case timedOut
}

public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { fatalError() }
  public static let distantFuture = DispatchTime(uptimeNanoseconds: .max)
  public init(uptimeNanoseconds: UInt64) { fatalError() }
  public var uptimeNanoseconds: UInt64 { fatalError() }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { fatalError() }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }
}

public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) { fatalError() }
  #if canImport(ObjectiveC)
    @available(*, noasync, message: "Await a Task handle instead")
    public func wait() { fatalError() }
    @available(*, noasync, message: "Await a Task handle instead")
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
  #else
    public func wait() { fatalError() }
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
  #endif
  @discardableResult
  public func signal() -> Int { fatalError() }
}

#if canImport(ObjectiveC)
  public protocol DispatchSourceProtocol: NSObjectProtocol {
    func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (@Sendable @convention(block) () -> Void)?)
    func cancel()
    func activate()
    func resume()
    func suspend()
  }
#else
  public protocol DispatchSourceProtocol: AnyObject {
    func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (@Sendable @convention(block) () -> Void)?)
    func cancel()
    func activate()
    func resume()
    func suspend()
  }
#endif

extension DispatchSourceProtocol {
  @preconcurrency
  public func setEventHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    handler: (@Sendable @convention(block) () -> Void)?
  ) { fatalError() }
}

public protocol DispatchSourceTimer: DispatchSourceProtocol {}

extension DispatchSourceTimer {
  public func schedule(
    deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) { fatalError() }
}

open class DispatchSource: DispatchObject, DispatchSourceProtocol, DispatchSourceTimer, @unchecked Sendable {
  public struct TimerFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let strict = TimerFlags(rawValue: 1)
  }

  public class func makeTimerSource(
    flags: TimerFlags = [], queue: DispatchQueue? = nil
  ) -> any DispatchSourceTimer { fatalError() }
  public func cancel() { fatalError() }
}
