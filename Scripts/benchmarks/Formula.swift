/// A sum of costs that a row is held against: `3 * closure + lock`.
struct Formula: CustomStringConvertible {
  fileprivate let terms: [(factor: Double, subject: Subject)]

  var subjects: [Subject] { terms.map(\.subject) }

  var cost: Double {
    terms.reduce(0) { $0 + $1.factor * $1.subject.cost }
  }

  var description: String {
    terms
      .map { factor, subject in factor == 1 ? subject.name : "\(factor.short) × \(subject.name)" }
      .joined(separator: " + ")
  }

  static func + (sum: Formula, term: Formula) -> Formula {
    Formula(terms: sum.terms + term.terms)
  }
}

func * (factor: Double, subject: Subject) -> Formula {
  Formula(terms: [(factor, subject)])
}

/// One line of the table.
struct Row {
  let name: String
  let amount: Amount
  /// What the ratio, or what is counted, may come to at most.
  let ceiling: Double
  /// Why the row may be over its ceiling, where that is known.
  let excuse: String?

  enum Amount {
    case time(Subject, floor: Formula)
    case count(() -> Double?, unit: String)
  }

  /// Something that takes time.
  init(_ subject: Subject, _ ceiling: Double, times floor: Formula, unless excuse: String? = nil) {
    name = subject.name
    self.excuse = excuse
    amount = .time(subject, floor: floor)
    self.ceiling = ceiling
  }

  /// Something that is counted.
  ///
  /// - Parameter count: Answers `nil` where it can't be counted on this platform.
  init(
    _ name: String, atMost ceiling: Double, _ unit: String, unless excuse: String? = nil,
    count: @escaping () -> Double?
  ) {
    self.name = name
    amount = .count(count, unit: unit)
    self.excuse = excuse
    self.ceiling = ceiling
  }

  var subjects: [Subject] {
    switch amount {
    case .time(let subject, let floor): [subject] + floor.subjects
    case .count: []
    }
  }
}
