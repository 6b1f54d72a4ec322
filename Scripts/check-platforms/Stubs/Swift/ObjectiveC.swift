// swift-format-ignore-file
//
// What this package uses of the module ObjectiveC, as in Apple's documentation:
// https://developer.apple.com/documentation/objectivec/nsobject-swift.class,
// https://developer.apple.com/documentation/objectivec/autoreleasepool(invoking:).
//
// Here a class of Objective-C is a class of Swift.

@_exported import Darwin

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

public func autoreleasepool<E, Result: ~Copyable>(
  invoking body: () throws(E) -> Result
) throws(E) -> Result { fatalError() }
