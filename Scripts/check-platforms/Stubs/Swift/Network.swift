// swift-format-ignore-file
//
// What this package uses of URL loading: https://developer.apple.com/documentation/foundation/url-loading-system. It is
// compiled into Foundation on Apple platforms, and elsewhere into FoundationNetworking, whose tasks have no delegate:
// https://github.com/swiftlang/swift-corelibs-foundation/tree/main/Sources/FoundationNetworking/URLSession.

#if !canImport(ObjectiveC)
  public import Foundation
#endif

public struct URLRequest: Equatable, Hashable, Sendable {
  public init(url: URL) { fatalError() }
}

public struct URLError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static var unknown: Code { fatalError() }
    public static var cancelled: Code { fatalError() }
  }

  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: Code { fatalError() }
}

open class URLResponse: NSObject, @unchecked Sendable {
  open var expectedContentLength: Int64 { fatalError() }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { fatalError() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  open var response: URLResponse? { fatalError() }
  open func cancel() { fatalError() }
  open func resume() { fatalError() }
  #if canImport(ObjectiveC)
    @available(macOS 12.0, iOS 15.0, *)
    open var delegate: (any URLSessionTaskDelegate)? {
      get { fatalError() }
      set { fatalError() }
    }
  #endif
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) { fatalError() }
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension URLSessionDataDelegate {
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) { fatalError() }
}

open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { fatalError() }
  public init(configuration: URLSessionConfiguration) { fatalError() }
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) { fatalError() }
  open var configuration: URLSessionConfiguration { fatalError() }
  open func finishTasksAndInvalidate() { fatalError() }
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  @preconcurrency
  open func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
}
