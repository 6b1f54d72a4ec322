public import Concurrency
public import Disposables

/// A scheduler on which everything is current, and every delay is over at once.
///
/// Use it where a test does not care about time. What repeats, such as a timer, would repeat for ever: use
/// ``TestScheduler`` there.
public struct ImmediateScheduler: Scheduler {
  /// Makes a scheduler; all are alike.
  public init() {}

  /// Always 0: no time passes.
  public var now: Double { 0 }

  /// Always `true`.
  public func isCurrent() -> Bool { true }

  /// Runs `work` before it returns.
  ///
  /// - Parameter work: What to do.
  public func async(_ work: @escaping @Sendable () -> Void) {
    work()
  }

  /// Runs `work` before it returns, whatever the delay; after an infinite one, never.
  ///
  /// - Parameters:
  ///   - delay: Not waited for.
  ///   - work: What to do.
  /// - Returns: Nothing to dispose of: the work is done.
  @discardableResult
  public func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    if delay != .infinity { work() }
    return EmptyDisposable
  }
}

/// A scheduler that must not be used: it fails the test when it is touched.
///
/// Give it to code that should not come to its queue or its timer in a test. Where no test can be found that runs, as on
/// a thread of a queue, the program stops with the message;
/// ``expectSignal(_:sends:values:error:on:frame:fileID:filePath:line:column:)`` says more.
public struct ForbiddenScheduler: Scheduler {
  private let purpose: String
  private let location: SourcePlace

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - purpose: What it stands for, to be named in the failure.
  ///   - fileID: The file to name in the failure.
  ///   - filePath: The path of that file.
  ///   - line: The line to name in the failure.
  ///   - column: The column to name in the failure.
  public init(
    _ purpose: String = "a scheduler", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.purpose = purpose
    location = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Fails the test.
  public var now: Double {
    fail("the time was asked for")
    return 0
  }

  /// Fails the test.
  ///
  /// - Returns: `true`, so that the test goes on.
  public func isCurrent() -> Bool {
    fail("it was asked whether it is current")
    return true
  }

  /// Fails the test, and does nothing.
  ///
  /// - Parameter work: Not run.
  public func async(_ work: @escaping @Sendable () -> Void) {
    fail("work was given to it")
  }

  /// Fails the test, and does nothing.
  ///
  /// - Parameters:
  ///   - delay: Named in the failure.
  ///   - work: Not run.
  /// - Returns: Nothing to dispose of.
  @discardableResult
  public func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    fail("work was given to it, to be done after \(delay) seconds")
    return EmptyDisposable
  }

  private func fail(_ what: String) {
    reportTestFailure("\(purpose) is forbidden in this test, but \(what)", at: location)
  }
}
