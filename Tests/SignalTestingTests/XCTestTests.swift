import SignalTesting
import Signals
import XCTest

#if os(Linux)
  /// That a difference fails an XCTest too.
  final class XCTestTests: XCTestCase {
    private var failures: [String] = []
    private var isExpectingFailures = false

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      if isExpectingFailures {
        failures.append(description)
      } else {
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }

    func testExpectSignal() throws {
      let scheduler = TestScheduler()
      let source = try scheduler.cold("a-b|")
      try expectSignal(source.signal, sends: "a-b|", on: scheduler)
      isExpectingFailures = true
      try expectSignal(source.signal, sends: "a--b|", on: scheduler)
      isExpectingFailures = false
      XCTAssertEqual(failures.count, 1)
      XCTAssert(failures.first?.contains("expected: a--b|") ?? false)
    }
  }
#endif
