/// Shows where an output differs from the expected one, line by line.
///
/// - Returns: All lines: with `-` those that are missing, with `+` those that are too many. `nil` if both are equal.
func difference(from expected: String, to actual: String) -> String? {
  guard expected != actual else { return nil }
  let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
  let changes = actual.difference(from: expected)
  let missing = Set(changes.removals.map(\.offset))
  let added = Set(changes.insertions.map(\.offset))
  var lines: [String] = []
  var (old, new) = (0, 0)
  while old < expected.count || new < actual.count {
    if missing.contains(old) {
      lines.append("- \(expected[old])")
      old += 1
    } else if added.contains(new) {
      lines.append("+ \(actual[new])")
      new += 1
    } else {
      lines.append("  \(expected[old])")
      (old, new) = (old + 1, new + 1)
    }
  }
  return lines.joined(separator: "\n")
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
