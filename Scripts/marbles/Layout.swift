import Signals
import Specifications

extension Picture {
  /// The widest picture that is drawn in the regular size.
  static let comfortableWidth = 860.0

  /// Lays out a record.
  init(of record: Record) {
    self.init(of: record, metrics: .regular)
    if width > Self.comfortableWidth { self.init(of: record, metrics: .compact) }
  }

  private init(of record: Record, metrics: Metrics) {
    let colors = Self.colors(of: record)
    let lanes = record.lines.map { Lane($0, length: record.length, metrics: metrics, colors: colors) }
    var columns = Columns(
      count: record.length, width: metrics.frame, distances: lanes.flatMap { $0.distances(metrics.gap) })
    let leftmost = lanes.map { $0.leftmost(in: columns) }.min() ?? 0
    columns.shift(by: Metrics.margin - leftmost)
    let expressionWidth = TextWidth.monospaced(record.expression, size: Metrics.expressionFont) + 40
    let least = Metrics.margin + max(expressionWidth, 220)
    func end() -> Double { (lanes.map { $0.rightmost(in: columns) }.max() ?? 0) + metrics.marble * 0.9 }
    if record.length > 4 { columns.widen(by: least - end()) }
    let end = max(end(), least)

    var y = Metrics.margin
    rows = []
    box = Box(
      x: Metrics.margin, y: 0, width: end - Metrics.margin, height: Metrics.boxHeight, text: record.expression
    )
    for lane in lanes {
      if lane.line.role == .output {
        if !rows.isEmpty { y += 8 }
        box.y = y
        y += box.height + 18
      }
      rows.append(lane.row(in: columns, from: Metrics.margin, to: end, at: y + metrics.marble / 2))
      y += metrics.marble + Double(lane.depth - 1) * (metrics.marble + 4) + 18
    }
    width = (end + Metrics.margin).rounded(.up)
    height = (y - 18 + Metrics.margin).rounded(.up)
    guides = lanes.last.map { lane in lane.groups.map { columns[$0.frame] } } ?? []
    self.metrics = metrics
    title = "\(record.name): \(record.expression)"
    description = record.lines.map(\.sentence).joined(separator: " ")
  }

  /// A number for each value, in the order in which they appear.
  private static func colors(of record: Record) -> [String: Int] {
    record.lines.flatMap(\.events).reduce(into: [:]) { colors, event in
      if case .next(let value) = event.event, colors[value] == nil { colors[value] = colors.count }
    }
  }
}

/// A line, and how much room its events need, before it is known where they are.
private struct Lane {
  /// What stands at one frame.
  struct Group {
    var frame: Int
    var marbles: [Picture.Marble] = []
    var before: [Picture.Mark] = []
    var after: [Picture.Mark] = []
    var left = 0.0
    var right = 0.0
  }

  let line: Record.Line
  let metrics: Metrics
  var groups: [Group] = []

  init(_ line: Record.Line, length: Int, metrics: Metrics, colors: [String: Int]) {
    self.line = line
    self.metrics = metrics
    var byFrame: [Int: Group] = [:]
    for event in line.events {
      var group = byFrame[event.frame] ?? Group(frame: event.frame)
      switch event.event {
      case .next(let value): group.marbles.append(marble(of: value, colors[value] ?? 0, event.isHeard))
      case .error: group.after.append(Picture.Mark(kind: .error, x: 0, isHeard: event.isHeard))
      case .completed: group.after.append(Picture.Mark(kind: .completed, x: 0, isHeard: event.isHeard))
      }
      byFrame[event.frame] = group
    }
    if let disposal = line.disposal {
      let mark = Picture.Mark(kind: .disposal, x: 0, isHeard: true)
      byFrame[disposal, default: Group(frame: disposal)].after.insert(mark, at: 0)
    }
    if let start = line.start, line.role == .inner || start > 0 {
      let mark = Picture.Mark(kind: .start, x: 0, isHeard: true)
      byFrame[start, default: Group(frame: start)].before.append(mark)
    }
    groups = byFrame.values.sorted { $0.frame < $1.frame }.map(placed)
  }

  private func marble(of value: String, _ color: Int, _ isHeard: Bool) -> Picture.Marble {
    let isShort = value.count <= Metrics.longestText
    let text = isShort ? value : value.prefix(Metrics.longestText - 1) + "…"
    return Picture.Marble(
      center: .init(x: 0, y: 0), width: metrics.width(of: text), height: metrics.marble, text: text,
      value: value,
      color: color, isHeard: isHeard)
  }

  /// Puts marks beside the values of their frame: marbles are below each other, so that all are at their time.
  private func placed(_ group: Group) -> Group {
    var group = group
    let half = (group.marbles.map(\.width).max() ?? 0) / 2
    group.left = half
    group.right = half
    for index in group.marbles.indices {
      group.marbles[index].center.y = Double(index) * (metrics.marble + 4)
    }
    for index in group.after.indices {
      let extent = metrics.extent(of: group.after[index].kind)
      let isAlone = group.right == 0
      group.after[index].x = isAlone ? 0 : group.right + 5 + extent
      group.right = group.after[index].x + extent
      if isAlone { group.left = extent }
    }
    for index in group.before.indices {
      let extent = metrics.extent(of: group.before[index].kind)
      let isAlone = group.left == 0
      group.before[index].x = isAlone ? 0 : -group.left - 5 - extent
      group.left = extent - group.before[index].x
      if isAlone { group.right = extent }
    }
    return group
  }

  /// How many values stand below each other.
  var depth: Int { groups.map(\.marbles.count).reduce(1, max) }

  func distances(_ gap: Double) -> [Columns.Distance] {
    zip(groups, groups.dropFirst()).map { first, second in
      Columns.Distance(from: first.frame, to: second.frame, atLeast: first.right + gap + second.left)
    }
  }

  func leftmost(in columns: Columns) -> Double {
    let first = groups.first.map { columns[$0.frame] - $0.left - 8 } ?? columns[0]
    let start = line.role == .inner ? first : min(first, columns[0] - metrics.frame / 2)
    return line.label.map { start - labelWidth($0) } ?? start
  }

  private func labelWidth(_ label: String) -> Double {
    TextWidth.proportional(label, size: metrics.font) + 8
  }

  func rightmost(in columns: Columns) -> Double {
    groups.last.map { columns[$0.frame] + $0.right } ?? columns[0]
  }

  // MARK: Where things are

  func row(in columns: Columns, from left: Double, to right: Double, at y: Double) -> Picture.Row {
    var marbles: [Picture.Marble] = []
    var marks: [Picture.Mark] = []
    for group in groups {
      let x = columns[group.frame]
      marbles += group.marbles.map { marble in
        var marble = marble
        marble.center = .init(x: x + marble.center.x, y: y + marble.center.y)
        return marble
      }
      marks += (group.before + group.after).map { mark in
        var mark = mark
        mark.x += x
        return mark
      }
    }
    let begin = beginning(in: columns, from: left, marks)
    return Picture.Row(
      y: y, stretches: stretches(from: begin, to: right, marks, in: columns),
      hasArrow: line.role != .inner || goesOn,
      label: line.label.map { ($0, begin - 8) }, marbles: marbles, marks: marks)
  }

  private func beginning(in columns: Columns, from left: Double, _ marks: [Picture.Mark]) -> Double {
    if line.role == .inner {
      return marks.first { $0.kind == .start }?.x ?? columns[line.start ?? 0]
    }
    return line.label.map { left + labelWidth($0) } ?? left
  }

  private var goesOn: Bool { line.start != nil && line.disposal == nil && !line.isOver }

  /// The line is strong while somebody listens.
  private func stretches(
    from begin: Double, to end: Double, _ marks: [Picture.Mark], in columns: Columns
  ) -> [Picture.Stretch] {
    let last = line.role == .inner && !goesOn ? max(begin, rightmost(in: columns)) : end
    guard line.start != nil else { return [Picture.Stretch(from: begin, to: last, isHeard: false)] }
    let start = marks.first { $0.kind == .start }?.x ?? begin
    let stop = marks.first { $0.kind != .start && $0.isHeard }?.x ?? last
    return [
      Picture.Stretch(from: begin, to: start, isHeard: false),
      Picture.Stretch(from: start, to: stop, isHeard: true),
      Picture.Stretch(from: stop, to: last, isHeard: false),
    ].filter { $0.to > $0.from }
  }
}

extension Record.Line {
  /// What happened, in words.
  fileprivate var sentence: String {
    let role =
      switch self.role {
      case .input: "Input"
      case .inner: "Inner signal"
      case .output: "Output"
      }
    let subject = label.map { "\(role) \($0)" } ?? role
    guard let start else { return "\(subject): not started." }
    var facts = start > 0 ? ["started at \(start)"] : []
    facts += events.filter(\.isHeard).map { event in
      switch event.event {
      case .next(let value): "\(value) at \(event.frame)"
      case .error(let error): "error \(error) at \(event.frame)"
      case .completed: "completed at \(event.frame)"
      }
    }
    if let disposal { facts.append("disposed of at \(disposal)") }
    return "\(subject): \(facts.isEmpty ? "nothing" : facts.joined(separator: ", "))."
  }
}
