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
/// Where no test can be found, it stops the program with the message: a failure is never lost.
///
/// Swift Testing knows its test in the task of the test and in the child tasks of that; XCTest knows its test, on every
/// thread, for as long as it runs. Each drops silently what fails in a run of the other, and both do in a program that is
/// no test.
func reportTestFailure(_ message: String, at place: SourcePlace) {
  #if canImport(Testing)
    if Test.current != nil { return recordIssue(message, at: place) }
  #endif
  #if canImport(XCTest)
    if isRecordedByXCTest(message, at: place) { return }
  #endif
  // Not `preconditionFailure`, which keeps the message to itself in release builds.
  fatalError(message, file: place.fileID, line: place.line)
}

#if canImport(Testing)
  private func recordIssue(_ message: String, at place: SourcePlace) {
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
        column: Int(place.column)))
  }
#endif

#if canImport(XCTest)
  #if canImport(Darwin)
    // Here nothing public tells whether a test case is running. A program that is no test can't be linked with XCTest, so
    // the run is one of the two: both are told, and the other one drops it.
    private func isRecordedByXCTest(_ message: String, at place: SourcePlace) -> Bool {
      XCTFail(message, file: place.filePath, line: place.line)
      #if canImport(Testing)
        recordIssue(message, at: place)
      #endif
      return true
    }
  #else
    /// XCTest asks for the message of an assertion when there is a test case to tell it to, and only then.
    private func isRecordedByXCTest(_ message: String, at place: SourcePlace) -> Bool {
      var isRecorded = false
      func recorded() -> String {
        isRecorded = true
        return message
      }
      XCTAssertTrue(false, recorded(), file: place.filePath, line: place.line)
      return isRecorded
    }
  #endif
#endif

/// Stops the program with a message, also in release builds, unless what a caller has to see to is so.
func demand(
  _ isMet: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  guard isMet else { fatalError(message(), file: file, line: line) }
}

/// Stops the program unless frames of a length fit into virtual time, which has whole nanoseconds and an end.
///
/// - Parameter function: Whose parameter `frame` it is.
func demandFrame(
  _ frame: Double, count: Int = 1, in function: String, file: StaticString = #fileID, line: UInt = #line
) {
  demand(
    frame >= 1e-9 && frame < .infinity,
    "\(function): a frame of \(frame) seconds; frame: has to be a finite number of virtual seconds, at least 1e-9",
    file: file, line: line)
  demand(
    Double(count) * frame < TestScheduler.end,
    "\(function): \(count) frames of \(frame) seconds; virtual time ends after \(TestScheduler.end) seconds: make frame: shorter",
    file: file, line: line)
}
