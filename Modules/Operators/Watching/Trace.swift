internal import Concurrency
public import Disposables
internal import SignalPrimitives
public import Signals

extension Signal {
  /// Prints every event, start and disposal.
  ///
  ///     -a-b-|
  ///     trace("search")
  ///     -a-b-|
  ///
  /// Use it while you look for a mistake. The starts are numbered, so that the lines of several can be told apart:
  ///
  ///     12:00:00.000 main search#1 started  Search.swift:12
  ///     12:00:00.301 1204 search#1 next(a)  Search.swift:12
  ///     12:00:00.302 1204 search#1 disposed  Search.swift:12
  ///
  /// The time of day is UTC. Then come the thread (`main`, or a number), the name, what happened, and the place
  /// where `trace` was called. A disposal is printed when it ends the subscription, and not after a terminal event.
  ///
  /// - Delivery: On the thread of the event, before it is passed on.
  ///
  /// RxSwift's `debug`, Combine's `print`, ReactiveSwift's `logEvents`.
  ///
  /// - Parameters:
  ///   - name: What to call it.
  ///   - output: Called with each line; `nil` for what ``TraceOutput`` says, which at first is standard output.
  ///   - file: The file to print.
  ///   - line: The line to print.
  /// - Returns: The same signal.
  @preconcurrency
  @inlinable public func trace(
    _ name: String, to output: (@Sendable (String) -> Void)? = nil, file: String = #fileID, line: Int = #line
  ) -> Signal<T, E> {
    Signal { subscriber in
      let trace = Trace(name, to: output, file: file, line: line)
      trace.note("started")
      let upstream = self.subscribe(
        Sink(
          next: { value in
            trace.note("next(\(value))")
            subscriber.putNext(value)
            return subscriber.isActive
          },
          error: { error in
            trace.noteEnd("error(\(error))")
            subscriber.putError(error)
          },
          completed: {
            trace.noteEnd("completed")
            subscriber.putCompletion()
          },
          scope: subscriber))
      return ActionDisposable {
        trace.noteEnd("disposed")
        upstream.dispose()
      }
    }
  }
}

/// Prints every event, start and disposal; see ``Operators/Signals/Signal/trace(_:to:file:line:)``.
///
/// - Parameters:
///   - name: What to call it.
///   - output: Called with each line; `nil` for what ``TraceOutput`` says.
///   - file: The file to print.
///   - line: The line to print.
@preconcurrency
@_disfavoredOverload
@inlinable public func trace<T, E>(
  _ name: String, to output: (@Sendable (String) -> Void)? = nil, file: String = #fileID, line: Int = #line
) -> (Signal<T, E>) -> Signal<T, E> {
  { $0.trace(name, to: output, file: file, line: line) }
}

/// Where the lines of `trace` go that were not told otherwise.
public enum TraceOutput {
  private static let stored = Guarded<StoredClosure<@Sendable (String) -> Void>?>(nil)

  /// Called with each line, on the thread of the event; `nil`, as at first, for standard output.
  ///
  /// It is called outside any lock; lines of several threads may come at the same time.
  public static var handler: (@Sendable (String) -> Void)? {
    get { stored.withLock { $0 }?.closure }
    set {
      _ = stored.withLock { stored in
        let previous = stored
        stored = newValue.map { StoredClosure($0) }
        return previous  // let go of outside the lock
      }
    }
  }
}

/// What one start of `trace` prints.
@usableFromInline
final class Trace: Sendable {
  private static let starts = Guarded(0)

  private let name: String
  private let place: String
  private let output: (@Sendable (String) -> Void)?
  private let hasEnded = Guarded(false)

  @usableFromInline init(
    _ name: String, to output: (@Sendable (String) -> Void)?, file: String, line: Int
  ) {
    self.output = output
    let number = Self.starts.withLock { starts in
      starts += 1
      return starts
    }
    self.name = "\(name)#\(number)"
    // Of a file the module is left out.
    place = "\(file.split(separator: "/").last ?? Substring(file)):\(line)"
  }

  @usableFromInline func note(_ event: String) {
    let line = "\(timeOfDay()) \(Platform.threadName) \(name) \(event)  \(place)"
    if let output = output ?? TraceOutput.handler { output(line) } else { print(line) }
  }

  /// Only the first end of a start is one.
  @usableFromInline func noteEnd(_ event: String) {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { note(event) }
  }
}

/// Hours, minutes, seconds and thousandths, in UTC.
private func timeOfDay() -> String {
  let now = Platform.date
  let seconds = now.seconds % 86_400
  let fields = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { padded($0, to: 2) }
  return fields.joined(separator: ":") + "." + padded(now.nanoseconds / 1_000_000, to: 3)
}

private func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
