// swift-format-ignore-file
//
// What this package uses of Swift Testing: https://developer.apple.com/documentation/testing,
// https://github.com/swiftlang/swift-testing/tree/main/Sources/Testing.

public struct SourceLocation: Sendable, Hashable {
  public init(fileID: String, filePath: String, line: Int, column: Int) { fatalError() }
}

public struct Comment: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  public var rawValue: String
  public init(rawValue: String) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }
}

extension SourceLocation {
  /// Stands for the macro that the real declaration has as its default argument.
  public static var here: SourceLocation { fatalError() }
}

public struct Issue: Sendable {
  @discardableResult
  public static func record(_ comment: Comment? = nil, sourceLocation: SourceLocation = .here) -> Issue { fatalError() }
}

public struct Test: Sendable {
  public static var current: Test? { fatalError() }
}
