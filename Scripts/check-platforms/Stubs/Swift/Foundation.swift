// swift-format-ignore-file
//
// What this package uses of Foundation, as in its documentation, https://developer.apple.com/documentation/foundation, and
// for what is not Apple's in https://github.com/swiftlang/swift-corelibs-foundation. The requirements that Objective-C
// calls optional are extensions here. Elsewhere than on Apple platforms the network is in FoundationNetworking.

@_exported import Dispatch
#if canImport(ObjectiveC)
  @_exported import Darwin
  @_exported import ObjectiveC
#else
  public protocol NSObjectProtocol: AnyObject {
    func isEqual(_ object: Any?) -> Bool
    var hash: Int { get }
  }

  open class NSObject: NSObjectProtocol, Hashable {
    public init() {}
    open func isEqual(_ object: Any?) -> Bool { fatalError() }
    open var hash: Int { fatalError() }
    public static func == (a: NSObject, b: NSObject) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
  }
#endif

public let NSUnderlyingErrorKey: String = "NSUnderlyingError"

open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) { fatalError() }
  open var domain: String { fatalError() }
  open var code: Int { fatalError() }
  open var userInfo: [String: Any] { fatalError() }
}

public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }

public struct Data: Equatable, Hashable, Sendable {
  public init() { fatalError() }
  public var count: Int { fatalError() }
  public mutating func append(_ other: Data) { fatalError() }
}

public struct URL: Equatable, Hashable, Sendable {
  public init?(string: String) { fatalError() }
}

public struct Notification {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public var rawValue: String
    public init(_ rawValue: String) { fatalError() }
    public init(rawValue: String) { fatalError() }
  }

  public var name: Name
  public var object: Any?
  public var userInfo: [AnyHashable: Any]?
}

@available(*, unavailable)
extension Notification: Sendable {}

open class OperationQueue: NSObject, @unchecked Sendable {}

open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter { fatalError() }
  @preconcurrency
  open func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  open func removeObserver(_ observer: Any) { fatalError() }
  open func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) { fatalError() }
}

#if canImport(ObjectiveC)
  // Key-value observation: https://developer.apple.com/documentation/swift/using-key-value-observing-in-swift,
  // https://developer.apple.com/documentation/foundation/nskeyvalueobservation.

  public protocol _KeyValueCodingAndObserving: AnyObject {}

  extension NSObject: _KeyValueCodingAndObserving {}

  public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
  }

  public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion
    case removal
    case replacement
  }

  public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange
    public let kind: Kind
    public let newValue: Value?
    public let oldValue: Value?
    public let isPrior: Bool
  }

  public class NSKeyValueObservation: NSObject {
    internal override init() { fatalError() }
    public func invalidate() { fatalError() }
  }

  extension _KeyValueCodingAndObserving {
    @preconcurrency
    public func observe<Value>(
      _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
      changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { fatalError() }
  }
#endif
