import ScriptSupport

/// Whether the versions, the changelog and the snapshots say what the interfaces are.
struct APICheck {
  let table: LayerTable
  let changelog: Changelog
  /// What was released, by layer.
  let snapshots: [String: Snapshot]
  /// What is there, by layer.
  let interfaces: [String: Interface]
  /// Why calls that used to compile do not, if any.
  var failedClients: [String] = []

  static func file(of layer: String) -> String { "Modules/\(layer)/\(layer).api" }

  // MARK: What changed

  /// What a layer itself changed since its release; nothing if there was none.
  func changes(of layer: String) -> [Change] {
    guard let snapshot = snapshots[layer], snapshot.version != nil, let interface = interfaces[layer] else {
      return []
    }
    return Change.all(from: snapshot.released, to: interface.declarations)
  }

  /// What its own changes mean, and why.
  private func ownVerdict(on layer: String) -> (effect: Effect, reasons: [String]) {
    let own = changes(of: layer)
    let reasons = own.map(\.description)
    guard own.effect == .addition, !failedClients.isEmpty else { return (own.effect, reasons) }
    return (.break, reasons + failedClients.map { "break: a call that compiled before does not\n    \($0)" })
  }

  /// What all that means for those who depend on the layer, and why.
  func verdict(on layer: String) -> (effect: Effect, reasons: [String]) {
    var (effect, reasons) = ownVerdict(on: layer)
    let declarations = interfaces[layer]?.declarations ?? []
    let words = Set(
      declarations.flatMap { $0.line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) })
    for row in table.rows where row.layer != layer {
      let theirs = ownVerdict(on: row.layer).effect
      // The last layer stands for the package: what changes anywhere, changes there.
      let isCounted =
        layer == table.rows.last?.layer
        || declarations.contains { $0.path == row.layer && $0.text == "is exported" }
      if isCounted, theirs > .nothing {
        effect = max(effect, theirs)
        reasons.append("\(theirs): that of \(row.layer), which is a part of it")
      } else if case let exposed = changes(of: row.layer).brokenRoots.intersection(words), !exposed.isEmpty {
        effect = .break
        reasons.append(
          "break: that of \(exposed.sorted().joined(separator: ", ")) in \(row.layer), which shows here")
      }
    }
    return (effect, reasons)
  }

  /// What changed in each layer, and the version that it demands.
  var report: String {
    table.rows.map { row in
      let (effect, reasons) = verdict(on: row.layer)
      guard let released = snapshots[row.layer]?.version else {
        return "\(row.layer) \(row.version): unreleased"
      }
      let next =
        effect == .nothing ? "nothing changed" : "\(effect), which demands \(released.next(after: effect))"
      return (["\(row.layer) \(released): \(next)"] + reasons.map { "  " + $0.replacing("\n", with: "\n  ") })
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  // MARK: What is wrong

  var violations: [Violation] {
    table.rows.flatMap { row in
      [snapshotViolation(row), versionViolation(row), changelogViolation(row)].compactMap(\.self)
        + undocumented(row)
    }
  }

  private func snapshotViolation(_ row: LayerTable.Row) -> Violation? {
    let file = Self.file(of: row.layer)
    guard let snapshot = snapshots[row.layer] else {
      return Violation(
        file: file, line: 1,
        "there is no snapshot: run `swift run check-api --update`, and read what it writes")
    }
    guard let interface = interfaces[row.layer], snapshot.current != interface.declarations else {
      return nil
    }
    let count = Set(snapshot.current).symmetricDifference(interface.declarations).count
    return Violation(
      file: file, line: 1,
      "\(count) declarations are not as the snapshot says: run `swift run check-api --update`, and read what it changes"
    )
  }

  private func versionViolation(_ row: LayerTable.Row) -> Violation? {
    guard let released = snapshots[row.layer]?.version else { return nil }
    let effect = verdict(on: row.layer).effect
    let demanded = released.next(after: effect)
    guard row.version < demanded else { return nil }
    return Violation(
      file: LayerTable.file, line: row.line,
      effect == .nothing
        ? "\(row.layer) is \(row.version), and was released as \(released) already"
        : "\(row.layer) is \(row.version), and what changed since \(released) (\(effect)) demands \(demanded)"
    )
  }

  private func changelogViolation(_ row: LayerTable.Row) -> Violation? {
    let isReleased = snapshots[row.layer].map { $0.version == row.version } ?? false
    let heading = "### \(row.layer) \(row.version), \(isReleased ? "<year>-<month>-<day>" : "unreleased")"
    guard let section = changelog.newest(of: row.layer) else {
      return Violation(file: Changelog.file, line: 1, "there is no section `\(heading)`")
    }
    let isRight = section.version == row.version && (isReleased ? section.isDated : section.isUnreleased)
    return isRight
      ? nil
      : Violation(
        file: Changelog.file, line: section.line, "the newest section of \(row.layer) is not `\(heading)`")
  }

  private func undocumented(_ row: LayerTable.Row) -> [Violation] {
    (interfaces[row.layer]?.undocumented ?? []).map { found in
      Violation(
        file: found.file, line: found.line, "\(found.declaration.path) is public and has no documentation")
    }
  }

  // MARK: What to write

  /// The snapshots as they should be: what was released stays, what is there is marked.
  var updated: [String: Snapshot] {
    interfaces.reduce(into: [:]) { updated, entry in
      let (layer, interface) = entry
      updated[layer] = Snapshot(
        version: snapshots[layer]?.version, released: snapshots[layer]?.released ?? [],
        current: interface.declarations)
    }
  }

  /// The snapshots of a release: what is there is what is released.
  ///
  /// - Throws: What keeps a layer from being released.
  func released() throws(Violation) -> [String: Snapshot] {
    for row in table.rows {
      if let violation = versionViolation(row) { throw violation }
      guard let section = changelog.newest(of: row.layer), section.version == row.version, section.isDated
      else {
        throw Violation(
          file: Changelog.file, line: changelog.newest(of: row.layer)?.line ?? 1,
          "the newest section of \(row.layer) is not `### \(row.layer) \(row.version), <year>-<month>-<day>`")
      }
    }
    return table.rows.reduce(into: [:]) { released, row in
      let declarations = interfaces[row.layer]?.declarations ?? []
      released[row.layer] = Snapshot(version: row.version, released: declarations, current: declarations)
    }
  }
}
