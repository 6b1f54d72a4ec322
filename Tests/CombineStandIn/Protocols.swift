// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Combine, so that the bridge to it is compiled and run where there is none: what the bridge and its tests use, as
// https://developer.apple.com/documentation/combine says that it behaves.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  /// Comes first, once. Nothing is sent before more is asked for; an end may be.
  func receive(subscription: any Subscription)
  /// - Returns: How many more are wanted, besides those that were asked for before.
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Cancellable {
  func cancel()
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
}

public struct CombineIdentifier: Hashable, Sendable {
  private let object: ObjectIdentifier

  public init(_ object: AnyObject) {
    self.object = ObjectIdentifier(object)
  }
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

public enum Subscribers {
  @frozen
  public enum Completion<Failure: Error>: Sendable {
    case finished
    case failure(Failure)
  }

  /// How many values are wanted.
  public struct Demand: Hashable, Comparable, Sendable {
    public static let none = max(0)
    public static let unlimited = Demand(max: nil)

    /// `nil` for no limit.
    public let max: Int?

    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0)
      return Demand(max: value)
    }

    public static func < (a: Demand, b: Demand) -> Bool { a.max ?? .max < b.max ?? .max }

    public static func + (a: Demand, b: Demand) -> Demand {
      guard let one = a.max, let other = b.max else { return .unlimited }
      return max(one + other)
    }

    public static func += (a: inout Demand, b: Demand) { a = a + b }

    public static func -= (a: inout Demand, b: Int) { a = a.max.map { max($0 - b) } ?? .unlimited }
  }
}
