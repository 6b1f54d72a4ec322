/// What was measured, held against what was promised.
struct Table {
  private var lines = [["", "measured", "floor", "", "ratio", "at most", ""]]
  private(set) var isOver = false

  mutating func add(_ row: Row) {
    switch row.amount {
    case .time(let subject, let floor):
      let ratio = subject.cost / floor.cost
      add(
        row.name, "\(subject.cost.short) ns", floor.description, "\(floor.cost.short) ns", ratio: ratio,
        ceiling: row.ceiling)
    case .count(let count, let unit):
      guard let counted = count() else { return }
      add(row.name, "\(counted.short) \(unit)", "", "", ratio: counted, ceiling: row.ceiling)
    }
  }

  private mutating func add(
    _ name: String, _ measured: String, _ floor: String, _ floorCost: String, ratio: Double, ceiling: Double
  ) {
    let isOver = ratio > ceiling
    lines.append([name, measured, floor, floorCost, ratio.short, ceiling.short, isOver ? "over" : "ok"])
    self.isOver = self.isOver || isOver
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
