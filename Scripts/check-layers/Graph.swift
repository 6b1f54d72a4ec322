/// Names, and what each points to.
struct Graph {
  let arrows: [String: [String]]

  /// The names on each cycle that a walk along the arrows comes upon: at least one where there are any.
  func cycles() -> [[String]] {
    var cycles: [[String]] = []
    var finished: Set<String> = []
    var path: [String] = []

    func visit(_ name: String) {
      if let start = path.firstIndex(of: name) {
        if start < path.count - 1 { cycles.append(Array(path[start...])) }
        return
      }
      guard !finished.contains(name) else { return }
      path.append(name)
      for next in arrows[name] ?? [] { visit(next) }
      path.removeLast()
      finished.insert(name)
    }

    for name in arrows.keys.sorted() { visit(name) }
    return cycles
  }
}

extension Manifest {
  /// The layers by height, the highest first, with an arrow to what each declares.
  var picture: String {
    let rows = architecture.reversed().compactMap { layer in
      targets.first { $0.name == layer.name }.map { (layer, $0) }
    }
    let width = rows.map(\.0.name.count).max() ?? 0
    return rows.map { layer, target in
      let height = layer.height < 0 ? "-" : String(layer.height)
      guard !target.dependencies.isEmpty else { return "\(height)  \(layer.name)" }
      let padding = String(repeating: " ", count: width - layer.name.count)
      return "\(height)  \(layer.name)\(padding) → \(target.dependencies.joined(separator: ", "))"
    }
    .joined(separator: "\n")
  }
}
