extension Specification {
  /// What the whole library is specified to do, in the order in which it is documented.
  package static let all: [Specification] =
    sources + promises + transforming + filtering + combining + flattening + recovering + queues

  /// Signals that can't be shown in virtual time, each with the reason.
  package static let exempt: [String: String] = [:]

  /// Its name, with a number where the operator has several: the name of its picture.
  package static let named: [(fileName: String, specification: Specification)] = {
    var counts: [String: Int] = [:]
    return all.map { specification in
      let count = counts[specification.name, default: 0] + 1
      counts[specification.name] = count
      let base = specification.name.replacing(".", with: "-")
      return (count == 1 ? base : "\(base)-\(count)", specification)
    }
  }()
}
