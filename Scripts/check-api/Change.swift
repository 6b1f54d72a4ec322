/// One difference between two interfaces of a layer.
struct Change: Equatable, CustomStringConvertible {
  let effect: Effect
  /// The declaration that is gone or was another, if it matters which.
  let old: Declaration?
  let new: Declaration?
  /// What to know about it.
  let reason: String

  var description: String {
    let lines = [old.map { "- \($0.line)" }, new.map { "+ \($0.line)" }].compactMap(\.self)
    return "\(effect): \(reason)\n" + lines.map { "    \($0)" }.joined(separator: "\n")
  }
}

extension Change {
  /// The differences, in the order of their declarations.
  static func all(from released: [Declaration], to current: [Declaration]) -> [Change] {
    var (gone, come) = (Set(released).subtracting(current), Set(current).subtracting(released))
    var changes: [Change] = []
    for old in gone.sorted() {
      // The nearest is the shortest: it says the least that the old one did not.
      guard let new = come.filter({ $0.replaces(old) }).min(by: { ($0.text.count, $0) < ($1.text.count, $1) })
      else { continue }
      gone.remove(old)
      come.remove(new)
      changes.append(
        Change(effect: .addition, old: old, new: new, reason: "whoever calls it goes on doing so"))
    }
    for old in gone.sorted() {
      if old.text.hasPrefix("unavailable: ") {
        changes.append(
          Change(effect: .addition, old: old, new: nil, reason: "what could not be used is removed"))
        continue
      }
      let new =
        come.filter { $0.path == old.path }.sorted().first
        ?? come.filter { $0.name == old.name }.sorted().first
      if let new { come.remove(new) }
      changes.append(Change(effect: .break, old: old, new: new, reason: new == nil ? "removed" : "changed"))
    }
    let types = Set(released.map(\.path))
    for new in come.sorted() {
      let owner = new.path.split(separator: ".").dropLast().joined(separator: ".")
      let (effect, reason): (Effect, String) =
        if new.isRequirement && types.contains(owner) {
          (.break, "a new requirement, which those who conform do not meet")
        } else if new.isEnumCase && types.contains(owner) {
          (.break, "a new case, which a `switch` has to name")
        } else {
          (.addition, "added")
        }
      changes.append(Change(effect: effect, old: nil, new: new, reason: reason))
    }
    return changes
  }
}

extension [Change] {
  /// What they mean together.
  var effect: Effect { map(\.effect).max() ?? .nothing }

  /// The types and functions that are not as they were.
  var brokenRoots: Set<String> {
    Set(lazy.filter { $0.effect == .break }.compactMap { ($0.old ?? $0.new).map { String($0.root) } })
  }
}
