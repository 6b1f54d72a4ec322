/// One component for each thread: how many events of it are known to have happened before.
///
/// Number 0 is who sets a program up and looks at its end; the program's threads follow.
typealias Clock = SIMD8<UInt32>

extension Clock {
  mutating func join(_ other: Clock) {
    replace(with: other, where: other .> self)
  }
}

func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var x = (a ^ (b &* 0x9E37_79B9_7F4A_7C15)) &+ 0x2545_F491_4F6C_DD1D
  x ^= x >> 32
  x = x &* 0xD6E8_FEB8_6659_FD93
  x ^= x >> 29
  return x &* 0x9E37_79B9_7F4A_7C15
}

/// A value that was written to a place.
struct Store {
  let value: UInt
  /// What one who reads the value with an acquire knows.
  let release: Clock
  /// Stands for the whole history that led to this store.
  let hash: UInt64
}

/// A place in memory that several threads may use, with everything that was written to it in this execution.
///
/// The modification order is the order of execution. A load may return an older store, unless the thread knows of a later one: by its
/// own loads and stores, or by those of other threads that happened before.
final class Location {
  /// Deterministic: who made it, and as the how manieth.
  private(set) var id: UInt64
  private(set) var name: String
  private var execution: Int
  private(set) var stores: [Store]
  private var seen: [(thread: Int, time: UInt32, index: Int)] = []
  /// Who holds it, if it is a lock.
  var holder: Int?
  /// What happened to it last, if it is no atomic.
  var lastHash: UInt64 = 0
  /// What one who takes the lock, or comes after the last write of plain memory, has to know.
  var clock = Clock()
  var readers = Clock()

  init(_ value: UInt = 0, name: String = "") {
    let explorer = Explorer.current
    id = explorer.newIdentifier()
    self.name = name
    execution = explorer.execution
    let hash = mixed(id, 0)  // the value follows from the history, and an address would differ
    stores = [Store(value: value, release: explorer.clock, hash: hash)]
    explorer.tick()
    saw(0, by: explorer.running, at: explorer.clock[explorer.running])
  }

  /// What outlives an execution starts the next one with the value that it has.
  func refresh() {
    let explorer = Explorer.current
    guard execution != explorer.execution else { return }
    execution = explorer.execution
    stores = [Store(value: newest.value, release: Clock(), hash: mixed(id, UInt64(newest.value)))]
    seen = []
    lastHash = 0
    clock = Clock()
    readers = Clock()
  }

  var newest: Store { stores[stores.count - 1] }

  func saw(_ index: Int, by thread: Int, at time: UInt32) {
    if let last = seen.lastIndex(where: { $0.thread == thread }), seen[last].index >= index { return }
    seen.append((thread, time, index))
  }

  /// The oldest store that a thread with this clock may still read.
  func oldest(for clock: Clock) -> Int {
    var index = 0
    for entry in seen where entry.index > index && entry.time <= clock[entry.thread] { index = entry.index }
    return index
  }

  func forget() {
    clock = Clock()
    readers = Clock()
  }

  func append(_ store: Store) { stores.append(store) }
}
