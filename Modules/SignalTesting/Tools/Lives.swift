internal import SignalPrimitives
internal import Synchronization

/// Makes values that know whether they are alive, and writes down what is done to them that must not be.
///
/// Of a value that is read after it was freed, or released once too often, a test would notice nothing most of the time:
/// the memory still says what it did. Here each value has a number, which is never used again, and a line in a table
/// that outlives it. The memory of its objects stays until the end of the `Lives`, so that the fault is reported and does not crash.
package final class Lives: Sendable {
  private static let table = Guarded<(next: Int, lines: [Int: Entry])>((1, [:]))

  private let numbers = Guarded<[Int]>([])
  private let seen = Recording<String>()

  package init() {}

  deinit {
    for number in numbers.withLock({ $0 }) {
      // Of a value with which something was wrong no count is right any more, and its line stays.
      let leaving = Self.table.withLock { table in
        table.lines[number]?.isFaulty == true ? nil : table.lines.removeValue(forKey: number)
      }
      withExtendedLifetime(leaving) {}  // released outside the lock
    }
  }

  /// A new value.
  package func life() -> Life {
    let number = Self.table.withLock { table in
      defer { table.next += 1 }
      return table.next
    }
    let life = Life(number)
    Self.table.withLock { $0.lines[number] = Entry(of: life, reportingTo: seen) }
    numbers.withLock { $0.append(number) }
    return life
  }

  /// The number of values of which there still is a copy.
  package var alive: Int {
    let numbers = numbers.withLock { $0 }
    return Self.table.withLock { table in
      numbers.reduce(0) { $0 + (table.lines[$1]?.isAlive == true ? 1 : 0) }
    }
  }

  /// What was done to values that must not be, a line each.
  package var faults: [String] { seen.elements }

  /// What was freed twice, or is dead though the table holds it, was released more often than it was retained.
  fileprivate static func died(_ number: Int, _ part: Part) {
    let isSound = table.withLock { table -> Bool in
      guard let wasAlive = table.lines[number]?.isAlive else { return true }
      if part == .body { table.lines[number]?.isAlive = false }
      return part == .body && wasAlive
    }
    if !isSound { report("a value was released once too often", of: number) }
  }

  fileprivate static func use(_ number: Int) {
    let isDead = table.withLock { $0.lines[number].map { !$0.isAlive } ?? true }
    if isDead { report("a value was used after its death", of: number) }
  }

  fileprivate static func report(_ fault: String, of number: Int) {
    let faults = table.withLock { table in
      table.lines[number]?.isFaulty = true
      return table.lines[number]?.faults
    }
    faults?.append(fault)
  }
}

/// A value that knows whether it is alive: one of its objects dies with the last copy.
package struct Life: Sendable {
  private let number: Int
  fileprivate let body: Body
  fileprivate let witness: Witness

  fileprivate init(_ number: Int) {
    self.number = number
    body = Body(number)
    witness = Witness(number)
  }

  /// To be called wherever the value is read.
  package func use() {
    Lives.use(number)
    if !body.isSound { Lives.report("the object of a value was used after its death", of: number) }
  }
}

extension Life: Equatable {
  package static func == (a: Life, b: Life) -> Bool {
    a.use()
    b.use()
    return a.number == b.number
  }
}

/// The objects of a value.
private enum Part {
  case body
  case witness
}

/// What the table says about a value.
private struct Entry: Sendable {
  let faults: Recording<String>
  var isAlive = true
  var isFaulty = false
  /// Held, so that it dies only if the value was released more often than it was retained.
  let witness: Witness
  let memory: (KeptMemory, KeptMemory)

  init(of life: Life, reportingTo faults: Recording<String>) {
    self.faults = faults
    witness = life.witness
    memory = (KeptMemory(life.body), KeptMemory(life.witness))
  }
}

/// Keeps the memory of an object, and not the object, so that to retain and to release a dead one does no harm.
private struct KeptMemory: Sendable {
  // Each death takes one of these; an object that is released too often dies several times.
  unowned let a: any Mortal
  unowned let b: any Mortal
  unowned let c: any Mortal
  unowned let d: any Mortal

  init(_ object: any Mortal) {
    (a, b, c, d) = (object, object, object, object)
  }
}

private protocol Mortal: AnyObject, Sendable {}

private final class Body: Mortal {
  private let number: Int
  private let canary = Atomic(alive)
  /// By hand, since it may be asked to free it twice.
  private let text: Unmanaged<Text>
  private static let alive = 0x1234_5678
  private static let dead = 0x6666_6666

  init(_ number: Int) {
    self.number = number
    text = .passRetained(Text(number))
  }

  deinit {
    if canary.exchange(Self.dead, ordering: .sequentiallyConsistent) == Self.alive { text.release() }
    Lives.died(number, .body)
  }

  var isSound: Bool {
    canary.load(ordering: .sequentiallyConsistent) == Self.alive && text.takeUnretainedValue().isSound(number)
  }
}

/// A string that is an object, and what it has to be.
private final class Text: Sendable {
  private let string: String

  init(_ number: Int) {
    string = Self.string(number)
  }

  func isSound(_ number: Int) -> Bool { string == Self.string(number) }

  private static func string(_ number: Int) -> String { "a text that does not fit into a string: \(number)" }
}

private final class Witness: Mortal {
  private let number: Int

  init(_ number: Int) {
    self.number = number
  }

  deinit {
    Lives.died(number, .witness)
  }
}
