import Concurrency
import Dispatch
import Testing

/// Checks that it is made, used and freed on one queue.
private final class Resident {
  let queue: Queue
  let freed: Gate
  var uses = 0

  init(queue: Queue, freed: Gate = Gate()) {
    #expect(queue.isCurrent())
    self.queue = queue
    self.freed = freed
  }

  func use() {
    #expect(queue.isCurrent())
    uses += 1
  }

  deinit {
    #expect(queue.isCurrent())
    freed.open()
  }
}

@Suite struct QueueLocalObjectTests {
  @Test("an object is made, used and freed on its queue")
  func residence() {
    let queue = Queue()
    let freed = Gate()
    do {
      let object = QueueLocalObject(queue: queue) { Resident(queue: queue, freed: freed) }
      object.with { $0.use() }
      let uses = object.syncWith { resident in
        resident.use()
        return resident.uses
      }
      #expect(uses == 2)
    }
    freed.pass()
  }

  @Test("an object that nobody uses is made and freed on its queue, too")
  func unused() {
    let queue = Queue()
    let made = Gate()
    let freed = Gate()
    _ = QueueLocalObject(queue: queue) {
      made.open()
      return Resident(queue: queue, freed: freed)
    }
    made.pass()
    freed.pass()
  }

  @Test("on its own queue an object is made, used and freed at once")
  func atOnce() {
    let queue = Queue()
    queue.sync {
      let freed = Gate()
      do {
        let object = QueueLocalObject(queue: queue) { Resident(queue: queue, freed: freed) }
        object.with { $0.use() }
        #expect(object.unsafeGet()?.uses == 1)
      }
      #expect(freed.isOpen(within: 0))
    }
  }

  @Test("an object that is used before the queue got round to making it is made then, once")
  func usedEarly() {
    let queue = Queue()
    let handle = Atomic<QueueLocalObject<Resident>?>(value: nil)
    let made = Counter()
    queue.sync {
      let ready = Gate()
      Queue.concurrentDefaultQueue().async {
        handle.swap(
          QueueLocalObject(queue: queue) {
            made.increment()
            return Resident(queue: queue)
          })
        ready.open()
      }
      ready.pass()
      let object = handle.with { $0 }
      #expect(made.value == 0)
      object?.with { $0.use() }
      #expect(object?.syncWith { $0.uses } == 1)
    }
    queue.sync {}
    #expect(made.value == 1)
  }

  @Test("an object that is being made cannot be used yet")
  func usedWithin() {
    let queue = Queue()
    let handle = Atomic<QueueLocalObject<Resident>?>(value: nil)
    let resume = Gate()
    queue.justDispatch { resume.pass() }
    let object = QueueLocalObject(queue: queue) {
      handle.with { $0 }?.with { _ in Issue.record("used") }
      #expect(handle.with { $0 }?.unsafeGet() == nil)
      return Resident(queue: queue)
    }
    handle.swap(object)
    resume.open()
    #expect(object.syncWith { $0.uses } == 0)
    handle.swap(nil)
  }

  @Test("waiting for an object that is being made stops the program and says why")
  func syncWithWithin() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = Queue()
      let handle = Atomic<QueueLocalObject<Resident>?>(value: nil)
      let resume = Gate()
      queue.justDispatch { resume.pass() }
      let object = QueueLocalObject(queue: queue) {
        _ = handle.with { $0 }?.syncWith { $0.uses }
        return Resident(queue: queue)
      }
      handle.swap(object)
      resume.open()
      _ = object.syncWith { $0.uses }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("while the object is being made"))
  }

  @Test("an object outlives every use that was asked for before its handle went away")
  func lastUse() {
    let queue = Queue()
    let uses = Counter()
    let freed = Gate()
    let resume = Gate()
    queue.justDispatch { resume.pass() }
    do {
      let object = QueueLocalObject(queue: queue) { Resident(queue: queue, freed: freed) }
      for _ in 0..<10 {
        object.with {
          $0.use()
          uses.increment()
        }
      }
    }
    resume.open()
    freed.pass()
    #expect(uses.value == 10)
  }

  @Test("what makes the object is released when it has run")
  func generateReleased() {
    let freed = Gate()
    let object: QueueLocalObject<Resident>
    do {
      let queue = Queue()
      object = QueueLocalObject(queue: queue) { [token = Token { freed.open() }] in
        withExtendedLifetime(token) { Resident(queue: queue) }
      }
    }
    freed.pass()
    object.with { $0.use() }
  }

  @Test("syncWith throws what the closure throws")
  func throwing() {
    struct Failure: Error {}
    let queue = Queue()
    let object = QueueLocalObject(queue: queue) { Resident(queue: queue) }
    #expect(throws: Failure.self) { try object.syncWith { _ throws(Failure) in throw Failure() } }
  }

  #if DEBUG
    @Test("taking the object away from its queue stops a debug build and says why")
    func unsafeGetElsewhere() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let queue = Queue()
        _ = QueueLocalObject(queue: queue) { Token() }.unsafeGet()
      }
      let message = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("an object was taken away from its queue"))
    }
  #endif

  @Test("eight threads may make, use and drop handles")
  func stress() {
    let queue = Queue()
    let freed = Gate()
    onThreads(8) { _ in
      for _ in 0..<100 {
        let object = QueueLocalObject(queue: queue) { Resident(queue: queue, freed: freed) }
        object.with { $0.use() }
        queue.justDispatch { object.with { $0.use() } }
      }
    }
    for _ in 0..<800 { freed.pass() }
  }
}
