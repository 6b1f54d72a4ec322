extension Specification {
  /// What the whole library is specified to do, in the order in which it is documented.
  package static let all: [Specification] = modules.flatMap(\.specifications)

  /// The same, by the modules in which the operators are.
  package static let modules: [(name: String, specifications: [Specification])] = [
    ("Signals", sources),
    ("Promises", promises),
    (
      "Operators",
      transforming + filtering + combining + flattening + recovering + time + queues + watching
        + sharing
    ),
  ]

  /// Signals that can't be shown in virtual time, each with the reason.
  package static let exempt: [String: String] = [
    "task": "a task runs in real time",
    "async": "a task runs in real time",
    "operate": "what it does is what it is given",
    "joining": "what it does is what it is given",
    "observing": "its input is a model that changes, which is no diagram",
    "NotificationCenter.signal": "its input is a center that posts, which is no diagram",
    "URLSession.signal": "its input is a server, and its time is real",
    "URLSession.signalWithProgress": "its input is a server, and its time is real",
  ]

  /// All with the names of their pictures.
  package static var named: [(fileName: String, specification: Specification)] { named(all) }

  /// The operator's name, with a number where it has several specifications.
  package static func named(
    _ specifications: [Specification]
  ) -> [(fileName: String, specification: Specification)] {
    var counts: [String: Int] = [:]
    return specifications.map { specification in
      let count = counts[specification.name, default: 0] + 1
      counts[specification.name] = count
      let base = specification.name.replacing(".", with: "-")
      return (count == 1 ? base : "\(base)-\(count)", specification)
    }
  }
}
