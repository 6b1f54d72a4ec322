import Dispatch
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

    func testExpectSignalOnQueue() {
      isExpectingFailures = true
      let isOver = expectation(description: "the queue's work is over")
      DispatchQueue(label: "elsewhere").async {
        _ = try? expectSignal(Signal<String, NoError>.single("a"), sends: "-(a|)", on: TestScheduler())
        isOver.fulfill()
      }
      wait(for: [isOver], timeout: 60)
      isExpectingFailures = false
      XCTAssertEqual(failures.count, 1)
      XCTAssert(failures.first?.contains("expected: -(a|)") ?? false)
    }
  }
#endif
