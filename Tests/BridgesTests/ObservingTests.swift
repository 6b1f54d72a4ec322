import Concurrency
import Disposables
import Operators
import SignalTesting
import Signals
import TestSupport
import Testing

@testable import Bridges

#if canImport(Darwin)
  import Observation
#else
  @_spi(SwiftUI) import Observation
#endif

/// What a test may use on its own thread alone, though closures capture it.
private struct OwnThread<Value>: @unchecked Sendable {
  let value: Value
}

@Suite struct ObservingTests {
  private let scheduler = TestScheduler()

  private func record<T: Sendable>(_ signal: Signal<T, NoError>, in log: Recording<String>) -> any Disposable
  {
    signal.start(next: { log.append("\($0)") }, completed: { log.append("completed") })
  }

  // MARK: States

  @Test("the present state comes at the start, and every later one when the scheduler comes to it")
  func states() {
    let counts = OwnThread(value: Counts(1))
    let log = Recording<String>()
    let subscription = record(.observing(on: scheduler) { counts.value.first }, in: log)
    #expect(log.elements == [])
    scheduler.advance()
    #expect(log.elements == ["1"])
    counts.value.first = 2
    #expect(log.elements == ["1"])
    scheduler.advance()
    #expect(log.elements == ["1", "2"])
    counts.value.first = 3
    scheduler.advance()
    #expect(log.elements == ["1", "2", "3"])
    subscription.dispose()
  }

  @Test(
    "on the scheduler itself the present state comes before start returns, and a change is not read at once")
  func current() {
    let counts = OwnThread(value: Counts(1))
    let log = Recording<String>()
    let subscription = Slot<any Disposable>()
    scheduler.after(0) { [scheduler] in
      subscription.exchange(record(.observing(on: scheduler) { counts.value.first }, in: log))
      #expect(log.elements == ["1"])
      counts.value.first = 2
      #expect(log.elements == ["1"])
      counts.value.first = 3
    }
    scheduler.advance()
    #expect(log.elements == ["1", "3"])
    subscription.value?.dispose()
  }

  @Test("changes that are made in one go come as one state, of several properties as well")
  func coalescing() {
    let counts = OwnThread(value: Counts(1))
    let log = Recording<String>()
    let sum = Signal.observing(on: scheduler) { counts.value.first + counts.value.second }
    let subscription = record(sum, in: log)
    scheduler.advance()
    counts.value.first = 10
    counts.value.second = 20
    counts.value.first = 30
    scheduler.advance()
    #expect(log.elements == ["1", "50"])
    #expect(scheduler.pending == 0)
    subscription.dispose()
  }

  @Test("a change is told once, also on a scheduler that runs work at once", arguments: Tracking.all)
  func toldOnce(tracking: Tracking) {
    let counts = OwnThread(value: Counts(0))
    let log = Recording<Int>()
    let subscription = Signal.observing(
      on: ImmediateScheduler(), tracking: tracking.value, read: { Reading(value: counts.value.first) }
    ).start(next: { log.append($0) })
    for count in 1...14 { counts.value.first = count }
    #expect(log.elements.count == 15)
    subscription.dispose()
  }

  #if !canImport(Darwin)
    @Test("B119: a change whose observers were looked up between the two readings is told, however late")
    func slowChange() {
      for _ in 0..<5 {
        let account = Account(0, locking: .inside)
        let queue = Queue(name: "reader")
        let (isHeld, goOn, isRead, isSeen) = (Latch(), Latch(), Latch(), Latch())
        // Others who observe the same property, and hold up whoever changes it.
        for _ in 0..<8 {
          withObservationTracking(
            { _ = account.balance },
            didSet: { tracking in
              isHeld.open()
              goOn.wait()
              tracking.cancel()
            })
        }
        let (reads, writer) = (Counter(), Slot<Worker>())
        let subscription = Signal.observing(on: queue) {
          let balance = account.balance
          if reads.increment() == 2 {
            writer.exchange(Worker { account.balance = 1 })
            isHeld.wait()
          }
          return balance
        }.start(next: { balance in
          isRead.open()
          if balance == 1 { isSeen.open() }
        })
        #expect(isRead.wait())
        goOn.open()
        #expect(writer.value?.join() == true)
        #expect(isSeen.wait(seconds: 20))
        subscription.dispose()
      }
    }
  #endif

  @Test("a change that another thread makes is told once on a queue")
  func toldOnceOnQueue() {
    let account = Account(0, locking: .around)
    let queue = Queue(name: "reader")
    let (log, isSeen) = (Recording<Int>(), Recording<Latch>())
    let count = stressRuns(2_000)
    isSeen.append(Latch())
    let subscription = Signal.observing(on: queue) { account.balance }.start(next: { value in
      log.append(value)
      if isSeen.elements.count == value + 1 { isSeen.elements.last?.open() }
    })
    #expect(isSeen.elements.last?.wait() == true)
    for balance in 1...count {
      isSeen.append(Latch())
      account.balance = balance
      #expect(isSeen.elements.last?.wait() == true)
      queue.sync {}
    }
    queue.sync {}
    #expect(log.elements.count == count + 1)
    subscription.dispose()
  }

  @Test("what is observed follows what is read")
  func dependencies() {
    let counts = OwnThread(value: Counts(1))
    let log = Recording<String>()
    let chosen = Signal.observing(on: scheduler) {
      counts.value.usesSecond ? counts.value.second : counts.value.first
    }
    let subscription = record(chosen, in: log)
    scheduler.advance()
    counts.value.second = 5  // not read yet
    scheduler.advance()
    counts.value.usesSecond = true
    scheduler.advance()
    counts.value.second = 6
    scheduler.advance()
    counts.value.first = 2  // not read any more
    scheduler.advance()
    #expect(log.elements == ["1", "5", "6"])
    subscription.dispose()
  }

  @Test("a handler that changes what it observes is called again, and not inside itself")
  func feedback() {
    let counts = OwnThread(value: Counts(1))
    let log = Recording<String>()
    let depth = Counter()
    let subscription = Signal.observing(on: scheduler) { counts.value.first }.start(next: { value in
      #expect(depth.increment() == 1)
      log.append("\(value)")
      if value < 4 { counts.value.first += 1 }
      depth.increment(by: -1)
    })
    scheduler.advance()
    #expect(log.elements == ["1", "2", "3", "4"])
    subscription.dispose()
  }

  @Test("every start is a run of its own")
  func starts() {
    let counts = OwnThread(value: Counts(1))
    let signal = Signal.observing(on: scheduler) { counts.value.first }
    let (first, second) = (Recording<String>(), Recording<String>())
    let one = record(signal, in: first)
    scheduler.advance()
    counts.value.first = 2
    let two = record(signal, in: second)
    scheduler.advance()
    one.dispose()
    counts.value.first = 3
    scheduler.advance()
    #expect(first.elements == ["1", "2"])
    #expect(second.elements == ["2", "3"])
    two.dispose()
  }

  // MARK: Races

  @Test(
    "B119: a change that is made between reading and registering is seen",
    arguments: Tracking.all, [Account.Locking.inside, .around])
  func changeBeforeRegistering(tracking: Tracking, locking: Account.Locking) {
    let account = Account(1, locking: locking)
    let readings = Counter()
    account.onRead.exchange { [weak account] in
      guard readings.increment() == 1 else { return }
      // Another thread makes its whole change before the first reading is registered.
      let writer = Worker { account?.balance = 2 }
      #expect(writer.join())
    }
    let log = Recording<String>()
    let balances = Signal.observing(
      on: scheduler, tracking: tracking.value, read: { Reading(value: account.balance) })
    let subscription = record(balances, in: log)
    scheduler.advance()
    #expect(log.elements.last == "2")
    // And it is registered by then.
    account.balance = 3
    scheduler.advance()
    #expect(log.elements.last == "3")
    subscription.dispose()
  }

  @Test(
    "B119: a change that is made between the second reading and its registering is seen",
    arguments: Tracking.all)
  func changeBeforeRegisteringAgain(tracking: Tracking) {
    let account = Account(1)
    let readings = Counter()
    account.onRead.exchange { [weak account] in
      guard readings.increment() == 2 else { return }
      let writer = Worker { account?.balance = 2 }
      #expect(writer.join())
    }
    let log = Recording<String>()
    let balances = Signal.observing(
      on: scheduler, tracking: tracking.value, read: { Reading(value: account.balance) })
    let subscription = record(balances, in: log)
    scheduler.advance()
    #expect(log.elements == ["1", "2"])
    subscription.dispose()
  }

  #if !canImport(Darwin)
    @Test("B119: of a writer that is held up between the message and the change, the change is seen")
    func heldWriter() {
      let account = Account(1)
      let (isInside, goOn) = (Latch(), Latch())
      let log = Recording<String>()
      let subscription = record(.observing(on: scheduler) { account.balance }, in: log)
      scheduler.advance()
      account.onChange.exchange {
        isInside.open()
        goOn.wait()
      }
      let writer = Worker { account.balance = 2 }
      #expect(isInside.wait())
      scheduler.advance()  // would read and register before the change
      goOn.open()
      #expect(writer.join())
      scheduler.advance()
      #expect(log.elements == ["1", "2"])
      subscription.dispose()
    }
  #endif

  @Test(
    "B119: a writer that holds its lock from the message until after the change is waited for",
    arguments: Tracking.all)
  func lockedWriter(tracking: Tracking) {
    let account = Account(1, locking: .around)
    let (isInside, goOn, isRead) = (Latch(), Latch(), Latch())
    let queue = Queue(name: "reader")
    let log = Recording<String>()
    let balances = Signal.observing(
      on: queue, tracking: tracking.value, read: { Reading(value: account.balance) })
    let subscription = balances.start(next: { value in
      log.append("\(value)")
      if value == 1 { isRead.open() }
    })
    #expect(isRead.wait())
    queue.sync {}
    account.onChange.exchange {
      isInside.open()
      goOn.wait()
    }
    let writer = Worker { account.balance = 2 }
    #expect(isInside.wait())
    goOn.open()
    #expect(writer.join())
    queue.sync {}
    #expect(log.elements.last == "2")
    subscription.dispose()
  }

  @Test("B119: of a thread that hammers a property, the last value is delivered", arguments: Hammering.all)
  func hammering(_ hammering: Hammering) {
    let account = Account(0, locking: hammering.locking)
    let last = stressRuns(20_000)
    let isDone = Latch()
    let log = Recording<Int>()
    let queue = Queue(name: "reader")
    let balances = Signal.observing(
      on: queue, tracking: hammering.tracking.value, read: { Reading(value: account.balance) })
    let subscription = balances.start(next: { value in
      log.append(value)
      if value == last { isDone.open() }
    })
    let writer = Worker {
      for balance in 1...last { account.balance = balance }
    }
    #expect(writer.join())
    #expect(isDone.wait(), "the last of \(log.elements.count) values was \(log.elements.last ?? -1)")
    let seen = log.elements  // once: the last state may come again meanwhile
    #expect(seen == seen.sorted())
    subscription.dispose()
  }

  @Test("B119: it is so on a concurrent queue, and looks do not overlap")
  func concurrentQueue() {
    let account = Account(0, locking: .around)
    let last = stressRuns(5_000)
    let (isDone, inside) = (Latch(), Counter())
    let log = Recording<Int>()
    let subscription = Signal.observing(on: .concurrentDefaultQueue()) {
      if inside.increment() > 1 { Issue.record("two readings at a time") }
      defer { inside.increment(by: -1) }
      return account.balance
    }.start(next: { value in
      log.append(value)
      if value == last { isDone.open() }
    })
    let writer = Worker {
      for balance in 1...last { account.balance = balance }
    }
    #expect(writer.join())
    #expect(isDone.wait())
    let seen = log.elements  // once: the last state may come again meanwhile
    #expect(seen == seen.sorted())
    subscription.dispose()
  }

  // MARK: Objects that go away

  @Test("the states of an object that goes away end with a completion", arguments: Tracking.all)
  func objectGoesAway(tracking: Tracking) {
    var account: Account? = Account(1)
    weak let weakly = account
    let log = Recording<String>()
    let balances = Signal.observing(
      on: scheduler, tracking: tracking.value,
      read: { [weak account] in account.map { Reading(value: $0.balance, object: $0) } })
    let subscription = record(balances, in: log)
    scheduler.advance()
    account?.balance = 2
    scheduler.advance()
    account = nil
    #expect(weakly == nil)
    scheduler.advance()
    #expect(log.elements == ["1", "2", "completed"])
    subscription.dispose()
  }

  @Test("every subscription to an object that goes away completes")
  func manySubscriptions() {
    var account: Account? = Account(1)
    let logs = (0..<3).map { _ in Recording<String>() }
    let subscriptions = logs.compactMap { log in
      account.map { record(.observing($0, \.balance, on: scheduler), in: log) }
    }
    scheduler.advance()
    account = nil
    scheduler.advance()
    for log in logs { #expect(log.elements == ["1", "completed"]) }
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test("an object that is gone before the start completes at once, without a value")
  func gone() {
    var account: Account? = Account(1)
    let signal = account.map { Signal.observing($0, \.balance, on: scheduler) }
    account = nil
    let log = Recording<String>()
    let subscription = signal.map { record($0, in: log) }
    scheduler.advance()
    #expect(log.elements == ["completed"])
    subscription?.dispose()
  }

  @Test("an object that goes away while it is being read completes after the value", arguments: [1, 2])
  func goesAwayInside(reading: Int) {
    let account = Slot<Account>()
    account.exchange(Account(1))
    let readings = Counter()
    account.value?.onRead.exchange {
      if readings.increment() == reading { account.exchange(nil) }
    }
    let log = Recording<String>()
    let signal = account.value.map { Signal.observing($0, \.balance, on: scheduler) }
    let subscription = signal.map { record($0, in: log) }
    scheduler.advance()
    #expect(account.value == nil)
    #expect(log.elements == ["1", "completed"])
    subscription?.dispose()
  }

  @Test("a closure whose model goes away between its readings sends the state without it, and completes")
  func goesAwayBetween() {
    let account = Slot<Account>()
    account.exchange(Account(1))
    let (readings, log) = (Counter(), Recording<String>())
    let balances = Signal.observing(on: scheduler) {
      if readings.increment() == 2 { account.exchange(nil) }
      return account.value?.balance ?? -1
    }
    let subscription = record(balances, in: log)
    scheduler.advance()
    #expect(log.elements == ["-1", "completed"])
    subscription.dispose()
  }

  @Test("a closure that holds its model weakly sends a state without it, and completes")
  func weakClosure() {
    var account: Account? = Account(1)
    let log = Recording<String>()
    let balances = Signal.observing(on: scheduler) { [weak account] in account?.balance ?? -1 }
    let subscription = record(balances, in: log)
    scheduler.advance()
    account = nil
    scheduler.advance()
    #expect(log.elements == ["1", "-1", "completed"])
    subscription.dispose()
  }

  @Test("where nothing observable is read there is one value, and a completion")
  func constant() {
    let plain = Plain()
    let log = Recording<String>()
    let subscription = record(.observing(on: scheduler) { plain.number }, in: log)
    scheduler.advance()
    #expect(log.elements == ["7", "completed"])
    subscription.dispose()
  }

  @Test("a path that leads on to another object completes at the latest when that one changes")
  func pathToAnother() {
    let child = OwnThread(value: Counts(1))
    var parent: Counts? = Counts()
    parent?.child = child.value
    let weakly = ConfinedWeakly(object: parent.unsafelyUnwrapped)
    let log = Recording<String>()
    let signal = Signal.observing(
      on: scheduler,
      read: { weakly.object.map { Reading(value: $0.child.map { $0.first } ?? 0, object: $0) } })
    let subscription = record(signal, in: log)
    scheduler.advance()
    child.value.first = 2
    scheduler.advance()
    parent = nil
    child.value.first = 3
    scheduler.advance()
    #expect(log.elements == ["1", "2", "completed"])
    subscription.dispose()
  }

  // MARK: Nesting

  @Test("one that is started in the closure of another works, and so does the other")
  func nestedInClosure() {
    let (outer, inner) = (OwnThread(value: Counts(1)), OwnThread(value: Counts(10)))
    let (outerLog, innerLog) = (Recording<String>(), Recording<String>())
    let nested = MetaDisposable()
    let signal = Signal.observing(on: scheduler) { [scheduler] in
      nested.set(record(.observing(on: scheduler) { inner.value.first }, in: innerLog))
      return outer.value.first
    }
    let subscription = record(signal, in: outerLog)
    scheduler.advance()
    outer.value.first = 2
    scheduler.advance()
    inner.value.first = 20
    scheduler.advance()
    #expect(outerLog.elements.first == "1")
    #expect(outerLog.elements.last == "2")
    #expect(innerLog.elements.first == "10")
    #expect(innerLog.elements.last == "20")
    subscription.dispose()
    nested.dispose()
  }

  @Test("one that is started in the handler of another works, and is not observed by the other")
  func nestedInHandler() {
    let (outer, inner) = (OwnThread(value: Counts(1)), OwnThread(value: Counts(10)))
    let (outerLog, innerLog) = (Recording<String>(), Recording<String>())
    let nested = MetaDisposable()
    let subscription = Signal.observing(on: scheduler) { outer.value.first }.start(next: {
      [scheduler] value in
      outerLog.append("\(value)")
      nested.set(record(.observing(on: scheduler) { inner.value.first }, in: innerLog))
    })
    scheduler.advance()
    inner.value.first = 20
    scheduler.advance()
    outer.value.first = 2
    scheduler.advance()
    #expect(outerLog.elements == ["1", "2"])
    #expect(innerLog.elements == ["10", "20", "20"])
    subscription.dispose()
    nested.dispose()
  }

  // MARK: Disposal

  @Test("disposal releases the closure and the handlers at once, and nothing is read any more")
  func disposal() {
    let counts = OwnThread(value: Counts(1))
    let aviary = Aviary()
    let (readings, log) = (Counter(), Recording<String>())
    let subscription = make(counts, aviary, readings, log)
    scheduler.advance()
    #expect(aviary.alive == 2)
    subscription.dispose()
    #expect(aviary.alive == 0)
    let before = readings.value
    counts.value.first = 2
    scheduler.advance()
    subscription.dispose()
    #expect(readings.value == before)
    #expect(log.elements == ["1"])
  }

  private func make(
    _ counts: OwnThread<Counts>, _ aviary: Aviary, _ readings: Counter, _ log: Recording<String>
  ) -> any Disposable {
    let (reader, handler) = (aviary.canary(), aviary.canary())
    return Signal.observing(on: scheduler) {
      reader.sing()
      readings.increment()
      return counts.value.first
    }.start(next: {
      handler.sing()
      log.append("\($0)")
    })
  }

  @Test("disposal while a look is on its way delivers nothing")
  func disposalBeforeTheLook() {
    let counts = OwnThread(value: Counts(1))
    let log = Recording<String>()
    let early = record(.observing(on: scheduler) { counts.value.first }, in: log)
    early.dispose()
    scheduler.advance()
    let late = record(.observing(on: scheduler) { counts.value.first }, in: log)
    scheduler.advance()
    counts.value.first = 2
    late.dispose()
    scheduler.advance()
    #expect(log.elements == ["1"])
  }

  @Test("disposal from the closure and from the handler is met")
  func disposalInside() {
    let counts = OwnThread(value: Counts(1))
    for inHandler in [false, true] {
      let (subscription, log) = (MetaDisposable(), Recording<String>())
      subscription.set(
        Signal.observing(on: scheduler) {
          if !inHandler { subscription.dispose() }
          return counts.value.first
        }.start(next: {
          log.append("\($0)")
          if inHandler { subscription.dispose() }
        }))
      scheduler.advance()
      counts.value.first += 1
      scheduler.advance()
      #expect(log.elements.count == (inHandler ? 1 : 0))
    }
  }

  @Test("a model is not kept alive by a subscription that was disposed of")
  func modelIsReleased() {
    var counts: Counts? = Counts(1)
    weak let weakly = counts
    let subscription = observe(counts.unsafelyUnwrapped)
    scheduler.advance()
    counts = nil
    #expect(weakly != nil)  // the closure holds it
    subscription.dispose()
    #expect(weakly == nil)
  }

  private func observe(_ counts: Counts) -> any Disposable {
    let counts = OwnThread(value: counts)
    return Signal.observing(on: scheduler) { counts.value.first }.start()
  }

  // MARK: The main actor

  @Test(
    "a model of the main actor is read and delivered on the main thread, from whichever thread it is started")
  func mainActor() async {
    let log = Recording<String>()
    let document = await Document("draft")
    let title = Signal.observing { document.title + (document.isEdited ? " *" : "") }
    let subscription = await withCheckedContinuation { continuation in
      let subscription = Slot<any Disposable>()
      subscription.exchange(
        title.start(next: { value in
          MainActor.assertIsolated()
          log.append(value)
          if value == "final *" { continuation.resume(returning: subscription) }
        }))
      Task { @MainActor in
        document.isEdited = true
        document.title = "second"
        document.title = "final"
      }
    }
    subscription.value?.dispose()
    #expect(log.elements.last == "final *")
    #expect(!log.elements.contains("second *"))
  }

  @MainActor @Test("on the main thread the present state comes before start returns")
  func mainActorAtOnce() {
    let document = Document("draft")
    let (closure, path) = (Recording<String>(), Recording<String>())
    let subscriptions = DisposableSet()
    subscriptions.add(record(.observing { document.title }, in: closure))
    subscriptions.add(record(.observing(document, \.title), in: path))
    #expect(closure.elements == ["draft"])
    #expect(path.elements == ["draft"])
    subscriptions.dispose()
  }

  @MainActor @Test("a property of a main actor's object comes with each change, until the object goes away")
  func mainActorPath() async {
    var document: Document? = Document("draft")
    let log = Recording<String>()
    let signal = document.map { Signal.observing($0, \.title) }
    await withCheckedContinuation { continuation in
      signal?.start(
        next: { log.append($0) },
        completed: {
          log.append("completed")
          continuation.resume()
        })
      document?.title = "final"
      Queue.mainQueue().justDispatch {
        MainActor.assumeIsolated { document = nil }
      }
    }
    #expect(log.elements == ["draft", "final", "completed"])
  }

  @MainActor @Test("virtual time drives a model of the main actor, by what a closure reads and by a path")
  func mainActorInVirtualTime() {
    let document = Document("draft")
    let (titles, lengths) = (Recording<String>(), Recording<Int>())
    let title = Signal.observing(document, \.title, onMain: scheduler).debounce(0.3, on: scheduler)
    let length = Signal.observing(onMain: scheduler) { document.title.count }
    let subscriptions = DisposableSet()
    subscriptions.add(title.start(next: { titles.append($0) }))
    subscriptions.add(length.start(next: { lengths.append($0) }))
    scheduler.advance(by: 0.2)
    document.title = "final one"
    scheduler.advance(by: 0.2)
    #expect(titles.elements == [])
    scheduler.advance(by: 0.2)
    #expect(titles.elements == ["final one"])
    #expect(lengths.elements == [5, 9])
    subscriptions.dispose()
  }

  @MainActor @Test("a turn of the main queue delivers what was changed before it")
  func turnOfTheMainQueue() async {
    let document = Document("draft")
    let log = Recording<String>()
    let subscription = Signal.observing(document, \.title).start(next: { log.append($0) })
    document.title = "better"
    document.title = "final"
    #expect(log.elements == ["draft"])
    await mainQueueTurn()
    #expect(log.elements == ["draft", "final"])
    subscription.dispose()
  }
}

/// When the runtime tells of a change: one way everywhere, and another where it can be had.
enum Tracking: Sendable, CaseIterable {
  case best
  case beforeChange

  static let all = allCases

  var value: ChangeTracking {
    switch self {
    case .best: .best
    case .beforeChange: .beforeChange
    }
  }
}

struct Hammering: Sendable, CustomTestStringConvertible {
  let tracking: Tracking
  let locking: Account.Locking

  var testDescription: String { "\(tracking), lock \(locking)" }

  static var all: [Hammering] {
    var all = Tracking.all.map { Hammering(tracking: $0, locking: .around) }
    #if !canImport(Darwin)
      all.append(Hammering(tracking: .best, locking: .inside))
    #endif
    return all
  }
}
