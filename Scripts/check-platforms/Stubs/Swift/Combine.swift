// swift-format-ignore-file
//
// What this package, and bridges to it, use of Combine: https://developer.apple.com/documentation/combine.

@available(macOS 10.15, iOS 13.0, *)
public enum Subscribers {
  public struct Demand: Equatable, Comparable, Hashable, Codable, Sendable {
    public static let unlimited = Demand.max(.max)
    public static let none = Demand.max(0)
    public static func max(_ value: Int) -> Demand { fatalError() }
    public var max: Int? { fatalError() }
    public static func + (a: Demand, b: Demand) -> Demand { fatalError() }
    public static func += (a: inout Demand, b: Demand) { fatalError() }
    public static func + (a: Demand, b: Int) -> Demand { fatalError() }
    public static func += (a: inout Demand, b: Int) { fatalError() }
    public static func - (a: Demand, b: Demand) -> Demand { fatalError() }
    public static func -= (a: inout Demand, b: Demand) { fatalError() }
    public static func - (a: Demand, b: Int) -> Demand { fatalError() }
    public static func -= (a: inout Demand, b: Int) { fatalError() }
    public static func * (a: Demand, b: Int) -> Demand { fatalError() }
    public static func > (a: Demand, b: Int) -> Bool { fatalError() }
    public static func >= (a: Demand, b: Int) -> Bool { fatalError() }
    public static func == (a: Demand, b: Int) -> Bool { fatalError() }
    public static func < (a: Demand, b: Demand) -> Bool { fatalError() }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws { fatalError() }
  }

  @frozen
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

@available(macOS 10.15, iOS 13.0, *)
extension Subscribers.Completion: Equatable where Failure: Equatable {}

@available(macOS 10.15, iOS 13.0, *)
extension Subscribers.Completion: Hashable where Failure: Hashable {}

@available(macOS 10.15, iOS 13.0, *)
extension Subscribers.Completion: Sendable {}

@available(macOS 10.15, iOS 13.0, *)
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  public init() { fatalError() }
  public init(_ object: AnyObject) { fatalError() }
  public var description: String { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

@available(macOS 10.15, iOS 13.0, *)
extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public protocol Cancellable {
  func cancel()
}

@available(macOS 10.15, iOS 13.0, *)
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

@available(macOS 10.15, iOS 13.0, *)
public enum Subscriptions {
  public static var empty: any Subscription { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

@available(macOS 10.15, iOS 13.0, *)
extension Subscriber where Input == Void {
  public func receive() -> Subscribers.Demand { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

@available(macOS 10.15, iOS 13.0, *)
extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input { fatalError() }
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where Failure == S.Failure, Output == S.Output { fatalError() }
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { fatalError() }
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    fatalError()
  }
}

@available(macOS 10.15, iOS 13.0, *)
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  public let combineIdentifier: CombineIdentifier
  public init<S: Subscriber>(_ s: S) where Input == S.Input, Failure == S.Failure { fatalError() }
  public func receive(subscription: any Subscription) { fatalError() }
  public func receive(_ value: Input) -> Subscribers.Demand { fatalError() }
  public func receive(completion: Subscribers.Completion<Failure>) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) { fatalError() }
  public init<C: Cancellable>(_ canceller: C) { fatalError() }
  public func cancel() { fatalError() }
  public func store(in set: inout Set<AnyCancellable>) { fatalError() }
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
  func send(subscription: any Subscription)
}

@available(macOS 10.15, iOS 13.0, *)
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  public init() { fatalError() }
  public func send(_ value: Output) { fatalError() }
  public func send(completion: Subscribers.Completion<Failure>) { fatalError() }
  public func send(subscription: any Subscription) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  public init(_ value: Output) { fatalError() }
  public var value: Output {
    get { fatalError() }
    set { fatalError() }
  }
  public func send(_ value: Output) { fatalError() }
  public func send(completion: Subscribers.Completion<Failure>) { fatalError() }
  public func send(subscription: any Subscription) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure { fatalError() }
}
