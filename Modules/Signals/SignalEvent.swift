/// One event of a signal, as a value.
///
/// A subscription is made of any number of `next` and then at most one of the other two.
/// ReactiveSwift's `Signal.Event`, RxSwift's `Event`.
@frozen
public enum SignalEvent<T, E> {
  /// A value.
  case next(T)
  /// The end, by a failure.
  case error(E)
  /// The end, as planned.
  case completed

  // An enumeration has one name a case that patterns know: these make events, and take none apart.

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// SwiftSignalKit's name of ``next(_:)``.
  @inlinable public static func Next(_ value: T) -> SignalEvent { .next(value) }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// SwiftSignalKit's name of ``error(_:)``.
  @inlinable public static func Error(_ error: E) -> SignalEvent { .error(error) }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// SwiftSignalKit's name of ``completed``.
  @inlinable public static var Completion: SignalEvent { .completed }
}

extension SignalEvent: Sendable where T: Sendable, E: Sendable {}

extension SignalEvent: Equatable where T: Equatable, E: Equatable {}

extension SignalEvent: Hashable where T: Hashable, E: Hashable {}

extension SignalEvent: CustomStringConvertible {
  /// `next(1)`, `error(offline)` or `completed`.
  public var description: String {
    switch self {
    case .next(let value): "next(\(value))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

/// The error of a signal that can't fail.
///
/// It has no values, so the compiler knows that no error will come. SwiftSignalKit's `NoError`, Combine's and
/// ReactiveSwift's `Never`.
public typealias NoError = Never

/// A value that says nothing but that something happened.
///
/// SwiftSignalKit's `NoValue`.
@frozen public enum NoValue: Sendable {}
