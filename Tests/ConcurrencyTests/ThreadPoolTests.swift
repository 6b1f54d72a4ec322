import Dispatch
import SignalPrimitives
import Testing

@testable import Concurrency

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

@Suite struct ThreadPoolTests {
  @Test("B110: tasks run on the pool's threads, and can tell")
  func tasks() {
    let pool = ThreadPool(threadCount: 2, threadPriority: 0.5)
    let other = ThreadPool(threadCount: 1, threadPriority: 0.1)
    let done = Gate()
    #expect(!pool.isCurrentThreadInPool())
    for _ in 0..<10 {
      pool.addTask(
        ThreadPoolTask { state in
          #expect(pool.isCurrentThreadInPool())
          #expect(!other.isCurrentThreadInPool())
          #expect(!state.cancelled.with { $0 })
          done.open()
        })
    }
    for _ in 0..<10 { done.pass() }
  }

  @Test("a task that is added again and again runs each time in the same way: the stack does not grow")
  func sameTask() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let (runs, isDone) = (Counter(), DispatchSemaphore(value: 0))
    let queue = pool.nextQueue()
    let task = ThreadPoolTask { _ in runs.increment() }
    for _ in 0..<200_000 { queue.addTask(task) }
    queue.addTask(ThreadPoolTask { _ in isDone.signal() })
    isDone.wait()
    #expect(runs.value == 200_000)
  }

  @Test("tasks of different queues run side by side, on as many threads as there are")
  func parallel() {
    let pool = ThreadPool(threadCount: 3, threadPriority: 0.5)
    let arrived = Gate()
    let leave = Gate()
    let running = Counter()
    for _ in 0..<5 {
      pool.addTask(
        ThreadPoolTask { _ in
          running.increment()
          arrived.open()
          leave.pass()
        })
    }
    for _ in 0..<3 { arrived.pass() }
    #expect(!arrived.isOpen(within: 0.01))
    #expect(running.value == 3)
    for _ in 0..<5 { leave.open() }
    for _ in 0..<2 { arrived.pass() }
  }

  @Test("tasks of one queue run in the order of adding, one at a time")
  func order() {
    let pool = ThreadPool(threadCount: 4, threadPriority: 0.5)
    let queues = (0..<3).map { _ in pool.nextQueue() }
    let done = Gate()
    let orders = queues.map { _ in Atomic<[Int]>(value: []) }
    for number in 0..<300 {
      for (queue, order) in zip(queues, orders) {
        queue.addTask(
          ThreadPoolTask { _ in
            do {
              // One at a time: nobody else holds the lock.
              #expect(try order.tryWith(\.count) == number)
            } catch {
              Issue.record(error)
            }
            order.modify { $0 + [number] }
            done.open()
          })
      }
    }
    for _ in 0..<900 { done.pass() }
    for order in orders { #expect(order.with { $0 } == Array(0..<300)) }
  }

  @Test("queues take turns")
  func turns() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let first = pool.nextQueue()
    let second = pool.nextQueue()
    #expect(first == first && first != second)
    let order = Atomic<[String]>(value: [])
    let resume = Gate()
    let done = Gate()
    pool.addTask(ThreadPoolTask { _ in resume.pass() })
    for name in ["a1", "a2", "a3"] { first.addTask(ThreadPoolTask { _ in order.modify { $0 + [name] } }) }
    for name in ["b1", "b2"] { second.addTask(ThreadPoolTask { _ in order.modify { $0 + [name] } }) }
    first.addTask(ThreadPoolTask { _ in done.open() })
    resume.open()
    done.pass()
    #expect(order.with { $0 } == ["a1", "b1", "a2", "b2", "a3"])
  }

  @Test("a task that is cancelled in time is not run, and is released at once")
  func cancelled() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let resume = Gate()
    let done = Gate()
    weak var weakToken: Token?
    pool.addTask(ThreadPoolTask { _ in resume.pass() })
    let task: ThreadPoolTask
    do {
      let token = Token()
      weakToken = token
      task = ThreadPoolTask { [token] _ in Issue.record("ran for \(token)") }
    }
    pool.addTask(task)
    task.cancel()
    task.cancel()
    #expect(weakToken == nil)
    pool.addTask(task)
    pool.addTask(ThreadPoolTask { _ in done.open() })
    resume.open()
    done.pass()
  }

  @Test("a task that runs learns that it was cancelled, and may cancel itself")
  func cancelledWhileRunning() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let entered = Gate()
    let resume = Gate()
    let done = Gate()
    let task = ThreadPoolTask { state in
      #expect(!state.cancelled.with { $0 })
      entered.open()
      resume.pass()
      #expect(state.cancelled.with { $0 })
      done.open()
    }
    pool.addTask(task)
    entered.pass()
    task.cancel()
    resume.open()
    done.pass()
  }

  @Test("what was added before the pool is released still runs; what is added later is released unrun")
  func releasedPool() {
    let runs = Counter()
    let resume = Gate()
    let done = Gate()
    let queue: ThreadPoolQueue
    do {
      let pool = ThreadPool(threadCount: 2, threadPriority: 0.5)
      queue = pool.nextQueue()
      queue.addTask(ThreadPoolTask { _ in resume.pass() })
      for _ in 0..<10 { queue.addTask(ThreadPoolTask { _ in _ = runs.increment() }) }
      queue.addTask(ThreadPoolTask { _ in done.open() })
    }
    weak var weakTask: ThreadPoolTask?
    do {
      let late = ThreadPoolTask { _ in Issue.record("ran") }
      weakTask = late
      queue.addTask(late)
    }
    #expect(weakTask == nil)
    resume.open()
    done.pass()
    #expect(runs.value == 10)
  }

  @Test("a task may release the last reference to its pool")
  func releasedWithin() {
    let owner = Atomic<ThreadPool?>(value: ThreadPool(threadCount: 2, threadPriority: 0.5))
    let resume = Gate()
    let done = Gate()
    let queue = owner.with { $0 }?.nextQueue()
    queue?.addTask(
      ThreadPoolTask { _ in
        resume.pass()
        owner.swap(nil)
        queue?.addTask(ThreadPoolTask { _ in Issue.record("ran") })
      })
    queue?.addTask(ThreadPoolTask { _ in done.open() })
    resume.open()
    done.pass()
  }

  @Test("the threads end after the pool is released")
  func threadsEnd() {
    let ended = Gate()
    do {
      let pool = ThreadPool(threadCount: 3, threadPriority: 0.5)
      let arrived = Gate()
      let leave = Gate()
      for _ in 0..<3 {
        pool.addTask(
          ThreadPoolTask { _ in
            atEndOfThread { ended.open() }
            arrived.open()
            leave.pass()
          })
      }
      for _ in 0..<3 { arrived.pass() }
      for _ in 0..<3 { leave.open() }
      #expect(!ended.isOpen(within: 0.01))
    }
    for _ in 0..<3 { ended.pass() }
  }

  @Test("what a thread is given to do is there until it is done, and released then")
  func threadStart() {
    let (resume, done, freed) = (Gate(), Gate(), Gate())
    for _ in 0..<20 {
      let result = Platform.detachThread { [token = Token { freed.open() }] in
        resume.pass()
        withExtendedLifetime(token) { done.open() }
      }
      #expect(result == 0)
    }
    for _ in 0..<20 { resume.open() }
    for _ in 0..<20 { done.pass() }
    for _ in 0..<20 { freed.pass() }
  }

  @Test("a pool takes every priority", arguments: [-1, 0, 0.5, 1, 2, .nan, .infinity])
  func priorities(priority: Double) {
    let done = Gate()
    ThreadPool(threadCount: 1, threadPriority: priority).addTask(ThreadPoolTask { _ in done.open() })
    done.pass()
  }

  #if DEBUG
    @Test("a pool without threads stops a debug build and says why")
    func noThreads() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ThreadPool(threadCount: 0, threadPriority: 0.5)
      }
      let message = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("a thread pool needs a thread"))
    }
  #endif

  @Test("eight threads may add and cancel tasks while the pool goes away")
  func stress() {
    let freed = Gate()
    for _ in 0..<20 {
      let owner = Atomic<ThreadPool?>(value: ThreadPool(threadCount: 2, threadPriority: 0.5))
      let queue = owner.with { $0 }?.nextQueue()
      onThreads(8) { index in
        for number in 0..<20 {
          let task = ThreadPoolTask { [token = Token { freed.open() }] _ in withExtendedLifetime(token) {} }
          (number % 2 == 0 ? queue : owner.with { $0 }?.nextQueue())?.addTask(task)
          if number % 5 == 0 { task.cancel() }
          if index == 3 && number == 15 { owner.swap(nil) }
        }
      }
    }
    for _ in 0..<(20 * 8 * 20) { freed.pass() }
  }
}

/// Calls `body` when the calling thread ends, by a destructor of thread-local storage.
private func atEndOfThread(_ body: @escaping @Sendable () -> Void) {
  pthread_setspecific(endKey, Unmanaged.passRetained(Token(atEnd: body)).toOpaque())
}

private let endKey: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key) { pointer in
    let token: UnsafeMutableRawPointer? = pointer
    if let token { Unmanaged<Token>.fromOpaque(token).release() }
  }
  return key
}()
