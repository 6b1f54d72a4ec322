import Dispatch
import Synchronization
import Testing

@testable import Concurrency

/// Queues that target each other, the outermost last.
private func chain(_ depth: Int, endingWith outermost: Queue = Queue(name: "outermost")) -> [Queue] {
  var queues = [outermost]
  while queues.count < depth {
    queues.insert(Queue(queue: DispatchQueue(label: "inner", target: queues[0].queue)), at: 0)
  }
  return queues
}

extension [Queue] {
  /// Which of them are current.
  ///
  /// Those that are have to let work in as well, which stops the program otherwise.
  fileprivate var current: [Bool] {
    map { queue in queue.isCurrent() && queue.sync { queue.isCurrent() } }
  }
}

/// Runs `body` within `sync` of each of the queues, the first outermost.
private func nested<R>(in queues: some Collection<Queue>, _ body: () -> R) -> R {
  guard let first = queues.first else { return body() }
  return first.sync { nested(in: queues.dropFirst(), body) }
}

/// How many of some objects are still there.
private final class Remaining {
  private struct Reference {
    weak var object: QueueIdentity?
  }

  private var references: [Reference] = []

  var count: Int { references.count { $0.object != nil } }

  func add(_ object: QueueIdentity?) {
    references.append(Reference(object: object))
  }
}

@Suite struct TargetQueueTests {
  @Test(
    "the queues that the caller's queue targets stay current through sync, at any depth", arguments: 1...6)
  func depths(depth: Int) {
    let queues = chain(depth)
    for count in 0...3 {
      let others = (0..<count).map { _ in Queue() }
      let expected = Array(repeating: true, count: depth)
      #expect(queues[0].sync { nested(in: others) { queues.current } } == expected)
      #expect(queues[0].sync { nested(in: others) { nested(in: others) { queues.current } } } == expected)
      let result = Concurrency.Atomic<[Bool]>(value: [])
      let done = Gate()
      queues[0].justDispatch {
        let current = nested(in: others) { queues.current }
        result.swap(current)
        done.open()
      }
      done.pass()
      #expect(result.with { $0 } == expected)
    }
    #expect(queues.current == Array(repeating: false, count: depth))
  }

  @Test("so do the targets of every queue that the caller is nested in, and only as long as it is")
  func severalChains() {
    let chains = [chain(3), chain(1), chain(4), chain(2)]
    let third = Queue()
    nested(in: chains.map { $0[0] } + [third]) {
      for queues in chains { #expect(!queues.current.contains(false)) }
    }
    chains[0][0].sync {
      chains[2][1].sync {
        third.sync {
          #expect(chains[0].current == [true, true, true])
          #expect(chains[2].current == [false, true, true, true])
          #expect(chains[1].current + chains[3].current == [false, false, false])
        }
        #expect(chains[0].current == [true, true, true])
      }
      #expect(chains[2].current == [false, false, false, false])
      #expect(chains[0].current == [true, true, true])
    }
    #expect(chains.flatMap(\.current) == Array(repeating: false, count: 10))
  }

  @Test("a queue is not current in what its target, or another queue of its target, runs through sync")
  func notDownward() {
    let outer = Queue()
    let inner = Queue(queue: DispatchQueue(label: "inner", target: outer.queue))
    let sibling = Queue(queue: DispatchQueue(label: "sibling", target: outer.queue))
    let third = Queue()
    #expect(outer.sync { third.sync { [outer, inner, sibling].current } } == [true, false, false])
    #expect(inner.sync { third.sync { [outer, inner, sibling].current } } == [true, true, false])
    #expect(third.sync { outer.sync { [third, outer, inner].current } } == [true, true, false])
  }

  @Test("work of a plain dispatch queue keeps the queues current that it targets")
  func plainQueues() {
    let queues = chain(3)
    let plain = DispatchQueue(
      label: "plain", target: DispatchQueue(label: "plain, too", target: queues[0].queue))
    let third = Queue()
    #expect(plain.sync { third.sync { queues.current } } == [true, true, true])
    let done = Gate()
    plain.async {
      third.sync { #expect(queues.current == [true, true, true]) }
      done.open()
    }
    done.pass()
  }

  @Test("the global queues neither hide nor hold anything")
  func globalQueues() {
    let queues = chain(2, endingWith: Queue(queue: DispatchQueue(label: "on global", target: .global())))
    let global = Queue.concurrentDefaultQueue()
    let third = Queue()
    #expect(queues[0].sync { global.sync { third.sync { queues.current } } } == [true, true])
    let done = Gate()
    global.async {
      third.sync { #expect(queues.current == [false, false]) }
      queues[0].sync { global.sync { #expect(queues.current == [true, true]) } }
      done.open()
    }
    done.pass()
  }

  @Test("a queue that targets the main queue keeps it current")
  func mainQueue() {
    let main = Queue.mainQueue()
    let queues = chain(3, endingWith: main)
    let third = Queue()
    #expect(queues[0].sync { queues.current } == [true, true, true])
    #expect(queues[0].sync { third.sync { queues.current } } == [true, true, true])
    #expect(third.sync { queues[0].sync { third.sync { [third, main].current } } } == [true, true])
    #expect(third.sync { queues.current } == [false, false, false])
    // From a thread that is not the main one, through a queue whose work runs elsewhere.
    let elsewhere = chain(2)
    #expect(elsewhere[0].sync { main.sync { third.sync { elsewhere.current } } } == [true, true])
  }

  @Test("what concurrentPerform runs may go into queues that have targets, all at once")
  func concurrentPerform() {
    let failures = Counter()
    let holder = chain(2)
    let third = Queue()
    let shared = chain(3)
    holder[0].sync {
      DispatchQueue.concurrentPerform(iterations: 64) { _ in
        let own = chain(3)
        let isRight = own[0].sync {
          third.sync { shared[0].sync { third.sync { !(own.current + shared.current).contains(false) } } }
        }
        if !isRight || own.current.contains(true) { failures.increment() }
      }
      third.sync { if holder.current.contains(false) { failures.increment() } }
    }
    #expect(failures.value == 0)
  }

  @Test("a concurrent queue's works find its targets together, while other queues come and go")
  func concurrentQueue() {
    for _ in 0..<20 {
      let outer = chain(3)
      let inner = Queue(
        queue: DispatchQueue(label: "inner", attributes: .concurrent, target: outer[0].queue))
      let free = Queue(queue: DispatchQueue(label: "free", attributes: .concurrent))
      let failures = Counter()
      onThreads(8) { index in
        for _ in 0..<10 {
          let other = Queue(queue: DispatchQueue(label: "other"))
          let queue = index % 2 == 0 ? inner : free
          let current = queue.sync { other.sync { ([inner, free] + outer).current } }
          let isInner = index % 2 == 0
          if current != [isInner, !isInner] + outer.map({ _ in isInner }) { failures.increment() }
        }
      }
      #expect(failures.value == 0)
    }
  }

  @Test("a target counts from when it is wrapped, whatever has been asked before")
  func wrappedLater() {
    let outermost = DispatchQueue(label: "outermost")
    let outer = DispatchQueue(label: "outer", target: outermost)
    let inner = Queue(queue: DispatchQueue(label: "inner", target: outer))
    let third = Queue()
    #expect(inner.sync { third.sync { inner.isCurrent() } })
    let first = Queue(queue: outermost)
    #expect(inner.sync { third.sync { [inner, first].current } } == [true, true])
    let second = Queue(queue: outer)
    #expect(inner.sync { third.sync { [inner, first, second].current } } == [true, true, true])
    #expect(second.sync { third.sync { [inner, first, second].current } } == [false, true, true])
    inner.sync {
      let again = [Queue(queue: outermost), Queue(queue: outer)]
      third.sync { #expect(again.current == [true, true]) }
    }
  }

  @Test("a target may be wrapped by the work of the queue that targets it")
  func wrappedWithin() {
    let outer = DispatchQueue(label: "outer")
    let inner = Queue(queue: DispatchQueue(label: "inner", target: outer))
    let third = Queue()
    inner.sync {
      third.sync {}
      let wrapped = Queue(queue: outer)
      #expect(wrapped.isCurrent())
      third.sync { #expect([wrapped].current == [true]) }
    }
  }
}

@Suite struct QueueLifetimeTests {
  @Test("a queue that nobody has any more keeps its targets current in its last work")
  func lastWork() {
    let outer = chain(2)
    let third = Queue()
    let mayRun = Gate()
    let done = Gate()
    do {
      let inner = Queue(queue: DispatchQueue(label: "inner", target: outer[0].queue))
      inner.justDispatch {
        mayRun.pass()
        third.sync { third.sync { #expect(outer.current == [true, true]) } }
        Queue.mainQueue().sync { third.sync { #expect(outer.current == [true, true]) } }
        done.open()
      }
    }
    mayRun.open()
    done.pass()
  }

  @Test("neither a queue nor its identity is kept by having been asked about, having targets or being one")
  func freed() {
    let third = Queue()
    let isFreed = Gate()
    let witnesses = DispatchSpecificKey<Token>()
    let remaining = Remaining()
    do {
      let queues = chain(3) + [Queue(), Queue(queue: DispatchQueue(label: "free"))]
      for queue in queues { #expect(queue.sync { third.sync { queue.isCurrent() } }) }
      for queue in queues {
        queue.queue.setSpecific(key: witnesses, value: Token { isFreed.open() })
        remaining.add(QueueIdentity.of(queue.queue))
      }
      #expect(remaining.count == 5)
    }
    for _ in 0..<5 { isFreed.pass() }
    // Dispatch lets go of what is set on a queue in the background, one piece after the other.
    for _ in 0..<10_000 where remaining.count > 0 {
      DispatchQueue.global().async { isFreed.open() }
      isFreed.pass()
    }
    #expect(remaining.count == 0)
  }

  @Test("the registry forgets what goes away, wherever it stands")
  func registry() {
    let kept = TargetMark()
    let marks = (0..<9).map { _ in TargetMark() }
    var numbers: [Int] = []
    for mark in [kept] + marks {
      let registration = Synchronization.Atomic(0)
      TargetRegistry.add(mark, unless: registration)
      TargetRegistry.add(mark, unless: registration)
      numbers.append(registration.load(ordering: .relaxed))
    }
    defer { TargetRegistry.remove(numbers[0]) }
    func known(after number: Int) -> Int {
      TargetRegistry.marks(after: number).marks.count { mark in ([kept] + marks).contains { $0 === mark } }
    }
    #expect(known(after: 0) == 10)
    #expect(known(after: numbers[0]) == 9)
    #expect(known(after: numbers[5]) == 4)
    #expect(TargetRegistry.marks(after: 0).last >= numbers[9])
    for (removed, index) in [5, 9, 1, 4, 2, 3, 8, 7, 6].enumerated() {
      TargetRegistry.remove(numbers[index])
      TargetRegistry.remove(numbers[index])
      #expect(known(after: 0) == 9 - removed)
    }
  }
}

@Suite struct GlobalQueueTests {
  private static let qualities: [DispatchQoS.QoSClass] = [
    .background, .utility, .default, .userInitiated, .userInteractive, .unspecified,
  ]

  @Test("the global queues are never current, of whatever importance", arguments: qualities)
  func never(quality: DispatchQoS.QoSClass) {
    let queue = Queue(queue: .global(qos: quality))
    let again = Queue(queue: queue.queue)
    let third = Queue()
    #expect(queue.sync { !queue.isCurrent() && !again.isCurrent() })
    #expect(queue.sync { third.sync { !queue.isCurrent() && !again.isCurrent() && third.isCurrent() } })
    let done = Gate()
    queue.async {
      #expect(!queue.isCurrent())
      done.open()
    }
    done.pass()
  }

  @Test(
    "a queue of one's own is an ordinary one, though its label is like a global queue's",
    arguments: ["com.apple.root.something", "com.apple.root.", DispatchQueue.global().label])
  func label(_ label: String) {
    let queue = Queue(name: label)
    let wrapped = Queue(queue: DispatchQueue(label: label))
    let concurrent = Queue(queue: DispatchQueue(label: label, attributes: .concurrent))
    let third = Queue()
    for own in [queue, wrapped, concurrent] {
      #expect(own.sync { own.isCurrent() && Queue(queue: own.queue).isCurrent() })
      #expect(own.sync { third.sync { own.isCurrent() } })
      #expect(!own.isCurrent())
    }
    #expect(queue.sync { !wrapped.isCurrent() && !concurrent.isCurrent() })
  }
}
