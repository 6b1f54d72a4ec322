import Dispatch
import SignalTesting
import Signals
import TestSupport
import Testing

/// That no failure is lost outside the task of a test.
///
/// Each is in a process of its own, which it stops.
@Suite struct FailureTests {
  /// What the message begins with, wherever it is printed.
  private static let line: Int = #line + 4

  @Sendable private static func fail() {
    let scheduler = TestScheduler()
    _ = try? expectSignal(Signal<Int, NoError>.single(1), sends: "-(2|)", values: ["2": 2], on: scheduler)
  }

  #if !canImport(Darwin)  // there, the run gets an issue
    private func expectMessage(
      _ result: ExitTest.Result?, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains(what), "\(message)", sourceLocation: sourceLocation)
    }

    @Test("a difference that is found on a queue stops the program, with file and line")
    func queue() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let done = Latch()
        DispatchQueue(label: "elsewhere").async {
          Self.fail()
          done.open()
        }
        done.wait()
      }
      expectMessage(result, "FailureTests.swift:\(Self.line)")
      expectMessage(result, "the signal did not send what was expected")
    }

    @Test("a difference that is found in a detached task stops the program, with file and line")
    func detachedTask() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Task.detached { Self.fail() }.value
      }
      expectMessage(result, "FailureTests.swift:\(Self.line)")
      expectMessage(result, "the signal did not send what was expected")
    }

    @Test("a scheduler that is forbidden stops the program when a queue touches it")
    func forbiddenScheduler() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let scheduler = ForbiddenScheduler("the main queue")
        Worker { scheduler.async {} }.join()
      }
      expectMessage(result, "the main queue is forbidden in this test")
    }

  #endif

  @Sendable private static func isExpected(_ issue: Issue) -> Bool {
    issue.comments.map(\.rawValue).joined().hasPrefix("the signal did not send what was expected")
  }

  @Test(
    "in the task of a test, and in its child tasks, it fails the test and goes on",
    .filterIssues { !isExpected($0) })
  func childTask() async {
    await withKnownIssue {
      Self.fail()
      async let other: Void = Self.fail()
      await other
      await Task { Self.fail() }.value
    } matching: {
      Self.isExpected($0)
    }
  }
}
