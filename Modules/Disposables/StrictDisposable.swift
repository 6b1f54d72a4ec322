internal import SignalPrimitives

/// Reports the place in the source where it was made if it goes away undisposed.
///
/// Dropping a subscription does not cancel it, so one that nobody can dispose of any more is usually a mistake. Wrap it
/// with ``Disposable/strict(file:line:)``, or start it with `startStrict`, and the mistake names its line.
/// SwiftSignalKit's `StrictDisposable`.
public final class StrictDisposable: Finishable {
  /// Where a disposable was made that nobody disposed of.
  public struct Leak: Sendable, Equatable, CustomStringConvertible {
    /// The file, as `#fileID` gives it: module and file name.
    public let file: String
    /// The line, from 1.
    public let line: Int

    /// Both as one sentence.
    public var description: String {
      "\(file):\(line): a strict disposable went away without having been disposed of"
    }
  }

  private static let handler = Guarded(
    StoredClosure<@Sendable (Leak) -> Void> { assertionFailure($0.description) })

  /// What is done about a leak.
  ///
  /// At first an assertion fails, in debug builds only. The handler is called on the thread that let go of the
  /// disposable. Replace it once, at the start of the program or of a test run.
  public static var leakHandler: @Sendable (Leak) -> Void {
    get { handler.withLock { $0 }.closure }
    set {
      _ = handler.withLock { handler in
        let previous = handler
        handler = StoredClosure(newValue)
        return previous  // let go of outside the lock
      }
    }
  }

  private let disposable: MetaDisposable
  private let file: String
  private let line: Int

  /// Takes over the duty to dispose.
  ///
  /// - Parameters:
  ///   - disposable: What to dispose of at ``dispose()``.
  ///   - file: The file to name in a report.
  ///   - line: The line to name in a report.
  public init(_ disposable: any Disposable, file: String = #fileID, line: Int = #line) {
    self.disposable = MetaDisposable(disposable)
    self.file = file
    self.line = line
  }

  deinit {
    if !disposable.isDisposed { Self.leakHandler(Leak(file: file, line: line)) }
  }

  package var isFinished: Bool { disposable.isDisposed }

  /// Disposes, and nothing will be reported.
  public func dispose() {
    disposable.dispose()
  }
}

extension Disposable {
  /// Wraps this disposable so that it is reported if it goes away undisposed.
  ///
  /// - Parameters:
  ///   - file: The file to name in a report.
  ///   - line: The line to name in a report.
  /// - Returns: The wrapper.
  public func strict(file: String = #fileID, line: Int = #line) -> StrictDisposable {
    StrictDisposable(self, file: file, line: line)
  }
}
