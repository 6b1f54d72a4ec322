// swift-format-ignore-file
//
// What this package uses of XCTest: https://developer.apple.com/documentation/xctest,
// https://github.com/swiftlang/swift-corelibs-xctest.

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) { fatalError() }

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) { fatalError() }
