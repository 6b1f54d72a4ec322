import Concurrency
import Dispatch
import Disposables
import Testing

#if canImport(Glibc)
  import Glibc

  // The overlay hides it because a forked process may do little before it executes another program.
  @_silgen_name("fork") private func fork() -> pid_t
#endif

@Suite struct QueueTests {
  @Test("async runs at once on the queue itself, justDispatch later")
  func inline() {
    let queue = Queue(name: "inline", qos: .userInitiated)
    let order = Atomic<[String]>(value: [])
    let done = Gate()
    queue.async {
      queue.justDispatch {
        order.modify { $0 + ["dispatched"] }
        done.open()
      }
      queue.async { order.modify { $0 + ["at once"] } }
      order.modify { $0 + ["after"] }
    }
    done.pass()
    #expect(order.with { $0 } == ["at once", "after", "dispatched"])
  }

  @Test("work that is due at once keeps its place among what is dispatched")
  func order() {
    let queue = Queue()
    let order = Atomic<[Int]>(value: [])
    let done = Gate()
    queue.sync {
      queue.justDispatch { order.modify { $0 + [1] } }
      queue.after(0) { order.modify { $0 + [2] } }
      queue.justDispatchWithQoS(qos: .default) { order.modify { $0 + [3] } }
      queue.after(-1) { order.modify { $0 + [4] } }
      queue.justDispatch { done.open() }
    }
    done.pass()
    #expect(order.with { $0 } == [1, 2, 3, 4])
  }

  @Test("sync waits, returns and throws, and runs at once on the queue itself")
  func sync() {
    struct Failure: Error {}
    let queue = Queue()
    #expect(!queue.isCurrent())
    #expect(queue.sync { queue.sync { queue.isCurrent() } })
    #expect(throws: Failure.self) { try queue.sync { () throws(Failure) in throw Failure() } }
    #expect(!queue.isCurrent())
  }

  @Test("B25: a queue stays current in what its work runs through sync of other queues")
  func nestedSync() {
    let a = Queue(name: "a")
    let b = Queue(name: "b")
    a.sync {
      b.sync {
        #expect(a.isCurrent() && b.isCurrent())
        #expect(a.sync { b.sync { a.isCurrent() && b.isCurrent() } })
      }
      #expect(a.isCurrent() && !b.isCurrent())
    }
    #expect(!a.isCurrent() && !b.isCurrent())
    let done = Gate()
    a.async {
      b.sync { #expect(a.isCurrent()) }
      Queue.concurrentDefaultQueue().sync { #expect(a.isCurrent()) }
      b.async { #expect(!a.isCurrent()) }
      b.sync {}
      done.open()
    }
    done.pass()
  }

  @Test("B25: a queue stays current when the other queue runs the work on another thread")
  func nestedSyncThroughMain() {
    let a = Queue(name: "a")
    let main = Queue.mainQueue()
    let result = a.sync { main.sync { [a.isCurrent(), main.isCurrent(), a.sync { a.isCurrent() }] } }
    #expect(result == [true, true, true])
    #expect(main.sync { !a.isCurrent() })
  }

  @Test("all queues of one dispatch queue are current together")
  func sameDispatchQueue() {
    let dispatchQueue = DispatchQueue(label: "shared")
    let first = Queue(queue: dispatchQueue)
    let second = Queue(queue: dispatchQueue)
    #expect(first.sync { second.isCurrent() })
    #expect(second.sync { first.isCurrent() })
    #expect(dispatchQueue.sync { first.isCurrent() && second.isCurrent() })
    #expect(Queue(queue: first.queue).sync { first.isCurrent() })
    #expect(!Queue().sync { first.isCurrent() })
  }

  @Test("a queue is current for the work of queues that target it, and not the other way round")
  func targets() {
    let lower = Queue()
    let upper = Queue(queue: DispatchQueue(label: "upper", target: lower.queue))
    #expect(upper.sync { lower.isCurrent() && upper.isCurrent() })
    #expect(lower.sync { lower.isCurrent() && !upper.isCurrent() })
  }

  @Test("the global queues are never current, a concurrent queue of one's own is")
  func concurrentQueues() {
    for queue in [
      Queue.concurrentDefaultQueue(), .concurrentBackgroundQueue(), Queue(queue: .global(qos: .utility)),
    ] {
      #expect(queue.sync { !queue.isCurrent() })
      let done = Gate()
      queue.async { done.open() }
      done.pass()
    }
    let own = Queue(queue: DispatchQueue(label: "own", attributes: .concurrent))
    #expect(own.sync { own.isCurrent() })
    #expect(!own.isCurrent())
  }

  @Test("the main queue is current in its own work and on the main actor")
  func mainQueue() async {
    let main = Queue.mainQueue()
    #expect(main === Queue.mainQueue())
    #expect(main.queue.label == DispatchQueue.main.label)
    #expect(main.sync { main.isCurrent() && Queue(queue: .main).isCurrent() })
    #expect(await MainActor.run { main.isCurrent() && Queue(queue: .main).isCurrent() })
  }

  #if canImport(Glibc)
    @Test("the main queue is current on the main thread, also where dispatchMain has not been called")
    func mainThread() {
      let main = Queue.mainQueue()
      #expect(!main.isCurrent())
      // The main thread of a test run is gone, but the thread that forks is the main thread of the new process.
      let done = Gate()
      ThreadPool(threadCount: 1, threadPriority: 0.5).addTask(
        ThreadPoolTask { _ in
          let child = fork()
          if child == 0 { _exit(main.isCurrent() ? 7 : 8) }
          var status: Int32 = 0
          waitpid(child, &status, 0)
          #expect((status >> 8) & 0xff == 7)
          done.open()
        })
      done.pass()
    }
  #endif

  @Test("the well-known queues have short names wherever a scheduler is expected")
  func shortNames() {
    func existential(_ scheduler: any Scheduler) -> (any Scheduler)? { scheduler }
    func generic(_ scheduler: some Scheduler) -> (any Scheduler)? { scheduler }
    func concrete(_ queue: Queue) -> Queue { queue }
    #expect(existential(.mainQueue()) as? Queue === Queue.mainQueue())
    #expect(generic(.mainQueue()) as? Queue === Queue.mainQueue())
    #expect(concrete(.mainQueue()) === Queue.mainQueue())
    #expect(existential(.concurrentDefaultQueue()) as? Queue === Queue.concurrentDefaultQueue())
    #expect(generic(.concurrentDefaultQueue()) as? Queue === Queue.concurrentDefaultQueue())
    #expect(existential(.concurrentBackgroundQueue()) as? Queue === Queue.concurrentBackgroundQueue())
    #expect(generic(.concurrentBackgroundQueue()) as? Queue === Queue.concurrentBackgroundQueue())
  }
}

@Suite struct DelayTests {
  @Test(
    "delayed work runs on the queue, later, and not early", arguments: [0, -1, 1e-9, -.infinity, .nan, 0.02])
  func runs(delay: Double) {
    let queue = Queue()
    let done = Gate()
    let isLater = Atomic(value: false)
    let start = queue.now
    queue.sync {
      queue.after(delay) {
        #expect(queue.isCurrent())
        #expect(isLater.with { $0 })
        if delay > 0 { #expect(queue.now - start >= delay) }
        done.open()
      }
      isLater.swap(true)
    }
    done.pass()
  }

  @Test(
    "B94: disposing of delayed work releases it at once", arguments: [0, 1e-3, 600, 1e9, 1e12, .infinity])
  func released(delay: Double) {
    let queue = Queue()
    weak var weakToken: Token?
    let runs = Counter()
    queue.sync {
      let disposable: any Disposable
      do {
        let token = Token()
        weakToken = token
        disposable = queue.after(delay) { [token] in
          withExtendedLifetime(token) {}
          runs.increment()
        }
      }
      disposable.dispose()
      disposable.dispose()
      #expect(weakToken == nil)
    }
    queue.sync {}
    #expect(runs.value == 0)
  }

  @Test("work that will never run is released at once", arguments: [1e12, .infinity])
  func never(delay: Double) {
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      Queue.mainQueue().after(delay) { [token] in Issue.record("ran for \(token)") }
    }
    #expect(weakToken == nil)
  }

  @Test("work is released when it has run")
  func releasedAfterRun() {
    let queue = Queue()
    let freed = Gate()
    let disposable: any Disposable
    do {
      let token = Token { freed.open() }
      disposable = queue.after(1e-3) { [token] in withExtendedLifetime(token) {} }
    }
    freed.pass()
    disposable.dispose()
  }

  @Test("delayed work counts as running, and not as over, until it has returned", arguments: [0, 1e-3])
  func notOverWhileRunning(delay: Double) {
    // What it starts last of all may be put in its place, and a set must not have forgotten it by then.
    let queue = Queue()
    let isRunning = Gate()
    let mayReturn = Gate()
    let disposable = queue.after(delay) {
      isRunning.open()
      mayReturn.pass()
    }
    isRunning.pass()
    #expect((disposable as? any Finishable)?.isFinished == false)
    mayReturn.open()
    queue.sync {}
    #expect((disposable as? any Finishable)?.isFinished == true)
  }

  @Test("B46: a set of disposables forgets delayed work that has run")
  func forgotten() {
    let queue = Queue()
    let set = DisposableSet()
    defer { set.dispose() }
    weak var first: (any Disposable)?
    let isAdded = Gate()
    queue.justDispatch { isAdded.pass() }
    for number in 0..<100 {
      let disposable = queue.after(0) {}
      if number == 2 { first = disposable }
      set.add(disposable)
    }
    isAdded.open()
    queue.sync {}
    // Adding makes a set look through what it has.
    for _ in 0..<200 { set.add(queue.after(600) {}) }
    #expect(first == nil)
  }

  @Test("B26: the deinit of what delayed work holds may dispose of it again")
  func reentrantDispose() {
    let queue = Queue()
    let ends = Counter()
    let slot = MetaDisposable()
    do {
      let token = Token {
        slot.dispose()
        ends.increment()
      }
      slot.set(queue.after(600) { [token] in withExtendedLifetime(token) {} })
    }
    slot.dispose()
    #expect(ends.value == 1)
  }

  @Test("work may dispose of itself while it runs")
  func disposedWithin() {
    let slot = MetaDisposable()
    let done = Gate()
    slot.set(
      Queue().after(1e-3) {
        slot.dispose()
        done.open()
      })
    done.pass()
  }

  @Test("a delay may be a Duration")
  func duration() {
    let done = Gate()
    let queue = Queue()
    let start = queue.now
    queue.after(.milliseconds(5)) { done.open() }
    done.pass()
    #expect(queue.now - start >= 0.005)
    let never = queue.after(.seconds(Int64.max)) { Issue.record("ran") }
    never.dispose()
  }

  @Test("delayed work runs once or is cancelled, never both, when eight threads dispose")
  func stress() {
    let queue = Queue()
    let ended = Counter()
    for _ in 0..<100 {
      let disposable = queue.after(1e-4) { [token = Token { ended.increment() }] in
        withExtendedLifetime(token) {}
      }
      onThreads(8) { _ in disposable.dispose() }
    }
    queue.sync {}
    #expect(ended.value == 100)
  }
}
