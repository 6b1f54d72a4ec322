/// What was measured, held against what was promised.
struct Table {
  private var lines = [["", "measured", "floor", "", "ratio", "at most", ""]]
  /// Whether a row is over its ceiling without an excuse.
  private(set) var isOver = false

  mutating func add(_ row: Row) {
    let cells: (measured: String, floor: String, cost: String)
    let ratio: Double
    switch row.amount {
    case .time(let subject, let floor):
      cells = ("\(subject.cost.short) ns", floor.description, "\(floor.cost.short) ns")
      ratio = subject.cost / floor.cost
    case .count(let count, let unit):
      guard let counted = count() else { return }
      cells = ("\(counted.short) \(unit)", "", "")
      ratio = counted
    }
    let verdict: String
    if ratio <= row.ceiling {
      verdict = "ok"
    } else if let excuse = row.excuse {
      verdict = "over: \(excuse)"
    } else {
      verdict = "over"
      isOver = true
    }
    lines.append([row.name, cells.measured, cells.floor, cells.cost, ratio.short, row.ceiling.short, verdict])
  }

  func print() {
    let widths = (lines.first ?? []).indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    for line in lines {
      let cells = zip(line, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        // Words to the left, numbers to the right.
        return [0, 2, 6].contains(column) ? cell.0 + padding : padding + cell.0
      }
      Swift.print(cells.joined(separator: "  "))
    }
  }
}

extension Double {
  /// With as many digits as are worth reading.
  var short: String {
    let rounded = self < 100 ? (self * 100).rounded() / 100 : self.rounded()
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
