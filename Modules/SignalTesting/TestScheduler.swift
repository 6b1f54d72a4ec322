public import Concurrency
public import Disposables
internal import SignalPrimitives

/// A scheduler with virtual time: nothing runs until a test says that time passes.
///
///     let scheduler = TestScheduler()
///     let search = text.get() |> debounce(0.3, on: scheduler)
///     …
///     scheduler.advance(by: 0.3)
///
/// Work runs in the order of its time, and in the order in which it was scheduled where the times are equal. It runs on
/// the thread that advances, outside any lock, and may schedule more. Time is counted in whole nanoseconds, so a
/// repeated interval meets its moments exactly. Nothing sleeps.
///
/// Any thread may schedule and advance. When one advances while another does, or when work itself advances, the call
/// returns at once, and whoever was advancing goes on to the later of the two times.
///
/// RxSwift's and ReactiveSwift's `TestScheduler`.
public final class TestScheduler: Scheduler {
  private struct State {
    var now: Int64 = 0
    /// How far to go; whoever is advancing looks at it before each step.
    var target: Int64 = 0
    /// The thread that is advancing.
    var runner: UInt?
    var agenda = Agenda()
  }

  private let state = Guarded(State())

  /// Starts at time 0.
  public init() {}

  /// Virtual seconds since the scheduler was made.
  public var now: Double { Double(state.withLock { $0.now }) / 1e9 }

  /// Whether the caller is work of this scheduler.
  public func isCurrent() -> Bool {
    state.withLock { $0.runner == Platform.thread }
  }

  /// The number of works that are waiting for their time.
  public var pending: Int { state.withLock { $0.agenda.count } }

  /// Runs `work` at once if the caller ``isCurrent()``; otherwise when time is advanced next, even if by 0.
  ///
  /// - Parameter work: What to do.
  public func async(_ work: @escaping @Sendable () -> Void) {
    if isCurrent() {
      work()
    } else {
      state.withLock { state in _ = state.agenda.add(work, at: state.now) }
    }
  }

  /// Runs `work` when that much virtual time has passed.
  ///
  /// - Parameters:
  ///   - delay: Virtual seconds. Zero, a negative number and NaN mean the present moment, after what is scheduled for it
  ///     already; infinity, and anything from 4e9 (more than a century) on, mean never.
  ///   - work: What to do.
  /// - Returns: Disposing of it in time cancels the work and releases it.
  @discardableResult
  public func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    guard let nanoseconds = Self.nanoseconds(delay) else { return EmptyDisposable }
    let ticket = state.withLock { $0.agenda.add(work, at: Self.sum($0.now, nanoseconds)) }
    return ActionDisposable { [self] in
      _ = state.withLock { $0.agenda.remove(ticket) }  // let go of outside the lock
    }
  }

  /// Lets virtual time pass, and runs what falls due.
  ///
  /// Work that always schedules more for the same moment keeps this from returning, since time does not pass.
  ///
  /// - Parameter time: How much; with 0 what is due at the present moment is run. A negative amount and NaN count as 0;
  ///   with infinity, all that is waiting is run.
  public func advance(by time: some TimeSpan = 0) {
    let nanoseconds = Self.nanoseconds(time.inSeconds) ?? .max / 2
    run(to: state.withLock { Self.sum(max($0.now, $0.target), nanoseconds) })
  }

  /// Lets virtual time pass until a moment, and runs what falls due.
  ///
  /// - Parameter time: How long after the scheduler was made. At a moment that has passed, and NaN, time stays where
  ///   it is, and what is due is run.
  public func advance(to time: some TimeSpan) {
    run(to: Self.nanoseconds(time.inSeconds) ?? .max / 2)
  }

  /// Lets virtual time pass until nothing waits any more.
  ///
  /// What always schedules more, such as a repeating timer, would never come to an end; so the number of works is
  /// limited, and the limit stops the program with a message.
  ///
  /// - Parameter limit: How many works at the most; less than 1 allows none.
  public func run(limit: Int = 1_000_000) {
    var remaining = limit
    while let next = state.withLock({ $0.runner == nil ? $0.agenda.nextTime : nil }) {
      demand(
        remaining > 0,
        "TestScheduler.run: more than \(limit) works, and more are waiting; for what repeats, use advance(by:)"
      )
      remaining -= 1
      run(to: next, atMost: 1)
    }
  }

  /// Runs what is due until `target`; with `count`, that many works at the most.
  private func run(to target: Int64, atMost count: Int = .max) {
    let isMine = state.withLock { state in
      state.target = max(state.target, target)
      if state.runner != nil { return false }
      state.runner = Platform.thread
      return true
    }
    guard isMine else { return }
    var remaining = count
    while let work = state.withLock({ state in Self.step(&state, isLast: remaining == 0) }) {
      remaining -= 1
      work()
    }
  }

  /// Moves time on to the next work and takes it out, or to the target.
  private static func step(_ state: inout State, isLast: Bool) -> (@Sendable () -> Void)? {
    if !isLast, let time = state.agenda.nextTime, time <= state.target {
      state.now = max(state.now, time)
      return state.agenda.takeNext()
    }
    if !isLast { state.now = max(state.now, state.target) }
    state.target = state.now
    state.runner = nil
    return nil
  }

  /// No moment is later than the last.
  private static func sum(_ time: Int64, _ nanoseconds: Int64) -> Int64 {
    let (sum, isTooLate) = time.addingReportingOverflow(nanoseconds)
    return isTooLate ? .max : sum
  }

  /// What is later, in seconds, never comes.
  static let end = 4e9

  /// `nil` for never.
  private static func nanoseconds(_ seconds: Double) -> Int64? {
    guard seconds > 0 else { return 0 }  // also for NaN
    return seconds < end ? Int64((seconds * 1e9).rounded()) : nil
  }
}

/// Works in the order of their times, and of their arrival where these are equal.
private struct Agenda {
  struct Ticket: Hashable, Comparable {
    let time: Int64
    let number: Int

    static func < (a: Ticket, b: Ticket) -> Bool { (a.time, a.number) < (b.time, b.number) }
  }

  /// A heap: nothing is before the one at half its place; what was removed stays until its turn comes.
  private var heap: [Ticket] = []
  private var works: [Ticket: @Sendable () -> Void] = [:]
  private var numbers = 0

  var count: Int { works.count }

  /// Forgets the removed ones that stand in front.
  var nextTime: Int64? {
    mutating get {
      while let first = heap.first, works[first] == nil { removeFirst() }
      return heap.first?.time
    }
  }

  mutating func add(_ work: @escaping @Sendable () -> Void, at time: Int64) -> Ticket {
    numbers += 1
    let ticket = Ticket(time: time, number: numbers)
    works[ticket] = work
    heap.append(ticket)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return ticket
  }

  mutating func remove(_ ticket: Ticket) -> (@Sendable () -> Void)? {
    works.removeValue(forKey: ticket)
  }

  mutating func takeNext() -> (@Sendable () -> Void)? {
    guard nextTime != nil, let first = heap.first else { return nil }
    removeFirst()
    return works.removeValue(forKey: first)
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[parent] else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
