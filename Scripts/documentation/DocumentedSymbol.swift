import Foundation
import ScriptSupport

/// A symbol that has a page.
struct DocumentedSymbol {
  /// What a link says: `Operators/Signals/Signal/map(_:)`.
  let link: String
  /// Its name without the arguments.
  let name: String
  /// The lines of its documentation in the source.
  let comment: Set<String>
  /// Whether it is a method, and not the free function of the same name.
  let isMember: Bool

  /// - Parameters:
  ///   - archive: What was made of a layer's catalogue.
  ///   - graphs: The symbol graphs of the layer.
  static func read(archive: URL, graphs: URL) throws -> [DocumentedSymbol] {
    struct Entity: Decodable {
      let referenceURL: String
      let usr: String?
    }

    struct Graph: Decodable {
      struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }

        struct Comment: Decodable {
          struct Line: Decodable { let text: String }

          let lines: [Line]
        }

        let identifier: Identifier
        let pathComponents: [String]
        let docComment: Comment?
      }

      let symbols: [Symbol]
    }

    func decode<T: Decodable>(_ file: URL) throws -> T {
      try JSONDecoder().decode(T.self, from: Data(contentsOf: file))
    }
    let entities: [Entity] = try decode(archive.appending(path: "linkable-entities.json"))
    let links = Dictionary(
      entities.compactMap { entity in
        entity.usr.flatMap { usr in
          entity.referenceURL.firstRange(of: "/documentation/").map {
            (usr, String(entity.referenceURL[$0.upperBound...]))
          }
        }
      }, uniquingKeysWith: { first, _ in first })
    return try FileManager.default.contentsOfDirectory(at: graphs, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
      .flatMap { file in
        let graph: Graph = try decode(file)
        return graph.symbols.compactMap { symbol in
          links[symbol.identifier.precise].map { link in
            DocumentedSymbol(
              link: link.removingPercentEncoding ?? link,
              name: symbol.pathComponents.last.map { String($0.prefix { $0 != "(" }) } ?? "",
              comment: Set(
                symbol.docComment?.lines.map { $0.text.trimmed } ?? []),
              isMember: symbol.pathComponents.count > 1)
          }
        }
      }
  }
}
