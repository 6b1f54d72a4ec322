#if canImport(Testing)
  internal import Testing
#endif
#if canImport(XCTest)
  internal import XCTest
#endif

/// Where in a test something was written.
struct SourcePlace: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// Fails the test that is running, in Swift Testing or in XCTest.
///
/// Where neither is there, the program stops with the message: a failure is never lost.
func reportTestFailure(_ message: String, at place: SourcePlace) {
  #if canImport(Testing)
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
          column: Int(place.column)))
      return
    }
  #endif
  #if canImport(XCTest)
    XCTFail(message, file: place.filePath, line: place.line)
  #else
    preconditionFailure(message)
  #endif
}
