internal import Concurrency
internal import Disposables
package import SignalTesting
package import Signals

/// The inputs of a specification while it runs, in virtual time, and a record of what they did.
package final class Stage: Sendable {
  /// Whose time passes; a frame is a second.
  package let scheduler = TestScheduler()
  private let specification: Specification
  private let performances = Atomic<[Performance]>(value: [])
  private let feeds = DisposableSet()

  init(_ specification: Specification) {
    self.specification = specification
  }

  // MARK: What an operator is applied to

  /// An input whose values are their names, or what the names stand for.
  package func letters(_ index: Int) -> Signal<String, Failure> {
    play(input(index)) { $0 }
  }

  /// An input whose values are numbers.
  package func numbers(_ index: Int) -> Signal<Int, Failure> {
    play(input(index)) { text in
      guard let number = Int(text) else { preconditionFailure("'\(text)' is no number") }
      return number
    }
  }

  /// An input that plays once, from now on, whether anybody listens or not.
  package func hot(_ index: Int) -> Signal<String, Failure> {
    var part = input(index)
    part.isHot = true
    return play(part) { $0 }
  }

  /// Gives the values of an input to a function, from now on.
  package func feed(_ index: Int, to receive: @escaping @Sendable (String) -> Void) {
    feeds.add(letters(index).start(next: receive))
  }

  /// A signal that comes as a value, by its name.
  package func inner(_ label: String) -> Signal<String, Failure> {
    guard let marbles = specification.inner.first(where: { $0.label == label })?.marbles else {
      preconditionFailure("\(specification.name): there is no inner signal '\(label)'")
    }
    return play(part(marbles, label: label)) { $0 }
  }

  /// A signal that is part of the expression.
  ///
  /// - Parameters:
  ///   - marbles: Its diagram.
  ///   - values: What the names in it stand for.
  package func inner(
    playing marbles: String, where values: [Character: String] = [:]
  ) -> Signal<String, Failure> {
    play(part(marbles, values)) { $0 }
  }

  /// A signal that sends one number, where the diagram says `n`.
  package func number(_ number: Int, playing marbles: String) -> Signal<Int, Failure> {
    play(part(marbles)) { _ in number }
  }

  /// A signal that somebody else has started already.
  package func afterAnother<T: Sendable, E: Sendable>(_ signal: Signal<T, E>) -> Signal<T, E> {
    feeds.add(signal.start())
    return signal
  }

  private func input(_ index: Int) -> Part {
    var part = part(specification.inputs[index])
    part.input = index
    return part
  }

  private func part(_ marbles: String, label: String? = nil, _ values: [Character: String] = [:]) -> Part {
    let values = specification.values.merging(values) { $1 }
    do {
      return Part(label: label, marbles: marbles, moments: try Marbles(marbles).moments, values: values)
    } catch {
      preconditionFailure("\(specification.name): \(error)")
    }
  }

  /// - Parameter convert: Makes a value of the text that stands for it.
  private func play<T: Sendable>(_ part: Part, convert: (String) -> T) -> Signal<T, Failure> {
    let table = part.texts.mapValues(convert)
    let source: TestSource<T, Failure>
    do {
      source =
        part.isHot
        ? try scheduler.hot(part.marbles, values: table, error: Failure())
        : try scheduler.cold(part.marbles, values: table, error: Failure())
    } catch {
      preconditionFailure("\(specification.name): \(error)")
    }
    return Signal { [self] subscriber in
      let line = Record.Line(part.input == nil ? .inner : .input, label: part.label, start: frame)
      let number = performances.modify { $0 + [Performance(part: part, line: line)] }.count - 1
      let subscription = source.signal.start(
        next: { value in
          self.note(.next(text(of: value)), in: number)
          subscriber.putNext(value)
        },
        error: { error in
          self.note(.error(text(of: error)), in: number)
          subscriber.putError(error)
        },
        completed: {
          self.note(.completed, in: number)
          subscriber.putCompletion()
        })
      return ActionDisposable {
        subscription.dispose()
        self.noteDisposal(of: number)
      }
    }
  }

  /// Ends what has no end of its own.
  func end() {
    feeds.dispose()
  }

  // MARK: The record

  private var frame: Int { Int(scheduler.now.rounded(.down)) }

  private func note(_ event: SignalEvent<String, String>, in number: Int) {
    let event = Record.Event(frame: frame, event)
    change(number) { $0.events.append(event) }
  }

  private func noteDisposal(of number: Int) {
    let frame = frame
    change(number) { line in
      if !line.isOver { line.disposal = frame }
    }
  }

  private func change(_ number: Int, _ change: (inout Record.Line) -> Void) {
    _ = performances.modify { performances in
      var performances = performances
      change(&performances[number].line)
      return performances
    }
  }

  /// What the inputs and the inner signals have done, up to now.
  var lines: [Record.Line] {
    let performances = performances.with { $0 }
    let inputs = specification.inputs.indices.flatMap { index in
      let starts = performances.filter { $0.part.input == index }
      return starts.isEmpty ? [input(index).unheard] : starts.map(\.wholeLine)
    }
    return inputs + performances.filter { $0.part.input == nil }.map(\.wholeLine)
  }
}

/// A signal that was written as a diagram.
private struct Part: Sendable {
  /// The number of the input, or `nil` for an inner signal.
  var input: Int?
  let label: String?
  let marbles: String
  let moments: [Marbles.Moment]
  let values: [Character: String]
  var isHot = false

  /// What each name in it stands for.
  var texts: [Character: String] {
    moments.reduce(into: [:]) { texts, moment in
      if case .value(let name) = moment.mark { texts[name] = values[name] ?? String(name) }
    }
  }

  /// What it sends to somebody who listens from its beginning.
  var events: [Record.Event] {
    moments.compactMap { moment in
      switch moment.mark {
      case .value(let name):
        Record.Event(frame: moment.frame, .next(values[name] ?? String(name)), isHeard: false)
      case .error: Record.Event(frame: moment.frame, .error("\(Failure())"), isHeard: false)
      case .completed: Record.Event(frame: moment.frame, .completed, isHeard: false)
      case .start, .disposal: nil
      }
    }
  }

  /// Nobody has started it.
  var unheard: Record.Line { Record.Line(input == nil ? .inner : .input, start: nil, events: events) }
}

/// One start of a part.
private struct Performance: Sendable {
  let part: Part
  var line: Record.Line

  /// What was heard, and what would have been sent before and afterwards.
  var wholeLine: Record.Line {
    var script = part.events
    if !part.isHot, let start = line.start {
      for index in script.indices { script[index].frame += start }
    }
    let heard = line.events.map(\.frame)
    let offsets = 0...max(0, script.count - heard.count)
    let offset = offsets.first { script.dropFirst($0).prefix(heard.count).map(\.frame).elementsEqual(heard) }
    guard let offset else { return line }
    for index in offset..<(offset + heard.count) { script[index].isHeard = true }
    var line = line
    line.events = script
    return line
  }
}
