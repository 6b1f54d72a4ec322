internal import SignalTesting
package import Signals

/// What happened when a specification was run.
package struct Record: Sendable, Equatable {
  /// What a signal was to the operator.
  package enum Role: Sendable {
    case input
    /// A signal that the operator started in the course of its work.
    case inner
    case output
  }

  /// Something that a signal sent.
  package struct Event: Sendable, Equatable {
    package var frame: Int
    package var event: SignalEvent<String, String>
    /// Whether somebody listened.
    package var isHeard: Bool

    package init(frame: Int, _ event: SignalEvent<String, String>, isHeard: Bool = true) {
      self.frame = frame
      self.event = event
      self.isHeard = isHeard
    }
  }

  /// One subscription.
  package struct Line: Sendable, Equatable {
    package var role: Role
    package var label: String?
    /// The frame of the start, or `nil` if the signal was never started.
    package var start: Int?
    /// The frame of the disposal; `nil` if the signal ended, or goes on.
    package var disposal: Int?
    package var events: [Event]

    package init(
      _ role: Role, label: String? = nil, start: Int? = 0, disposal: Int? = nil, events: [Event] = []
    ) {
      self.role = role
      self.label = label
      self.start = start
      self.disposal = disposal
      self.events = events
    }
  }

  /// The operator.
  package var name: String
  /// How it was applied.
  package var expression: String
  /// The inputs, then the inner signals in the order of their starts, then the output.
  package var lines: [Line]
  /// The number of frames.
  package var length: Int
  /// What the names in the specification stand for.
  package var values: [Character: String]

  package init(
    name: String, expression: String, lines: [Line], length: Int, values: [Character: String] = [:]
  ) {
    self.name = name
    self.expression = expression
    self.lines = lines
    self.length = length
    self.values = values
  }
}

extension Record {
  /// The lines as diagrams under each other: a column is a moment.
  ///
  /// Of what a signal would have sent if somebody had listened, nothing is shown.
  package var text: String {
    var naming = Naming(values)
    let labels = lines.map { $0.label.map { "\($0): " } ?? "" }
    let width = labels.map(\.count).max() ?? 0
    var rows = zip(labels, lines).map { label, line in
      label + String(repeating: " ", count: width - label.count) + diagram(of: line, &naming)
    }
    rows.insert(String(repeating: " ", count: width) + expression, at: rows.count - 1)
    if !naming.legend.isEmpty { rows += ["", naming.legend.joined(separator: "  ")] }
    return rows.joined(separator: "\n") + "\n"
  }

  private func diagram(of line: Line, _ naming: inout Naming) -> String {
    guard let start = line.start else { return "(not started)" }
    var moments: [Marbles.Moment] = []
    for event in line.events where event.isHeard {
      let mark: Marbles.Mark =
        switch event.event {
        case .next(let text): .value(naming.name(of: text))
        case .error: .error
        case .completed: .completed
        }
      moments.append(Marbles.Moment(frame: event.frame - start, mark: mark))
    }
    if let disposal = line.disposal { moments.append(.init(frame: disposal - start, mark: .disposal)) }
    let isOver = line.disposal != nil || line.isOver
    return String(repeating: " ", count: start)
      + Marbles(moments: moments, length: isOver ? 0 : length - start).description
  }
}

extension Record.Line {
  /// Whether it has ended by itself, and somebody heard it.
  package var isOver: Bool {
    guard let last = events.last(where: \.isHeard) else { return false }
    if case .next = last.event { return false }
    return true
  }
}

/// Finds characters for texts.
private struct Naming {
  private var names: [String: Character] = [:]
  private var taken: Set<Character>
  private(set) var legend: [String] = []

  init(_ values: [Character: String]) {
    taken = Set(values.keys)
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      names[text] = name
      legend.append("\(name): \(text)")
    }
  }

  mutating func name(of text: String) -> Character {
    if let name = names[text] { return name }
    if text.count == 1, let own = text.first, own.isLetter || own.isNumber, taken.insert(own).inserted {
      names[text] = own
      return own
    }
    let name = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".first { !taken.contains($0) } ?? "?"
    taken.insert(name)
    names[text] = name
    legend.append("\(name): \(text)")
    return name
  }
}
