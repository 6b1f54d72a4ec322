import Foundation
import ScriptSupport

/// What a layer declares for others.
struct Interface {
  /// Sorted, each once.
  var declarations: [Declaration]
  /// What has no documentation, and where it stands.
  var undocumented: [(declaration: Declaration, file: String, line: Int)] = []
}

extension Interface {
  /// - Parameters:
  ///   - graphs: The symbol graphs of the module.
  ///   - folder: The folder of the package, from which files are named.
  ///   - exports: The modules that it exports.
  ///   - requirements: What each type of the package demands of its parameters, by path: an extension need not say it again.
  init(
    _ graphs: [SymbolGraph], in folder: URL, exports: [String],
    requirements: [String: Set<SymbolGraph.Constraint>]
  ) {
    var lines = Set(exports.map { Declaration(path: $0, text: "is exported") })
    var undocumented: [(declaration: Declaration, file: String, line: Int)] = []
    let relationships = graphs.flatMap(\.relationships)
    let symbols = graphs.flatMap(\.symbols)
    let requiredHere = Set(relationships.lazy.filter { $0.kind == "requirementOf" }.map(\.source))
    let withDefault = Set(relationships.lazy.filter { $0.kind == "defaultImplementationOf" }.map(\.target))
    for symbol in symbols {
      let precise = symbol.identifier.precise
      var text = symbol.declarationFragments.map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if symbol.accessLevel == "open" { text = "open " + text }
      if symbol.availability?.contains(where: { $0.isUnconditionallyUnavailable == true }) == true {
        text = "unavailable: " + text
      } else if symbol.availability?.contains(where: { $0.isUnconditionallyDeprecated == true }) == true {
        text = "@available(*, deprecated) " + text
      }
      let owner = symbol.pathComponents.dropLast().joined(separator: ".")
      let known = requirements[owner] ?? []
      let conditions = (symbol.swiftExtension?.constraints ?? []).filter {
        !known.contains($0) && !$0.isImplied
      }
      if !conditions.isEmpty {
        text += " [if \(conditions.map(\.text).sorted().joined(separator: ", "))]"
      }
      if requiredHere.contains(precise) && !withDefault.contains(precise) {
        text = Declaration.requirement + text
      }
      let declaration = Declaration(path: symbol.pathComponents.joined(separator: "."), text: text)
      lines.insert(declaration)
      if symbol.docComment == nil, let location = symbol.location {
        let file =
          URL(string: location.uri)?.path.replacing(folder.path + "/", with: "", maxReplacements: 1)
          ?? location.uri
        undocumented.append((declaration, file, location.position.line + 1))
      }
    }
    let paths = Dictionary(
      symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
      uniquingKeysWith: { first, _ in first })
    for conformance in relationships
    where conformance.kind == "conformsTo" || conformance.kind == "inheritsFrom" {
      guard
        let name = conformance.targetFallback?.split(separator: ".").last
          ?? paths[conformance.target].map({ $0[...] }),
        let path = paths[conformance.source], !SymbolGraph.Constraint.implied.contains(String(name))
      else { continue }
      let known = requirements[path] ?? []
      let conditions = (conformance.swiftConstraints ?? []).filter { !known.contains($0) && !$0.isImplied }
      let clause =
        conditions.isEmpty ? "" : " [if \(conditions.map(\.text).sorted().joined(separator: ", "))]"
      lines.insert(
        Declaration(
          path: path,
          text: (conformance.kind == "conformsTo" ? "conforms to " : "inherits from ") + name + clause))
    }
    declarations = lines.sorted()
    self.undocumented = undocumented
  }
}

extension Interface {
  /// What each type demands of its parameters, by the path of the type.
  static func requirements(_ graphs: [SymbolGraph]) -> [String: Set<SymbolGraph.Constraint>] {
    graphs.flatMap(\.symbols).reduce(into: [:]) { requirements, symbol in
      guard ["swift.class", "swift.struct", "swift.enum", "swift.actor"].contains(symbol.kind.identifier)
      else { return }
      requirements[symbol.pathComponents.joined(separator: ".")] = Set(
        symbol.swiftGenerics?.constraints ?? [])
    }
  }

  /// The modules that a source exports.
  static func exports(_ source: String) -> [String] {
    source.matches(of: /(?m)^@_exported (?:public )?import (\w+)/).map { String($0.1) }
  }
}

extension SymbolGraph.Constraint {
  /// What every type has unless it says otherwise.
  static let implied: Set = ["Copyable", "Escapable", "SendableMetatype"]

  var isImplied: Bool { kind == "conformance" && Self.implied.contains(rhs) }
}
