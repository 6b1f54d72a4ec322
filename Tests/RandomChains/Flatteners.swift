internal import Operators
internal import Signals
internal import TestSupport

extension Flattener {
  /// Makes an operator with random parameters.
  typealias Maker = @Sendable (inout SplitMix) -> Flattener

  static let all: [Maker] = [
    { _ in flattener("mapToSignal", 1, .replaceRunning) { $0.mapToSignal($1) } },
    { _ in flattener("map, switchToLatest", 1, .replaceRunning) { $0.map($1).switchToLatest() } },
    { _ in flattener("mapToQueue", 1, .wait) { $0.mapToQueue($1) } },
    { _ in flattener("mapToThrottled", 1, .replaceWaiting) { $0.mapToThrottled($1) } },
    { _ in flattener("mapToFirst", 1, .drop) { $0.mapToFirst($1) } },
    { _ in flattener("mapToMerged", .max, .wait) { $0.mapToMerged($1) } },
    { _ in flattener("mapToMerged(maxConcurrent: 2)", 2, .wait) { $0.mapToMerged(maxConcurrent: 2, $1) } },
    { _ in
      Flattener(
        name: "expand",
        real: { outer, inner in
          outer.expand { value in value < 4 ? .complete() : inner(value).map { _ in value / 3 } }
        },
        model: { outer, inner in
          var running = Running(limit: 1, policy: .wait) { value, start in
            if value < 4 { return [TimedEvent(time: start, event: .completed)] }
            return try inner(value, start).mapValues { _ in [value / 3] }
          }
          running.isExpanding = true
          return try running.line(of: outer)
        })
    },
  ]

  private static func flattener(
    _ name: String, _ limit: Int, _ policy: Running.Policy,
    real: @escaping @Sendable (Real, @escaping @Sendable (Int) -> Real) -> Real
  ) -> Flattener {
    Flattener(
      name: name, real: real,
      model: { outer, inner in
        var running = Running(limit: limit, policy: policy, inner: inner)
        return try running.line(of: outer)
      })
  }
}

/// Several lines that run at the same time, as the values of another one start them.
struct Running {
  /// What becomes of a value that comes while as many lines run as may.
  enum Policy {
    case wait, replaceWaiting, drop, replaceRunning
  }

  private let limit: Int
  private let policy: Policy
  private let inner: (_ value: Int, _ start: Time) throws -> Line
  /// Each value is sent, and starts another line.
  var isExpanding = false

  private var lines: [(number: Int, rest: ArraySlice<TimedEvent>)] = []
  private var waiting: [Int] = []
  private var out = Line()
  private var number = 0
  private var isOuterActive = true
  /// A line is being started; who wants to start another has to wait until that is done.
  private var isStarting = false
  private var toStart: [(value: Int, time: Time)] = []

  init(limit: Int, policy: Policy, inner: @escaping (_ value: Int, _ start: Time) throws -> Line) {
    self.limit = limit
    self.policy = policy
    self.inner = inner
  }

  private var isOver: Bool { out.last?.event.isTerminal ?? false }

  mutating func line(of outer: Line) throws -> Line {
    for timed in outer where !isOver {
      try play(before: timed.time)
      if isOver { break }
      switch timed.event {
      case .next(let value): try come(value, timed.time)
      case .error: out.append(timed)
      case .completed:
        isOuterActive = false
        if lines.isEmpty { out.append(timed) }
      }
    }
    try play(before: .max)
    return out
  }

  /// A value of the outer line.
  private mutating func come(_ value: Int, _ time: Time) throws {
    if isExpanding { out.append(TimedEvent(time: time, event: .next(value))) }
    try add(value, time)
  }

  private mutating func add(_ value: Int, _ time: Time) throws {
    if policy == .replaceRunning { lines = [] }
    if lines.count < limit {
      try start(value, time)
    } else {
      switch policy {
      case .wait: waiting.append(value)
      case .replaceWaiting: waiting = [value]
      case .drop, .replaceRunning: break
      }
    }
  }

  private mutating func start(_ value: Int, _ time: Time) throws {
    // From now on it counts as running.
    number += 1
    lines.append((number, []))
    toStart.append((value, time))
    guard !isStarting else { return }
    isStarting = true
    defer { isStarting = false }
    while !toStart.isEmpty, !isOver {
      let (value, time) = toStart.removeFirst()
      guard let own = lines.first(where: { $0.rest.isEmpty && !started.contains($0.number) })?.number else {
        continue
      }
      started.insert(own)
      let line = try inner(value, time)
      let now = line.prefix { $0.time == time }
      for timed in now where !isOver { try happen(timed, own) }
      if let index = lines.firstIndex(where: { $0.number == own }) {
        lines[index].rest = line[now.endIndex...]
      }
    }
  }

  private var started: Set<Int> = []

  private mutating func happen(_ timed: TimedEvent, _ number: Int) throws {
    switch timed.event {
    case .next(let value):
      out.append(timed)
      if out.count > 300 { throw TooManyEvents() }
      if isExpanding { try add(value, timed.time) }
    case .error: out.append(timed)
    case .completed:
      lines.removeAll { $0.number == number }
      if !waiting.isEmpty {
        try start(waiting.removeFirst(), timed.time)
      } else if lines.isEmpty, !isOuterActive {
        out.append(timed)
      }
    }
  }

  /// Lets everything happen that comes before a time.
  private mutating func play(before time: Time) throws {
    while !isOver {
      let next = lines.indices.filter { !lines[$0].rest.isEmpty }
        .min { (lines[$0].rest.first?.time ?? 0, $0) < (lines[$1].rest.first?.time ?? 0, $1) }
      guard let index = next, let timed = lines[index].rest.first, timed.time < time else { return }
      lines[index].rest.removeFirst()
      try happen(timed, lines[index].number)
    }
  }
}
