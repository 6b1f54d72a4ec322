/// A span of time: seconds, as a `Double` or an `Int`, or a `Duration`.
///
/// Whatever takes a time takes any of them:
///
///     queue.after(0.3) { … }
///     queue.after(.milliseconds(300)) { … }
///     signal.debounce(1, on: queue)
///
/// Zero, a negative number and NaN mean as soon as possible; infinity means never. Where something else makes more sense, it is
/// said there.
///
/// A quotient of two whole numbers is whole, as elsewhere in Swift: write `1.0 / 60` for a sixtieth of a second.
///
/// Combine's `Stride`, RxSwift's `RxTimeInterval`.
public protocol TimeSpan: Sendable {
  /// How long it is.
  var inSeconds: Double { get }
}

extension Double: TimeSpan {
  /// The number itself.
  @inlinable public var inSeconds: Double { self }
}

extension Int: TimeSpan {
  /// The number itself.
  @inlinable public var inSeconds: Double { Double(self) }
}

extension Duration: TimeSpan {
  /// Whole seconds and the parts of one in a single number.
  @inlinable public var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

extension TimeSpan where Self == Duration {
  /// No time at all.
  @inlinable public static var zero: Duration { Duration.zero }

  /// Some seconds.
  @inlinable public static func seconds(_ seconds: Double) -> Duration { Duration.seconds(seconds) }

  /// Some seconds.
  @inlinable public static func seconds(_ seconds: some BinaryInteger) -> Duration {
    Duration.seconds(seconds)
  }

  /// Some thousandths of a second.
  @inlinable public static func milliseconds(_ milliseconds: Double) -> Duration {
    Duration.milliseconds(milliseconds)
  }

  /// Some thousandths of a second.
  @inlinable public static func milliseconds(_ milliseconds: some BinaryInteger) -> Duration {
    Duration.milliseconds(milliseconds)
  }

  /// Some millionths of a second.
  @inlinable public static func microseconds(_ microseconds: Double) -> Duration {
    Duration.microseconds(microseconds)
  }

  /// Some millionths of a second.
  @inlinable public static func microseconds(_ microseconds: some BinaryInteger) -> Duration {
    Duration.microseconds(microseconds)
  }

  /// Some billionths of a second.
  @inlinable public static func nanoseconds(_ nanoseconds: some BinaryInteger) -> Duration {
    Duration.nanoseconds(nanoseconds)
  }
}

extension TimeSpan where Self == Double {
  /// A time that never ends.
  @inlinable public static var infinity: Double { Double.infinity }
}
