internal import Signals

/// Microseconds of virtual time.
typealias Time = Int

/// Why a signal in a chain fails.
package struct Failure: Error, Equatable, CustomStringConvertible {
  let code: Int

  package var description: String { "\(code)" }
}

/// One event, and when it comes.
struct TimedEvent: Equatable, Sendable, CustomStringConvertible {
  let time: Time
  let event: SignalEvent<Int, Failure>

  var description: String { "\(time): \(event)" }
}

/// What a signal sends, in order; at most the last is a terminal event.
typealias Line = [TimedEvent]

/// A signal made of random inputs and operators, as a tree.
indirect enum Chain: Sendable {
  /// Plays a script, whose times begin with the start; those of 0 while it starts.
  case input(Line)
  case step(Step, Chain)
  case join(Join, [Chain])
  /// Each value of the first chain starts one of the others.
  case flatten(Flattener, Chain, [Chain])
}

/// The signal that a chain stands for, and what the model says that it sends when it is started at a time.
typealias Real = Signal<Int, Failure>
typealias Model = (_ start: Time) throws -> Line

/// An operator with one input: the real one, and the obviously right one.
struct Step: Sendable {
  let name: String
  let real: @Sendable (Real, Stage) -> Real
  let model: @Sendable (_ input: Model, _ start: Time) throws -> Line

  init(
    _ name: String, real: @escaping @Sendable (Real, Stage) -> Real,
    model: @escaping @Sendable (_ input: Model, _ start: Time) throws -> Line
  ) {
    self.name = name
    self.real = real
    self.model = model
  }

  /// An operator that needs nothing of the stage.
  init(
    _ name: String, real: @escaping @Sendable (Real) -> Real,
    model: @escaping @Sendable (_ input: Model, _ start: Time) throws -> Line
  ) {
    self.init(name, real: { signal, _ in real(signal) }, model: model)
  }

  /// An operator that says of the input's events what comes out.
  init(
    _ name: String, real: @escaping @Sendable (Real) -> Real,
    events: @escaping @Sendable (Line) -> Line
  ) {
    self.init(name, real: { signal, _ in real(signal) }, model: { try events($0($1)) })
  }
}

/// An operator with several inputs.
struct Join: Sendable {
  let name: String
  let real: @Sendable ([Real], Stage) -> Real
  let model: @Sendable (_ inputs: [Model], _ start: Time) throws -> Line
}

/// An operator whose input's values start other signals: value *v* the one at *v* modulo their number.
struct Flattener: Sendable {
  let name: String
  let real: @Sendable (_ outer: Real, _ inner: @escaping @Sendable (Int) -> Real) -> Real
  let model:
    @Sendable (_ outer: Line, _ inner: @escaping (_ value: Int, _ start: Time) throws -> Line) throws -> Line
}

/// A chain sends more than is worth looking at.
struct TooManyEvents: Error {}

extension Chain {
  /// - Throws: `TooManyEvents`.
  func line(from start: Time, until horizon: Time) throws -> Line {
    let line: Line
    switch self {
    case .input(let script):
      line = script.map { TimedEvent(time: start + $0.time, event: $0.event) }
    case .step(let step, let input):
      line = try step.model({ try input.line(from: $0, until: horizon) }, start)
    case .join(let join, let inputs):
      line = try join.model(inputs.map { input in { try input.line(from: $0, until: horizon) } }, start)
    case .flatten(let flattener, let outer, let inners):
      line = try flattener.model(outer.line(from: start, until: horizon)) { value, start in
        try inners[value % inners.count].line(from: start, until: horizon)
      }
    }
    guard line.count <= 300 else { throw TooManyEvents() }
    return line.filter { $0.time <= horizon }
  }

  func signal(on stage: Stage) -> Real {
    switch self {
    case .input(let script): return stage.input(script)
    case .step(let step, let input): return step.real(input.signal(on: stage), stage)
    case .join(let join, let inputs): return join.real(inputs.map { $0.signal(on: stage) }, stage)
    case .flatten(let flattener, let outer, let inners):
      let inners = inners.map { $0.signal(on: stage) }
      return flattener.real(outer.signal(on: stage)) { inners[$0 % inners.count] }
    }
  }
}

extension Chain: CustomStringConvertible {
  var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    func indented(_ chain: Chain) -> [String] { chain.lines.map { "  " + $0 } }
    switch self {
    case .input(let script): return ["input \(script.map(\.description).joined(separator: ", "))"]
    case .step(let step, let input): return input.lines + ["|> \(step.name)"]
    case .join(let join, let inputs):
      return ["\(join.name) of"] + inputs.flatMap { indented($0) + ["  ,"] }.dropLast()
    case .flatten(let flattener, let outer, let inners):
      return outer.lines + ["|> \(flattener.name) of"] + inners.flatMap { indented($0) + ["  ,"] }.dropLast()
    }
  }
}
