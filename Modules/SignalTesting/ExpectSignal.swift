internal import Disposables
public import Signals

/// Starts a signal in virtual time, and fails the test unless it sends what a diagram says.
///
///     try expectSignal(source.signal.debounce(2, on: scheduler), sends: "----b--|", on: scheduler)
///
/// It works in Swift Testing and in XCTest. The scheduler is advanced to the last frame of the diagram; what would
/// come later is not asked for. `^` in the diagram delays the start to that frame, `!` disposes at that frame.
///
/// Call it in the task of the test. On a queue of your own or in a detached task, Swift Testing does not know whose
/// failure it is, and a difference stops the program with the message; so it does in a program that is no test. (On Apple
/// platforms the run fails, with an issue that belongs to no test.) XCTest knows its test on every thread while it runs.
///
/// - Parameters:
///   - signal: What to start.
///   - marbles: What it should send, from the present moment of the scheduler on. See ``Marbles``.
///   - values: The values that the names in the diagram stand for.
///   - error: What `#` stands for.
///   - scheduler: Whose time passes.
///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
///   - fileID: The file to name in a failure.
///   - filePath: The path of that file.
///   - line: The line to name in a failure.
///   - column: The column to name in a failure.
/// - Returns: What came, for further questions.
/// - Throws: `Marbles.ParseError` if the diagram can't be read, or names a value that is not in the table.
@discardableResult
public func expectSignal<T: Equatable, E: Equatable>(
  _ signal: Signal<T, E>, sends marbles: String, values: [Character: T], error: E? = nil,
  on scheduler: TestScheduler, frame: Double = 1,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws(Marbles.ParseError) -> Recorder<T, E> {
  demandFrame(frame, count: try Marbles(marbles).length, in: "expectSignal", file: fileID, line: line)
  let (recorder, difference) = try compareSignal(
    signal, with: marbles, values: values, error: error, on: scheduler, frame: frame)
  if let difference {
    reportTestFailure(
      difference, at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return recorder
}

/// Does what `expectSignal` does, and leaves it to the caller what to do about a difference.
///
/// - Returns: What came, and how it differs from the diagram, if it does.
package func compareSignal<T: Equatable, E: Equatable>(
  _ signal: Signal<T, E>, with marbles: String, values: [Character: T], error: E?,
  on scheduler: TestScheduler, frame: Double
) throws(Marbles.ParseError) -> (recorder: Recorder<T, E>, difference: String?) {
  let diagram = try Marbles(marbles)
  let expected = try diagram.events(values: values, error: error, text: marbles)
  let start = scheduler.now
  scheduler.advance(to: start + Double(diagram.startFrame) * frame)
  let recorder = Recorder(signal, on: scheduler)
  if let disposal = diagram.disposalFrame {
    scheduler.after(Double(disposal - diagram.startFrame) * frame) { recorder.dispose() }
  }
  scheduler.advance(to: start + Double(max(0, diagram.length - 1)) * frame)
  let actual = recorder.entries.map { entry in
    TimedEvent(frame: (entry.time - start) / frame, event: entry.event)
  }
  let comparison = MarbleComparison(
    expected: expected.map { TimedEvent(frame: Double($0.frame), event: $0.event) }, actual: actual,
    names: values, diagram: diagram)
  return (recorder, comparison.difference)
}

/// Starts a signal of names in virtual time, and fails the test unless it sends what a diagram says.
///
/// As ``expectSignal(_:sends:values:error:on:frame:fileID:filePath:line:column:)``, for signals whose values are the
/// names in the diagram.
///
/// - Parameters:
///   - signal: What to start.
///   - marbles: What it should send, from the present moment of the scheduler on. See ``Marbles``.
///   - error: What `#` stands for.
///   - scheduler: Whose time passes.
///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
///   - fileID: The file to name in a failure.
///   - filePath: The path of that file.
///   - line: The line to name in a failure.
///   - column: The column to name in a failure.
/// - Returns: What came, for further questions.
/// - Throws: `Marbles.ParseError` if the diagram can't be read.
@discardableResult
public func expectSignal<E: Equatable>(
  _ signal: Signal<String, E>, sends marbles: String, error: E? = nil,
  on scheduler: TestScheduler, frame: Double = 1,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws(Marbles.ParseError) -> Recorder<String, E> {
  var values: [Character: String] = [:]
  for moment in try Marbles(marbles).moments {
    if case .value(let name) = moment.mark { values[name] = String(name) }
  }
  return try expectSignal(
    signal, sends: marbles, values: values, error: error, on: scheduler, frame: frame,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

extension Recorder where T: Equatable {
  /// What came, as a diagram.
  ///
  /// - Parameters:
  ///   - values: Names for values. A value without a name gets its own description, if that is one letter or digit,
  ///     or else a letter that is free, which is explained in a line of its own.
  ///   - start: The virtual time of frame 0, in seconds. What came before it is left out.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else, and a line of more than a million
  ///     frames, stops the program.
  /// - Returns: One line, and one more for each value without a name.
  public func marbles(values: [Character: T] = [:], from start: Double = 0, frame: Double = 1) -> String {
    demandFrame(frame, in: "Recorder.marbles")
    demand(start.isFinite, "Recorder.marbles: from: has to be a moment of virtual time, and is \(start)")
    var naming = MarbleNaming(values)
    let moments = entries.compactMap { entry -> Marbles.Moment? in
      let passed = (entry.time - start) / frame
      if passed < -1e-6 { return nil }
      demand(
        passed < longestLine,
        "Recorder.marbles: an event at \(entry.time) is \(passed) frames away from \(start); make frame: longer"
      )
      return Marbles.Moment(frame: wholeFrame(passed), mark: naming.mark(for: entry.event))
    }
    return ([Marbles(moments: moments, length: 0).description] + naming.legend).joined(separator: "\n")
  }
}

/// The frame in which a time lies; times are quotients, and may miss the beginning of theirs by a little.
///
/// Nothing is drawn further away than the longest line.
private func wholeFrame(_ frame: Double) -> Int {
  Int((min(frame, longestLine) + 1e-6).rounded(.down))
}

/// More frames are not drawn.
private let longestLine = 1e6

/// An event, and its time in frames.
struct TimedEvent<T, E> {
  let frame: Double
  let event: SignalEvent<T, E>
}

extension TimedEvent: Equatable where T: Equatable, E: Equatable {
  static func == (a: TimedEvent, b: TimedEvent) -> Bool {
    abs(a.frame - b.frame) < 1e-6 && a.event == b.event
  }
}

/// Finds characters for values.
struct MarbleNaming<T: Equatable> {
  private var names: [(name: Character, value: T)]
  private var added: [(name: Character, value: T)] = []

  init(_ values: [Character: T]) {
    names = values.filter { $0.key.isMarbleName }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A line for each value that was given a name which says nothing.
  var legend: [String] { added.map { "\($0.name) = \($0.value)" } }

  mutating func mark<E>(for event: SignalEvent<T, E>) -> Marbles.Mark {
    switch event {
    case .next(let value): .value(name(of: value))
    case .error: .error
    case .completed: .completed
    }
  }

  private mutating func name(of value: T) -> Character {
    if let known = names.first(where: { $0.value == value }) { return known.name }
    let taken = Set(names.map(\.name))
    let description = "\(value)"
    if description.count == 1, let own = description.first, own.isMarbleName, !taken.contains(own) {
      names.append((own, value))
      return own
    }
    let free = "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA".first { !taken.contains($0) } ?? "?"
    names.append((free, value))
    added.append((free, value))
    return free
  }
}

/// What was expected and what came, under each other.
struct MarbleComparison<T: Equatable, E: Equatable> {
  let expected: [TimedEvent<T, E>]
  let actual: [TimedEvent<T, E>]
  let names: [Character: T]
  let diagram: Marbles

  /// `nil` if there is none.
  var difference: String? {
    guard expected != actual else { return nil }
    var naming = MarbleNaming(names)
    let expectedDrawing = drawing(of: expected, &naming)
    let actualDrawing = drawing(of: actual, &naming)
    var text = """
      the signal did not send what was expected
        expected: \(expectedDrawing.line)
        actual:   \(actualDrawing.line)
      """
    let looksAlike = expectedDrawing.line == actualDrawing.line
    if !looksAlike {
      let common = zip(expectedDrawing.line, actualDrawing.line).prefix { $0 == $1 }.count
      text += "\n            \(String(repeating: " ", count: common))^"
    }
    // Columns are times only where no group is too wide.
    let showsTimes = !looksAlike && expectedDrawing.showsTimes && actualDrawing.showsTimes
    for note in naming.legend + errors + (showsTimes ? offFrame : differentFrames(&naming)) {
      text += "\n  \(note)"
    }
    return text
  }

  private func drawing(
    of events: [TimedEvent<T, E>], _ naming: inout MarbleNaming<T>
  ) -> (line: String, showsTimes: Bool) {
    let moments = events.map { event in
      Marbles.Moment(frame: wholeFrame(event.frame), mark: naming.mark(for: event.event))
    }
    return Marbles(moments: moments, length: diagram.length).drawing
  }

  /// Two errors look alike in a diagram.
  private var errors: [String] {
    func error(in events: [TimedEvent<T, E>]) -> E? {
      if case .error(let error) = events.last?.event { error } else { nil }
    }
    guard let wanted = error(in: expected), let came = error(in: actual), wanted != came else { return [] }
    return ["# should be \(wanted), and is \(came)"]
  }

  private var offFrame: [String] {
    actual.filter { abs($0.frame - $0.frame.rounded()) > 1e-6 }
      .map { "\($0.event) came \(place($0.frame))" }
  }

  /// What is not in both, with the frames; the columns do not show them.
  private func differentFrames(_ naming: inout MarbleNaming<T>) -> [String] {
    var missing: [TimedEvent<T, E>] = []
    var surplus = actual
    for event in expected {
      if let index = surplus.firstIndex(of: event) {
        surplus.remove(at: index)
      } else {
        missing.append(event)
      }
    }
    var notes: [String] = []
    for event in missing {
      let mark = naming.mark(for: event.event)
      let expectation = "\(mark.symbol) is expected \(place(event.frame))"
      guard let index = surplus.firstIndex(where: { naming.mark(for: $0.event) == mark }) else {
        notes.append("\(expectation), and did not come")
        continue
      }
      let other = surplus.remove(at: index)
      // What is drawn alike at the same time is two errors, of which there is a note already.
      if place(other.frame) != place(event.frame) {
        notes.append("\(expectation), and came \(place(other.frame))")
      }
    }
    return notes
      + surplus.map { "\(naming.mark(for: $0.event).symbol) came \(place($0.frame)), and is not expected" }
  }

  private func place(_ frame: Double) -> String {
    abs(frame - frame.rounded()) > 1e-6
      ? "between two frames, at \((frame * 1e6).rounded() / 1e6)" : "in frame \(wholeFrame(frame))"
  }
}
