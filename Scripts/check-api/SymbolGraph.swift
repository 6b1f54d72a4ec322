import Foundation
import ScriptSupport

/// What the compiler knows of a module's public declarations.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Fragment: Decodable { let spelling: String }
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Generics: Decodable { let constraints: [Constraint]? }
    struct Comment: Decodable {}

    struct Availability: Decodable {
      let isUnconditionallyDeprecated: Bool?
      let isUnconditionallyUnavailable: Bool?
    }

    struct Location: Decodable {
      struct Position: Decodable { let line: Int }

      let uri: String
      let position: Position
    }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let accessLevel: String
    let swiftGenerics: Generics?
    let swiftExtension: Generics?
    let docComment: Comment?
    let availability: [Availability]?
    let location: Location?
  }

  struct Constraint: Decodable, Hashable {
    let kind: String
    let lhs: String
    let rhs: String

    /// As in a `where` clause.
    var text: String { "\(lhs) \(kind == "sameType" ? "==" : ":") \(rhs)" }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

extension SymbolGraph {
  /// The graphs of a module: that of what it declares, and one for each module that it extends.
  static func read(_ module: String, in modules: CompiledModules) throws -> [SymbolGraph] {
    let output = URL.temporaryDirectory.appending(path: "check-api-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    try modules.extractSymbolGraphs(of: module, to: output)
    return try FileManager.default.contentsOfDirectory(at: output, includingPropertiesForKeys: nil)
      .map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
  }
}
