/// Puts the pictures of a gallery on the pages of what they show, and links each picture to its page.
struct Illustration {
  /// The gallery, with its links.
  let page: String
  /// What is added to the pages, by the names of files in the catalogue.
  let files: [String: String]
  /// The pictures that no page of a symbol shows.
  let homeless: [String]

  /// - Parameters:
  ///   - page: A gallery: `### name`, then for each picture the image and the diagram in text.
  ///   - symbols: What has a page. That of a picture has its name, and its diagram in its documentation.
  init(page: String, symbols: [DocumentedSymbol]) {
    var (lines, additions, homeless): ([String], [String: [String]], [String]) = ([], [:], [])
    var (name, image) = ("", "")
    var fence: [String]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("### ") { name = String(line.dropFirst(4)) }
      if line.hasPrefix("![") { image = line }
      if line.hasPrefix("```"), let text = fence {
        lines.append(line)
        if let symbol = symbols.showing(text, of: name) {
          additions[symbol.link, default: []].append(image)
          lines += ["", "Its page: ``\(symbol.link)``"]
        } else {
          homeless.append(image)
        }
        fence = nil
      } else {
        fence = line.hasPrefix("```") ? [] : fence.map { $0 + [line] }
        lines.append(line)
      }
    }
    self.page = lines.joined(separator: "\n")
    self.homeless = homeless
    files = Dictionary(
      uniqueKeysWithValues: additions.sorted { $0.key < $1.key }.enumerated().map { number, addition in
        let heading = addition.value.count == 1 ? "In a diagram" : "In diagrams"
        return (
          "Picture\(number).md",
          "# ``\(addition.key)``\n\n## \(heading)\n\n\(addition.value.joined(separator: "\n\n"))\n"
        )
      })
  }
}

extension [DocumentedSymbol] {
  /// The symbol of a name whose documentation has most of a diagram's lines; a method rather than a function.
  ///
  /// What the letters stand for comes after an empty line in a gallery, and at the end of a line in documentation. Not all lines
  /// need be there: only a picture shows that somebody disposes.
  func showing(_ diagram: [String], of name: String) -> DocumentedSymbol? {
    let wanted = diagram.prefix { !$0.isEmpty }.map(\.trimmed)
    let found = filter { $0.name == name.split(separator: ".").last.map(String.init) }.map { symbol in
      (symbol, wanted.count { line in symbol.comment.contains { $0 == line || $0.hasPrefix(line + "   ") } })
    }
    return found.max { ($0.1, $0.0.isMember ? 1 : 0, $1.0.link) < ($1.1, $1.0.isMember ? 1 : 0, $0.0.link) }?
      .0
  }
}

extension StringProtocol {
  /// Without the spaces at both ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
