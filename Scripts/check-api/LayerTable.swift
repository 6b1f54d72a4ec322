import ScriptSupport

/// The layers and their versions, as Package.swift has them in its table, lowest first.
struct LayerTable {
  struct Row: Equatable {
    let layer: String
    let version: Version
    let line: Int
  }

  let rows: [Row]

  static let file = "Package.swift"

  init(_ manifest: String) throws {
    rows = try manifest.matches(of: /Layer\(\s*name:\s*"([^"]+)",\s*height:\s*-?\d+,\s*version:\s*"([^"]*)"/)
      .map { match in
        let line = 1 + manifest[..<match.2.startIndex].count(where: \.isNewline)
        guard let version = Version(match.2) else {
          throw Violation(
            file: Self.file, line: line, "\"\(match.2)\" is no version: write \"0.9.0\", or the like")
        }
        return Row(layer: String(match.1), version: version, line: line)
      }
    if rows.isEmpty { throw Tool.Failure("\(Self.file) has no layer with a version such as \"0.9.0\"") }
  }
}
