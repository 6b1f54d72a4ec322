// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for key-value observing, so that the bridge to it is compiled and run where there is no Objective-C: what the bridge and its
// tests use, as https://developer.apple.com/documentation/swift/using-key-value-observing-in-swift says that it behaves.

public import Foundation
internal import SignalPrimitives

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)

  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }
}

public struct NSKeyValueObservedChange<Value> {}

public protocol _KeyValueCodingAndObserving: AnyObject {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// Calls the handler after each change, on the thread that makes it; with `.initial` at once, too.
  ///
  /// - Parameter keyPath: Its parts are properties with ``Dynamic``.
  /// - Returns: What ends the observation, when it is told to or goes away. It does not keep the object alive.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    weak let object = self
    let observation = NSKeyValueObservation(
      read: { _ = object?[keyPath: keyPath] },
      changed: { if let object { changeHandler(object, NSKeyValueObservedChange()) } })
    observation.start()
    if options.contains(.initial) { changeHandler(self, NSKeyValueObservedChange()) }
    return observation
  }
}

public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
  // safe: what changes is reached through the lock; `read` and `changed` use an object whose properties have locks
  private struct State {
    var isOver = false
    var properties: [any Observed] = []
  }

  private let state = Guarded(State())
  private let read: () -> Void
  private let changed: () -> Void

  fileprivate init(read: @escaping () -> Void, changed: @escaping () -> Void) {
    self.read = read
    self.changed = changed
  }

  deinit {
    invalidate()
  }

  public func invalidate() {
    leave(orStayWith: nil)
  }

  /// Observes each property that lies on the path, as it leads now.
  fileprivate func start() {
    let reading = Reading()
    Reading.$current.withValue(reading, operation: read)
    for property in reading.properties { property.add(self) }
    leave(orStayWith: reading.properties)
  }

  private func leave(orStayWith properties: [any Observed]?) {
    let leaving = state.withLock { state in
      let previous = state.properties
      state.isOver = state.isOver || properties == nil
      state.properties = state.isOver ? [] : properties ?? []
      return state.isOver
        ? previous + (properties ?? [])
        : previous.filter { old in
          !state.properties.contains { $0 === old }
        }
    }
    for property in leaving { property.remove(self) }
  }

  fileprivate func propertyChanged() {
    if state.withLock({ $0.isOver }) { return }
    start()
    changed()
  }
}

/// Makes a property one that can be observed: `@objc dynamic` where there is Objective-C.
@propertyWrapper
public final class Dynamic<Value>: Observed, @unchecked Sendable {
  // safe: the state is reached through its lock
  private struct State {
    var value: Value
    var observers: [ObjectIdentifier: Observer] = [:]
  }

  private struct Observer {
    weak var observation: NSKeyValueObservation?
  }

  private let state: Guarded<State>

  public init(wrappedValue: Value) {
    state = Guarded(State(value: wrappedValue))
  }

  public var wrappedValue: Value {
    get {
      Reading.current?.add(self)
      return state.withLock { $0.value }
    }
    set {
      let (observers, previous) = state.withLock { state in
        let previous = state.value
        state.value = newValue
        return (state.observers.values.compactMap(\.observation), previous)
      }
      for observer in observers { observer.propertyChanged() }
      withExtendedLifetime(previous) {}
    }
  }

  fileprivate func add(_ observation: NSKeyValueObservation) {
    state.withLock { $0.observers[ObjectIdentifier(observation)] = Observer(observation: observation) }
  }

  fileprivate func remove(_ observation: NSKeyValueObservation) {
    _ = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observation)) }
  }
}

private protocol Observed: AnyObject, Sendable {
  func add(_ observation: NSKeyValueObservation)
  func remove(_ observation: NSKeyValueObservation)
}

/// Writes down the properties that are read meanwhile.
private final class Reading: Sendable {
  @TaskLocal static var current: Reading?

  private let stored = Guarded<[any Observed]>([])

  var properties: [any Observed] { stored.withLock { $0 } }

  func add(_ property: any Observed) {
    stored.withLock { $0.append(property) }
  }
}
