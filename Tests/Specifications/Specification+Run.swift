package import SignalTesting
internal import Signals

extension Specification {
  /// Runs the operator, on the main thread, in virtual time.
  ///
  /// - Returns: What happened, and how it differs from the specified output, if it does.
  /// - Throws: `Marbles.ParseError` if the output can't be read.
  @MainActor
  package func run() throws(Marbles.ParseError) -> (record: Record, difference: String?) {
    let stage = Stage(self)
    defer { stage.end() }
    let diagram = try Marbles(output)
    var lengths = [diagram.length]
    for input in inputs { lengths.append(try Marbles(input).length) }
    let length = lengths.max() ?? 0
    let (recorder, difference) = try compareSignal(
      apply(stage), with: output + String(repeating: "-", count: length - diagram.length),
      values: table(of: diagram), error: "\(Failure())", on: stage.scheduler, frame: 1)
    let events = recorder.entries.map { Record.Event(frame: Int($0.time.rounded(.down)), $0.event) }
    // When the recorder goes away, it disposes, which is no part of the record.
    var lines = withExtendedLifetime(recorder) { stage.lines }
    lines.append(
      Record.Line(.output, start: diagram.startFrame, disposal: diagram.disposalFrame, events: events))
    for index in lines.indices {
      lines[index].events.removeAll { !$0.isHeard && $0.frame >= length }
    }
    let record = Record(
      name: name, expression: expression, lines: lines, length: length, values: values)
    return (record, difference)
  }

  private func table(of diagram: Marbles) -> [Character: String] {
    diagram.moments.reduce(into: values) { table, moment in
      if case .value(let name) = moment.mark, table[name] == nil { table[name] = String(name) }
    }
  }
}
