import ScriptSupport

/// The interface of a layer as it was released, and what has changed since: the file `<Layer>.api`.
///
/// The first line says which release it was; until there is one, it says `unreleased`. Each other line is a declaration: one that
/// is new begins with `+`, one that is gone with `-`. With the next release these marks go.
struct Snapshot: Equatable {
  /// `nil` until the first release.
  var version: Version?
  var released: [Declaration]
  var current: [Declaration]

  init(version: Version?, released: [Declaration], current: [Declaration]) {
    (self.version, self.released, self.current) = (version, released, current)
  }

  /// - Parameters:
  ///   - text: What stands in the file.
  ///   - layer: The layer to which it belongs.
  ///   - file: The name of the file, for what is wrong with it.
  init(_ text: String, of layer: String, file: String) throws(Violation) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    let title = lines.first.map { $0.split(separator: " ") } ?? []
    guard title.count == 2, title[0] == layer, title[1] == Self.unreleased || Version(title[1]) != nil else {
      throw Violation(file: file, line: 1, "the first line is not `\(layer) <version>`")
    }
    self.init(version: Version(title[1]), released: [], current: [])
    for (index, line) in lines.enumerated().dropFirst() {
      let mark = line.hasPrefix("+ ") ? "+" : line.hasPrefix("- ") ? "-" : ""
      guard let declaration = Declaration(line: line.dropFirst(mark.isEmpty ? 0 : 2)) else {
        throw Violation(
          file: file, line: index + 1, "this is no declaration: run `swift run check-api --update`")
      }
      if mark != "+" { released.append(declaration) }
      if mark != "-" { current.append(declaration) }
    }
  }

  static let unreleased = "unreleased"

  func text(for layer: String) -> String {
    let (old, new) = (Set(version == nil ? current : released), Set(current))
    let lines = old.union(new).sorted().map { declaration in
      (old.contains(declaration) ? new.contains(declaration) ? "" : "- " : "+ ") + declaration.line
    }
    return (["\(layer) \(version?.description ?? Self.unreleased)"] + lines).joined(separator: "\n") + "\n"
  }
}
