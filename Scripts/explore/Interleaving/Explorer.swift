import Glibc

/// Runs a small program of a few threads under all schedules with at most so many preemptions.
///
/// The threads are real, but one runs at a time: it runs until it comes to something that another thread uses as well, and there a choice is
/// made, of who goes on and, for a load, of the store that it returns. The choices are walked through depth first.
///
/// Two rules leave out what would only repeat. A place that one thread alone uses is no place to choose; which these are is learned, and
/// with each that turns out to be shared the walk starts anew. And a state is known by the history of every thread in it: what each
/// did, and which stores and locks it had from whom. Where a schedule comes to a history that another one had, with as many preemptions left,
/// everything that can follow has been seen, or will be: it runs to its end without a choice.
package final class Explorer {
  package nonisolated(unsafe) static var current = Explorer(threads: 0, Bounds())

  package struct Bounds {
    package var preemptions = 2
    /// How many loads may return something else than the newest store.
    package var stale = 0
    package var schedules = 3_000_000
    package var isReduced = true
    package init() {}
  }

  package struct Outcome {
    package var schedules = 0
    /// Of them, those that came to a known state.
    package var cut = 0
    package var longest = 0
    package var isComplete = true
    /// The faults, how often each was seen, and the first schedule.
    package var failures: [(fault: String, count: Int, schedule: String)] = []
  }

  private enum State: Equatable {
    case ready
    case blocked(ObjectIdentifier)
    case waiting, done
  }
  /// What a thread may do next instead of the first option, at an event.
  private struct Choice {
    let event: Int
    let options: [Int]
    var at = 0
  }

  private let count: Int
  private let bounds: Bounds
  private var states: [State]
  private var stack: [Choice] = []
  private var depth = 0
  private var preemptions = 0
  private var stale = 0
  private var events = 0
  private var isCut = false
  private var known: [UInt64: (preemptions: Int, stale: Int)] = [:]
  /// Who used a place: the number of one thread, or of several.
  private var users: [UInt64: Int] = [:]
  private static let several = -1
  private var hasLearned = false
  /// What is to be chosen, when a schedule is replayed.
  private var script: [Int: Int]?
  private var generator: (any RandomNumberGenerator)?
  private var lines: [(thread: Int, text: String)]?
  private var chosen: [(event: Int, option: Int)] = []

  package private(set) var running = 0
  private(set) var execution = 0
  private var clocks: [Clock]
  private var hashes: [UInt64]
  private var made: [UInt64]
  private var held: [Int]
  private var waits: [() -> Bool]
  package private(set) var faults: [String] = []
  /// After how many items a turn is offered.
  package nonisolated(unsafe) static var stint = 1

  private var bodies: [() -> Void] = []
  private let batons: [UnsafeMutablePointer<sem_t>]
  private var threads: [pthread_t] = []
  private var isOver = false

  package init(threads count: Int, _ bounds: Bounds) {
    self.count = count
    self.bounds = bounds
    states = Array(repeating: .ready, count: count + 1)
    clocks = Array(repeating: Clock(), count: count + 1)
    hashes = Array(repeating: 0, count: count + 1)
    made = Array(repeating: 0, count: count + 1)
    held = Array(repeating: 0, count: count + 1)
    waits = Array(repeating: { true }, count: count + 1)
    batons = (0...count).map { _ in
      let baton = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
      sem_init(baton, 0, 0)
      return baton
    }
  }

  // MARK: Walking

  package typealias Make = () -> (bodies: [() -> Void], check: () -> String?)

  package func explore(_ make: Make) -> Outcome {
    begin()
    defer { end() }
    var outcome = Outcome()
    repeat {
      if hasLearned || execution == 0 {
        // What was left out so far may matter now.
        hasLearned = false
        stack = []
        known = [:]
        outcome = Outcome()
      }
      let found = run(make)
      if execution == 1 { hasLearned = true }  // what is made once in a process is made by now
      if hasLearned { continue }
      outcome.schedules += 1
      if isCut { outcome.cut += 1 }
      outcome.longest = max(outcome.longest, events)
      note(found, in: &outcome)
      while let last = stack.last, last.at + 1 == last.options.count { stack.removeLast() }
      if stack.isEmpty { return outcome }
      stack[stack.count - 1].at += 1
    } while outcome.schedules < bounds.schedules
    outcome.isComplete = false
    return outcome
  }

  /// Runs a program under random schedules, without a bound.
  package func sample(_ number: Int, seed: UInt64, _ make: Make) -> Outcome {
    begin()
    defer { end() }
    var outcome = Outcome()
    outcome.isComplete = false
    for round in 0...number {
      generator = SplitMix(state: seed &+ UInt64(round) &* 0x9E37_79B9)
      let found = run(make)
      if round == 0 { continue }
      outcome.schedules += 1
      outcome.longest = max(outcome.longest, events)
      note(found, in: &outcome)
    }
    return outcome
  }

  /// Runs a program under one schedule.
  package func replay(_ schedule: String, _ make: Make) -> (faults: [String], trace: String) {
    var script: [Int: Int] = [:]
    for part in schedule.split(separator: "-") {
      let numbers = part.split(separator: ".").compactMap { Int($0) }
      if numbers.count == 2 { script[numbers[0]] = numbers[1] }
    }
    begin()
    defer { end() }
    self.script = [:]
    _ = run(make)
    self.script = script
    lines = []
    return (run(make), trace)
  }

  private func note(_ found: [String], in outcome: inout Outcome) {
    for fault in Set(found) {
      if let index = outcome.failures.firstIndex(where: { $0.fault == fault }) {
        outcome.failures[index].count += 1
      } else {
        outcome.failures.append((fault, 1, schedule))
      }
    }
  }

  private var schedule: String {
    chosen.isEmpty ? "0" : chosen.map { "\($0.event).\($0.option)" }.joined(separator: "-")
  }

  private func begin() {
    Explorer.current = self
    for number in 1..<(count + 1) {
      let start = Unmanaged.passRetained(Start(self, number)).toOpaque()
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { start in
          guard let start else { return nil }
          let thread = Unmanaged<Start>.fromOpaque(start).takeRetainedValue()
          thread.explorer.serve(thread.number)
          return nil
        }, start)
      threads.append(thread)
    }
  }

  private final class Start {
    let explorer: Explorer
    let number: Int
    init(_ explorer: Explorer, _ number: Int) {
      self.explorer = explorer
      self.number = number
    }
  }

  private func end() {
    isOver = true
    for number in 1..<(count + 1) { sem_post(batons[number]) }
    for thread in threads { pthread_join(thread, nil) }
    for baton in batons {
      sem_destroy(baton)
      baton.deallocate()
    }
    Explorer.current = Explorer(threads: 0, Bounds())
  }

  private func run(_ make: Make) -> [String] {
    execution += 1
    for number in 0...count {
      states[number] = .ready
      clocks[number] = Clock()
      clocks[number][number] = 1
      hashes[number] = UInt64(number)
      made[number] = 0
      held[number] = 0
    }
    faults = []
    detached = []
    depth = 0
    preemptions = 0
    stale = 0
    events = 0
    isCut = false
    chosen = []
    lines?.removeAll()
    running = 0
    var (bodies, check) = make()
    self.bodies = bodies
    bodies = []
    for number in 1...count { clocks[number].join(clocks[0]) }
    states[0] = .done
    pass(from: 0)
    for number in 1...count { clocks[0].join(clocks[number]) }
    if let fault = check() { faults.append(fault) }
    check = { nil }
    for number in 1...count where held[number] != 0 { faults.append("a lock is held for ever") }
    return faults
  }

  private func serve(_ number: Int) {
    while true {
      wait(batons[number])
      if isOver { return }
      bodies[number - 1]()
      bodies[number - 1] = {}
      states[number] = .done
      pass(from: number)
    }
  }

  private func wait(_ baton: UnsafeMutablePointer<sem_t>) { while sem_wait(baton) != 0 {} }

  // MARK: Choosing

  /// - Returns: One of the options; the first one stands for what happens if nothing is chosen.
  private func choose(_ options: [Int], _ kind: UInt64) -> Int {
    guard options.count > 1 else { return options[0] }
    var choice = options[0]
    if let script {
      if let wanted = script[events], options.contains(wanted) { choice = wanted }
    } else if generator != nil {
      if generator?.next(upperBound: 4 as UInt64) == 0 || options[0] != running {
        let index = generator?.next(upperBound: UInt64(options.count)) ?? 0
        choice = options[Int(index)]
      }
    } else if depth < stack.count {
      guard stack[depth].options == options else { stop("the program is not deterministic") }
      choice = stack[depth].options[stack[depth].at]
      depth += 1
    } else if !isCut {
      if bounds.isReduced && isKnown(kind) {
        isCut = true
      } else {
        stack.append(Choice(event: events, options: options))
        depth += 1
      }
    }
    if choice != options[0] { chosen.append((events, choice)) }
    return choice
  }

  /// - Parameter kind: What is chosen: several choices may be made with one history.
  private func isKnown(_ kind: UInt64) -> Bool {
    var key = mixed(UInt64(running), kind)
    for hash in hashes { key = mixed(key, hash) }
    if let before = known[key] {
      if before.preemptions <= preemptions && before.stale <= stale { return true }
      if preemptions > before.preemptions || stale > before.stale { return false }
    }
    known[key] = (preemptions, stale)
    return false
  }

  private func isRunnable(_ number: Int) -> Bool {
    switch states[number] {
    case .ready: true
    case .waiting: waits[number]()
    case .blocked, .done: false
    }
  }

  /// Before something that other threads may see.
  private func point(_ location: Location) {
    location.refresh()
    guard running != 0 else { return }
    events += 1
    if events > 20_000 { stop("it does not come to an end") }
    if let user = users[location.id] {
      if user != running && user != Self.several {
        users[location.id] = Self.several
        hasLearned = true
      }
    } else {
      users[location.id] = running
    }
    guard generator != nil || script != nil || users[location.id] == Self.several else { return }
    yield(isFree: false)
  }

  /// Lets another thread run.
  private func yield(isFree: Bool) {
    guard running != 0 else { return }
    let me = running
    var options = [me]
    if isFree || preemptions < bounds.preemptions || generator != nil || script != nil {
      for number in 1...count where number != me && isRunnable(number) { options.append(number) }
    }
    let next = choose(options, isFree ? 1 : 0)
    guard next != me else { return }
    if !isFree { preemptions += 1 }
    hand(to: next, from: me)
  }

  /// The running thread can't go on.
  private func pass(from me: Int) {
    events += 1
    let options = (1..<(count + 1)).filter { $0 != me && isRunnable($0) }
    if options.isEmpty {
      guard states.allSatisfy({ $0 == .done }) else { stop("the threads wait for each other: \(states)") }
      if me == 0 { return }
      running = 0
      sem_post(batons[0])
      return
    }
    hand(to: choose(options, 2), from: me)
  }

  private func hand(to next: Int, from me: Int) {
    running = next
    if states[next] == .waiting { states[next] = .ready }
    // Nobody else runs, but the one who gets the baton may run on until this one waits.
    let isDone = states[me] == .done && me != 0
    sem_post(batons[next])
    if !isDone { wait(batons[me]) }
  }

  /// A thread can't be stopped from outside, so the process ends with what there is to say.
  package func stop(_ fault: String) -> Never {
    print("FAIL \(Explorer.name) |\n       \(fault)\n       schedule \(schedule)")
    if lines != nil { print(trace) }
    fflush(nil)
    _exit(3)
  }

  package nonisolated(unsafe) static var name = ""

  // MARK: Events

  var clock: Clock { clocks[running] }

  func newIdentifier() -> UInt64 {
    made[running] += 1
    return UInt64(running) << 48 | made[running]
  }

  func tick() { clocks[running][running] += 1 }

  /// Locations have numbers in a trace, in the order in which they come.
  private var numbers: [ObjectIdentifier: Int] = [:]

  private func record(_ location: Location?, _ text: @autoclosure () -> String) {
    guard lines != nil else { return }
    var place = ""
    if let location {
      let number = numbers[ObjectIdentifier(location)] ?? numbers.count + 1
      numbers[ObjectIdentifier(location)] = number
      place = "#\(number) "
    }
    lines?.append((running, "\(events) \(place)\(text())"))
  }

  private func follows(_ hash: UInt64) -> UInt64 {
    hashes[running] = mixed(hashes[running], hash)
    return hashes[running]
  }

  /// The store that a load returns.
  private func chooseStore(_ location: Location, where isAllowed: (Store) -> Bool = { _ in true }) -> Int {
    let newest = location.stores.count - 1
    guard running != 0 else { return newest }
    let oldest = location.oldest(for: clock)
    guard oldest < newest else { return newest }
    var options = [newest]
    for index in (oldest..<newest).reversed() where isAllowed(location.stores[index]) {
      options.append(index)
    }
    guard options.count > 1 else { return newest }
    events += 1  // whatever the bounds are, so that a schedule can be replayed under others
    guard stale < bounds.stale || script != nil else { return newest }
    let chosen = choose(options.map { $0 + 100 }, 3) - 100
    if chosen != newest { stale += 1 }
    return chosen
  }

  func load(_ location: Location, acquires: Bool, _ place: Place) -> UInt {
    point(location)
    let index = chooseStore(location)
    return read(location, index, acquires: acquires, place, "load")
  }

  private func read(
    _ location: Location, _ index: Int, acquires: Bool, _ place: Place, _ what: String
  ) -> UInt {
    tick()
    let store = location.stores[index]
    if acquires { clocks[running].join(store.release) }
    location.saw(index, by: running, at: clocks[running][running])
    _ = follows(store.hash)
    record(
      location,
      "\(place.text) \(what) \(hex(store.value))\(index + 1 < location.stores.count ? ", an older store" : "")"
    )
    return store.value
  }

  func store(_ location: Location, _ value: UInt, releases: Bool, _ place: Place) {
    point(location)
    tick()
    append(location, value, release: releases ? clock : Clock())
    record(location, "\(place.text) store \(hex(value))")
  }

  private func append(_ location: Location, _ value: UInt, release: Clock) {
    location.append(Store(value: value, release: release, hash: follows(location.newest.hash)))
    location.saw(location.stores.count - 1, by: running, at: clocks[running][running])
  }

  func update(
    _ location: Location, _ ordering: AtomicUpdateOrdering, _ place: Place, _ what: String,
    _ change: (UInt) -> UInt
  ) -> UInt {
    point(location)
    return replace(location, ordering, place, what, change)
  }

  private func replace(
    _ location: Location, _ ordering: AtomicUpdateOrdering, _ place: Place, _ what: String,
    _ change: (UInt) -> UInt
  ) -> UInt {
    tick()
    let before = location.newest
    if ordering.acquires { clocks[running].join(before.release) }
    // A read-modify-write continues the release sequence of the store that it replaces.
    var release = before.release
    if ordering.releases { release.join(clock) }
    append(location, change(before.value), release: release)
    record(location, "\(place.text) \(what) \(hex(before.value)) → \(hex(location.newest.value))")
    return before.value
  }

  func compareExchange(
    _ location: Location, _ expected: UInt, _ desired: UInt, _ ordering: AtomicUpdateOrdering,
    failureAcquires: Bool, _ place: Place
  ) -> (Bool, UInt) {
    point(location)
    let index = chooseStore(location) { $0.value != expected }
    if index == location.stores.count - 1, location.newest.value == expected {
      return (true, replace(location, ordering, place, "compareExchange") { _ in desired })
    }
    return (false, read(location, index, acquires: failureAcquires, place, "compareExchange fails:"))
  }

  func lock(_ location: Location, _ place: Place) {
    point(location)
    while location.holder != nil {
      if location.holder == running { stop("a lock is taken twice by one thread, at \(place.text)") }
      if running == 0 { stop("a lock is held for ever, at \(place.text)") }
      states[running] = .blocked(ObjectIdentifier(location))
      record(location, "\(place.text) waits for the lock")
      pass(from: running)
    }
    take(location, place)
  }

  private func take(_ location: Location, _ place: Place) {
    tick()
    location.holder = running
    held[running] += 1
    clocks[running].join(location.clock)
    location.lastHash = follows(location.lastHash)
    record(location, "\(place.text) lock")
  }

  func tryLock(_ location: Location, _ place: Place) -> Bool {
    point(location)
    if location.holder == nil {
      take(location, place)
      return true
    }
    location.lastHash = follows(location.lastHash)
    record(location, "\(place.text) tryLock fails")
    return false
  }

  func unlock(_ location: Location) {
    tick()
    location.holder = nil
    held[running] -= 1
    location.clock = clock
    location.lastHash = follows(location.lastHash)
    for number in 0...count where states[number] == .blocked(ObjectIdentifier(location)) {
      states[number] = .ready
    }
  }

  func wait(_ location: Location, isFree: () -> Bool) {
    point(location)
    while !isFree() {
      if running == 0 { stop("somebody waits for ever") }
      states[running] = .blocked(ObjectIdentifier(location))
      record(location, "waits")
      pass(from: running)
    }
    clocks[running].join(location.clock)
    location.lastHash = follows(location.lastHash)
    record(location, "goes on")
  }

  func signal(_ location: Location) {
    point(location)
    tick()
    location.clock.join(clock)
    location.lastHash = follows(location.lastHash)
    record(location, "signal")
    for number in 0...count where states[number] == .blocked(ObjectIdentifier(location)) {
      states[number] = .ready
    }
  }

  func plain(_ location: Location, isWrite: Bool, _ place: Place) {
    location.refresh()
    tick()
    let (unknown, what) =
      isWrite
      ? (any(location.clock .> clock) || any(location.readers .> clock), "write")
      : (any(location.clock .> clock), "read")
    if unknown { fault("\(location.name): a \(what) that knows nothing of what another thread did before") }
    if isWrite {
      location.clock[running] = clock[running]
    } else {
      location.readers[running] = clock[running]
    }
    location.lastHash = follows(location.lastHash)
    record(location, "\(place.text) \(what) \(location.name)")
  }

  func touch(_ location: Location, _ what: () -> String, isPoint: Bool, handsOver: Bool) {
    if isPoint { point(location) } else { location.refresh() }
    if handsOver {
      clocks[running].join(location.clock)
      location.clock = clock
      tick()
    }
    location.lastHash = follows(location.lastHash)
    record(location, what())
  }

  // MARK: For programs

  private var detached: [() -> Void] = []

  /// Work for a thread of its own.
  package func detach(_ work: @escaping () -> Void) { detached.append(work) }

  /// What a thread of the program does that stands for one that the sources make.
  package func runDetached() {
    guard !detached.isEmpty else { return }
    detached.removeFirst()()
  }

  package func fault(_ text: String) {
    faults.append(text)
    record(nil, "FAULT: \(text)")
  }

  /// Whether every load of this execution returned the newest store.
  package var isSequential: Bool { stale == 0 }

  package var holdsLock: Bool { held[running] != 0 }

  /// A moment at which a thread waits for others to do something, if they do.
  package func patience() { yield(isFree: true) }

  package func wait(until isTrue: @escaping () -> Bool) {
    while !isTrue() {
      if running == 0 { stop("somebody waits for ever") }
      waits[running] = isTrue
      states[running] = .waiting
      pass(from: running)
    }
  }

  // MARK: Traces

  private var trace: String {
    var text = ""
    for line in lines ?? [] where line.thread > 0 {
      text += String(repeating: " ", count: (line.thread - 1) * 52) + line.text + "\n"
    }
    return text
  }
}

private func hex(_ value: UInt) -> String { "0x" + String(value, radix: 16) }

struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
