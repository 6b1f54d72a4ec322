/// The sections of CHANGELOG.md.
///
/// `### Signals 0.9.0, 2026-12-01`, or `### Signals 0.10.0, unreleased`; the newest comes first.
struct Changelog {
  struct Section {
    let version: Version?
    let date: Substring
    let line: Int

    /// Year, month and day; not whether there is such a day.
    var isDated: Bool { date.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil }
    var isUnreleased: Bool { date == "unreleased" }
  }

  let text: String

  static let file = "CHANGELOG.md"

  /// The newest section of a layer.
  func newest(of layer: String) -> Section? {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let match = line.wholeMatch(of: /### (\S+)(?: (\S+), (\S+))?/), match.1 == layer else { continue }
      return Section(version: match.2.flatMap { Version($0) }, date: match.3 ?? "", line: index + 1)
    }
    return nil
  }
}
