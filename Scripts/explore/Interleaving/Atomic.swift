// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is documented where it comes from.

/// `Synchronization.Atomic`, every access to which is an event of the explorer.
///
/// It has what the sources use, and no more.
public struct Atomic<Value: AtomicValue>: ~Copyable, @unchecked Sendable {
  let location: Location

  public init(_ initialValue: Value) {
    location = Location(initialValue.bits)
  }

  public func load(ordering: AtomicLoadOrdering, file: StaticString = #fileID, line: UInt = #line) -> Value {
    Value(
      bits: Explorer.current.load(
        location, acquires: ordering == .acquiring && Weakening.at(file, line) == nil, Place(file, line)))
  }

  public func store(
    _ value: Value, ordering: AtomicStoreOrdering, file: StaticString = #fileID, line: UInt = #line
  ) {
    Explorer.current.store(
      location, value.bits, releases: ordering == .releasing && Weakening.at(file, line) == nil,
      Place(file, line)
    )
  }

  public func exchange(
    _ value: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    Value(
      bits: Explorer.current.update(location, ordering.weakened(file, line), Place(file, line), "exchange") {
        _ in value.bits
      })
  }

  public func compareExchange(
    expected: Value, desired: Value, ordering: AtomicUpdateOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected: expected, desired: desired, successOrdering: ordering,
      failureOrdering: ordering.acquires ? .acquiring : .relaxed, file: file, line: line)
  }

  public func compareExchange(
    expected: Value, desired: Value, successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering, file: StaticString = #fileID, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    let (exchanged, original) = Explorer.current.compareExchange(
      location, expected.bits, desired.bits, successOrdering.weakened(file, line),
      failureAcquires: failureOrdering == .acquiring,
      Place(file, line))
    return (exchanged, Value(bits: original))
  }
}

extension Atomic where Value == UInt {
  @discardableResult public func bitwiseAnd(
    _ operand: UInt, ordering: AtomicUpdateOrdering, file: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: UInt, newValue: UInt) {
    let old = Explorer.current.update(location, ordering.weakened(file, line), Place(file, line), "and") {
      $0 & operand
    }
    return (old, old & operand)
  }

  @discardableResult public func bitwiseOr(
    _ operand: UInt, ordering: AtomicUpdateOrdering, file: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: UInt, newValue: UInt) {
    let old = Explorer.current.update(location, ordering.weakened(file, line), Place(file, line), "or") {
      $0 | operand
    }
    return (old, old | operand)
  }
}

extension Atomic where Value == Int {
  @discardableResult public func max(
    _ operand: Int, ordering: AtomicUpdateOrdering, file: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Int, newValue: Int) {
    let old = Explorer.current.update(location, ordering.weakened(file, line), Place(file, line), "max") {
      UInt(bitPattern: Swift.max(Int(bitPattern: $0), operand))
    }
    return (Int(bitPattern: old), Swift.max(Int(bitPattern: old), operand))
  }
}

public enum AtomicLoadOrdering { case relaxed, acquiring }
public enum AtomicStoreOrdering { case relaxed, releasing }
public enum AtomicUpdateOrdering {
  case relaxed, acquiring, releasing, acquiringAndReleasing

  fileprivate func weakened(_ file: StaticString, _ line: UInt) -> AtomicUpdateOrdering {
    Weakening.at(file, line) ?? self
  }

  var acquires: Bool { self == .acquiring || self == .acquiringAndReleasing }
  var releases: Bool { self == .releasing || self == .acquiringAndReleasing }
}

public protocol AtomicValue {
  init(bits: UInt)
  var bits: UInt { get }
}
extension UInt: AtomicValue {
  public init(bits: UInt) { self = bits }
  public var bits: UInt { self }
}
extension Int: AtomicValue {
  public init(bits: UInt) { self.init(bitPattern: bits) }
  public var bits: UInt { UInt(bitPattern: self) }
}
extension Bool: AtomicValue {
  public init(bits: UInt) { self = bits != 0 }
  public var bits: UInt { self ? 1 : 0 }
}

/// A lock whose threads wait in the explorer.
public struct ExploredMutex {
  let location = Location(name: "lock")

  public init() {}
  public func lock(_ file: StaticString, _ line: UInt) { Explorer.current.lock(location, Place(file, line)) }
  public func tryLock(_ file: StaticString, _ line: UInt) -> Bool {
    Explorer.current.tryLock(location, Place(file, line))
  }
  public func unlock() { Explorer.current.unlock(location) }
}

/// A semaphore whose threads wait in the explorer.
public final class DispatchSemaphore: @unchecked Sendable {
  // safe: one thread runs at a time
  private let location = Location(name: "semaphore")
  private var value: Int

  public init(value: Int) { self.value = value }
  public func wait() {
    Explorer.current.wait(location) { value > 0 }
    value -= 1
  }
  public func signal() {
    Explorer.current.signal(location)
    value += 1
  }
}

/// Plain memory of a program: one who uses it must know of what others did with it before, as the memory model demands.
public final class Plain {
  private let location: Location

  public init(_ name: String = "plain memory") { location = Location(name: name) }
  public func read(_ file: StaticString = #fileID, _ line: UInt = #line) {
    Explorer.current.plain(location, isWrite: false, Place(file, line))
  }
  /// It has one owner now, who knows everything by means that the explorer does not see.
  public func forget() { location.forget() }
  public func write(_ file: StaticString = #fileID, _ line: UInt = #line) {
    Explorer.current.plain(location, isWrite: true, Place(file, line))
  }
}

/// Something of a program whose uses by several threads are in an order that matters, but not to the memory model.
public final class Spot {
  private let location: Location

  public init(_ name: String) { location = Location(name: name) }
  /// - Parameters:
  ///   - isPoint: Whether another thread may come before.
  ///   - handsOver: Whether who comes next knows what was done before, as after a lock.
  package func touch(_ what: @autoclosure () -> String, isPoint: Bool = true, handsOver: Bool = false) {
    Explorer.current.touch(location, what, isPoint: isPoint, handsOver: handsOver)
  }
}

struct Place {
  let file: StaticString
  let line: UInt
  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }
  var text: String { "\("\(file)".split(separator: "/").last ?? ""):\(line)" }
}

/// One access whose ordering is weaker than the sources say, to see that a program notices.
package struct Weakening {
  let file: String
  let line: UInt
  let ordering: AtomicUpdateOrdering

  package nonisolated(unsafe) static var all: [Weakening] = []

  /// - Parameter text: `Turnstile.swift:85:relaxed`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":")
    let orderings: [Substring: AtomicUpdateOrdering] = [
      "relaxed": .relaxed, "acquiring": .acquiring, "releasing": .releasing,
    ]
    guard parts.count == 3, let line = UInt(parts[1]), let ordering = orderings[parts[2]] else { return nil }
    file = String(parts[0])
    self.line = line
    self.ordering = ordering
  }

  static func at(_ file: StaticString, _ line: UInt) -> AtomicUpdateOrdering? {
    guard !all.isEmpty else { return nil }
    return all.first { $0.line == line && file.description.hasSuffix("/" + $0.file) }?.ordering
  }
}
