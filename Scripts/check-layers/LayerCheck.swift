import ScriptSupport

/// Compares three statements of the architecture: the decided one, the manifest's, and that of the imports.
struct LayerCheck {
  private let manifest: Manifest
  private let layers: [String: Layer]
  private let targets: Set<String>
  /// The targets by what imports call them.
  private let modules: [String: String]
  private var imports: [FoundImport] = []
  private var violations: [Violation] = []

  private struct FoundImport {
    let file: String
    let target: Manifest.Target
    let declaration: Import
  }

  /// Finds everything that is wrong.
  ///
  /// - Parameters:
  ///   - manifest: What the package declares.
  ///   - sources: The Swift files under `Modules`, and those of all other targets.
  static func violations(manifest: Manifest, sources: Files) -> [Violation] {
    var check = LayerCheck(manifest: manifest)
    check.readImports(sources)
    check.checkPackage()
    for target in manifest.targets { check.check(target) }
    for found in check.imports { check.check(found) }
    check.checkCycles()
    return check.violations
  }

  private init(manifest: Manifest) {
    self.manifest = manifest
    layers = Dictionary(uniqueKeysWithValues: architecture.map { ($0.name, $0) })
    targets = Set(manifest.targets.map(\.name))
    modules = Dictionary(manifest.targets.map { ($0.module, $0.name) }) { first, _ in first }
  }

  private mutating func report(_ file: String, _ line: Int, _ message: String) {
    violations.append(Violation(file: file, line: line, message))
  }

  private mutating func report(_ target: String, _ message: String) {
    report(Manifest.file, manifest.line(of: target), message)
  }

  // MARK: Reading

  private mutating func readImports(_ sources: Files) {
    for (file, source) in sources.sorted(by: { $0.key < $1.key }) {
      guard let target = manifest.target(of: file) else {
        report(file, 1, "this file belongs to no target: move it into the folder of a layer")
        continue
      }
      do {
        imports += try Import.all(in: source).map { FoundImport(file: file, target: target, declaration: $0) }
      } catch {
        report(file, error.line, "this is not readable as Swift: \(error.reason)")
      }
    }
  }

  // MARK: The manifest

  private mutating func checkPackage() {
    for layer in architecture where !layer.isOptional && !targets.contains(layer.name) {
      report(layer.name, "there is no layer \(layer.name): add its row to the table")
    }
    for package in manifest.packages {
      let line = manifest.line(ofFirst: package) ?? 1
      report(Manifest.file, line, "the package depends on '\(package)': it may depend on no other package")
    }
  }

  private mutating func check(_ target: Manifest.Target) {
    let name = target.name
    if target.dependencies.contains(name) {
      report(name, "\(name) depends on itself: remove it from the row")
    }
    guard let layer = layers[name] else {
      if "\(target.path)/".hasPrefix("Modules/") {
        let advice = "move it elsewhere, or decide on its height in Scripts/check-layers/Architecture.swift"
        report(name, "\(name) lies under Modules and is no layer: \(advice)")
      }
      return
    }
    if target.path != "Modules/\(name)" {
      report(name, "\(name) lies in \(target.path): move it to Modules/\(name)")
    }
    let height = manifest.row(of: name)?.height
    if height != layer.height {
      let found = height.map { "has the height \($0)" } ?? "has no row in the table"
      report(name, "\(name) \(found): declare it as `Layer(name: \"\(name)\", height: \(layer.height), …)`")
    }
    for product in target.products {
      report(name, "\(name) depends on \(product) of another package: a layer may depend on layers only")
    }
    let imported = Set(imports.lazy.filter { $0.target.name == name }.map(\.declaration.module))
    for dependency in target.dependencies where dependency != name {
      if let objection = objection(to: dependency, in: layer, verb: "depends on") {
        report(name, objection)
      } else if !imported.contains(dependency) {
        report(name, "\(name) declares \(dependency), and no file imports it: remove it from the row")
      }
    }
  }

  /// Why a layer may not use another target of the package, if it may not.
  private func objection(to name: String, in layer: Layer, verb: String) -> String? {
    guard let used = layers[name] else {
      return "\(layer.name) \(verb) \(name), which is no layer: a layer may depend on layers only"
    }
    let relation = "\(layer.name) (height \(layer.height)) \(verb) \(name) (height \(used.height))"
    if used.height > layer.height {
      return "\(relation): move what is needed down, or what needs it up"
    }
    if used.height == layer.height {
      return "\(relation): move what both need to a layer below them"
    }
    guard layer.mayUse.contains(name) else {
      return "\(layer.name) \(verb) \(name), but may use \(list(layer.mayUse)) only"
    }
    return nil
  }

  // MARK: The imports

  private mutating func check(_ found: FoundImport) {
    let module = found.declaration.module
    let target = modules[module]
    if target == found.target.name {
      report(found.file, found.declaration.line, "\(found.target.name) imports itself: remove the import")
      return
    }
    guard let layer = layers[found.target.name] else {
      if let target, !found.target.dependencies.contains(target) {
        let advice = "add it to its dependencies in Package.swift"
        report(
          found.file, found.declaration.line,
          "\(found.target.name) imports \(module) without declaring it: \(advice)")
      }
      return
    }
    if let objection = objection(toImporting: module, in: layer, declaring: found.target.dependencies) {
      report(found.file, found.declaration.line, objection)
    }
    if found.declaration.isReexport && !layer.mayReexport {
      let advice = "only SignalKit may, write `public import \(module)`"
      report(found.file, found.declaration.line, "\(layer.name) re-exports \(module): \(advice)")
    }
  }

  private func objection(toImporting module: String, in layer: Layer, declaring: [String]) -> String? {
    if layers[module] != nil || modules[module] != nil {
      if let objection = objection(to: module, in: layer, verb: "imports") { return objection }
      if declaring.contains(module) { return nil }
      return "\(layer.name) imports \(module) without declaring it: add it to the row in Package.swift"
    }
    if layer.mayImport.contains(module) { return nil }
    if module.hasPrefix("Foundation") {
      return "\(layer.name) imports \(module): only Bridges may, use the standard library or the C library"
    }
    return "\(layer.name) imports \(module): besides layers it may import \(list(layer.mayImport)) only"
  }

  private func list(_ names: Set<String>) -> String {
    names.isEmpty ? "nothing" : names.sorted().joined(separator: ", ")
  }

  // MARK: Cycles

  /// Looks among the targets that are no layers: a cycle of layers has an arrow that leads upward, which is reported as such.
  private mutating func checkCycles() {
    let others = manifest.targets.filter { layers[$0.name] == nil }
    let arrows = Dictionary(uniqueKeysWithValues: others.map { ($0.name, $0.dependencies.sorted()) })
    for cycle in Graph(arrows: arrows).cycles() {
      let path = (cycle + cycle.prefix(1)).joined(separator: " → ")
      report(cycle[0], "a cycle, \(path): move what both need to a target below them")
    }
  }
}
