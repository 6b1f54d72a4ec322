import Locking
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Makes values that know whether they are alive, and writes down what is done to them that must not be.
///
/// Of a value that is read after it was freed, or released once too often, a test would notice nothing most of the time:
/// the memory still says what it did. Here each value has a number, which is never used again, and a line in a table
/// that outlives it. The memory of its objects stays until the end of the `Lives`, so that the fault is reported and does not crash.
package final class Lives: Sendable {
  private static let table = Guarded<(next: Int, lines: [Int: Line])>((1, [:]))
  private static let scribbling: Void = scribbleOnFreedMemory()

  private let numbers = Guarded<[Int]>([])
  private let seen = Recording<String>()

  package init() {
    Self.scribbling
  }

  deinit {
    let leaving = numbers.withLock { $0 }.compactMap { number in
      Self.table.withLock { $0.lines.removeValue(forKey: number) }
    }
    withExtendedLifetime(leaving) {}  // they are released outside the lock
  }

  /// A new value.
  package func life() -> Life {
    let number = Self.table.withLock { table in
      defer { table.next += 1 }
      return table.next
    }
    let life = Life(number)
    Self.table.withLock { $0.lines[number] = Line(of: life, reportingTo: seen) }
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

  fileprivate static func died(_ number: Int) {
    table.withLock { $0.lines[number]?.isAlive = false }
  }

  /// The line held the witness: so it was released more often than it was retained.
  fileprivate static func lostWitness(_ number: Int) {
    report("a value was released once too often", of: number)
  }

  fileprivate static func use(_ number: Int) {
    let isDead = table.withLock { $0.lines[number].map { !$0.isAlive } ?? true }
    if isDead { report("a value was used after its death", of: number) }
  }

  fileprivate static func report(_ fault: String, of number: Int) {
    table.withLock { $0.lines[number]?.faults }?.append(fault)
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

/// What the table says about a value.
private struct Line {
  let faults: Recording<String>
  var isAlive = true
  /// Keeps the memory of the body, and not the body.
  unowned let body: Body
  /// Held, so that the last copy does not free it, unless that was released too often.
  let witness: Witness

  init(of life: Life, reportingTo faults: Recording<String>) {
    self.faults = faults
    body = life.body
    witness = life.witness
  }
}

private final class Body: Sendable {
  private let number: Int
  private let canary = Atomic(alive)
  private let text: String
  private static let alive = 0x1234_5678
  private static let dead = 0x6666_6666

  init(_ number: Int) {
    self.number = number
    text = Self.text(number)
  }

  deinit {
    canary.store(Self.dead, ordering: .sequentiallyConsistent)
    Lives.died(number)
  }

  var isSound: Bool {
    canary.load(ordering: .sequentiallyConsistent) == Self.alive && text == Self.text(number)
  }

  private static func text(_ number: Int) -> String { "a text that does not fit into a string: \(number)" }
}

private final class Witness: Sendable {
  private let number: Int

  init(_ number: Int) {
    self.number = number
  }

  deinit {
    Lives.lostWitness(number)
  }
}

/// Lets what is read of freed memory be nonsense, instead of what it was.
private func scribbleOnFreedMemory() {
  #if canImport(Glibc)
    typealias Mallopt = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
    let perturb: Int32 = -6  // M_PERTURB; its header is not imported
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: Mallopt.self)(perturb, 0x5A)
  #endif
}
