import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the parts cost that everything else is made of, where the optimiser can't see through them.
struct Floors {
  /// A closure that is stored in an object.
  let closure: Subject
  /// The same for one of a thousand, each with a context of its own.
  let manyClosures: Subject
  /// Closures that call each other, two a stage, as generic code makes them.
  let nested3: Subject
  let nested10: Subject
  /// Two compare-and-swaps on one word.
  let swaps: Subject
  /// A mutex of the platform, locked and unlocked.
  let lock: Subject
  /// An object of 48 bytes, made and freed.
  let allocation: Subject
  /// A block that is sent to a serial queue, and runs there.
  let hop: Subject

  init() {
    closure = Self.oneClosure()
    manyClosures = Self.thousandClosures()
    nested3 = Self.nestedClosures(stages: 3)
    nested10 = Self.nestedClosures(stages: 10)
    swaps = Self.compareAndSwaps()
    lock = Self.mutex()
    allocation = Self.objects()
    hop = Self.hops()
  }

  // These hide which closure is called, at no other cost than loading it.

  private final class Handler<T> {
    let call: (T) -> Void

    init(_ call: @escaping (T) -> Void) {
      self.call = call
    }
  }

  private final class Function<T, R> {
    let call: (T) -> R

    init(_ call: @escaping (T) -> R) {
      self.call = call
    }
  }

  private final class Condition<T> {
    let call: (T) -> Bool

    init(_ call: @escaping (T) -> Bool) {
      self.call = call
    }
  }

  /// The form that a closure has where its types are known.
  private final class IntHandler {
    let call: (Int) -> Void

    init(_ call: @escaping (Int) -> Void) {
      self.call = call
    }
  }

  private static func oneClosure() -> Subject {
    let tally = Tally()
    let closure = opaque(IntHandler { tally.add($0 &+ 101) })
    return Subject("closure") { iterations in
      for value in 0..<iterations { closure.call(value) }
    }
  }

  /// Walks through memory, and does nothing else: the closures are not retained for their calls.
  private static func thousandClosures() -> Subject {
    let tally = Tally()
    let closures = UnsafeMutableBufferPointer<Unmanaged<IntHandler>>.allocate(capacity: 1_000)
    for position in closures.indices {
      closures.initializeElement(at: position, to: .passRetained(opaque(IntHandler { tally.add($0 &+ 102) })))
    }
    return Subject("closure of 1,000", operations: closures.count) { iterations in
      for value in 0..<iterations {
        for closure in closures { closure._withUnsafeGuaranteedRef { $0.call(value) } }
      }
    }
  }

  private static func nestedClosures(stages: Int) -> Subject {
    let tally = Tally()
    var next = opaque(Handler<Int> { tally.add($0 &+ 103) })
    for stage in Stages.ofClosures.prefix(stages).reversed() { next = stage(next) }
    let first = opaque(next)
    return Subject("\(2 * stages) nested closures") { iterations in
      for value in 0..<iterations { first.call(value) }
    }
  }

  /// Operators of two closures and nothing else.
  private enum Stages {
    /// Maps and filters in turn, each with a closure of its own, as in a chain of operators.
    static var ofClosures: [(Handler<Int>) -> Handler<Int>] {
      [
        { map(Function { $0 &+ 1 }, $0) }, { filter(Condition { $0 > 1 }, $0) },
        { map(Function { $0 &+ 2 }, $0) }, { filter(Condition { $0 > 2 }, $0) },
        { map(Function { $0 &+ 3 }, $0) }, { filter(Condition { $0 > 3 }, $0) },
        { map(Function { $0 &+ 4 }, $0) }, { filter(Condition { $0 > 4 }, $0) },
        { map(Function { $0 &+ 5 }, $0) }, { filter(Condition { $0 > 5 }, $0) },
      ]
    }

    @inline(never) static func map<T, R>(_ f: Function<T, R>, _ next: Handler<R>) -> Handler<T> {
      let f = f.call
      let next = next.call
      return Handler { next(f($0)) }
    }

    @inline(never) static func filter<T>(_ f: Condition<T>, _ next: Handler<T>) -> Handler<T> {
      let f = f.call
      let next = next.call
      return Handler { if f($0) { next($0) } }
    }
  }

  private final class Word {
    let value = Atomic<UInt>(0)
  }

  private static func compareAndSwaps() -> Subject {
    let word = opaque(Word())
    return Subject("two swaps") { iterations in
      for _ in 0..<iterations {
        _ = word.value.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
        _ = word.value.compareExchange(expected: 1, desired: 0, ordering: .releasing)
      }
    }
  }

  private static func mutex() -> Subject {
    #if canImport(Darwin)
      let mutex = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
      mutex.initialize(to: os_unfair_lock())
      return Subject("lock") { iterations in
        for _ in 0..<iterations {
          os_unfair_lock_lock(mutex)
          os_unfair_lock_unlock(mutex)
        }
      }
    #else
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
      return Subject("lock") { iterations in
        for _ in 0..<iterations {
          pthread_mutex_lock(mutex)
          pthread_mutex_unlock(mutex)
        }
      }
    #endif
  }

  private final class Object {
    let numbers: (Int, Int, Int, Int)

    init(_ number: Int) {
      numbers = (number, number, number, number)
    }
  }

  /// Keeps an object from being put on the stack.
  @inline(never) @_optimize(none)
  private static func use(_ object: Object) {}

  private static func objects() -> Subject {
    Subject("allocation") { iterations in
      for number in 0..<iterations { use(Object(number)) }
    }
  }

  private static func hops() -> Subject {
    let tally = Tally()
    let queue = DispatchQueue(label: "hops")
    return Subject("hop", operations: 200_000) { iterations in
      for _ in 0..<iterations {
        for value in 0..<200_000 {
          queue.async { tally.add(value &+ 104) }
        }
        queue.sync {}
      }
    }
  }
}
