import Foundation
import ScriptSupport

/// A site as it stands in its folder.
struct Site {
  let folder: URL
  /// Where it stands on its server, such as `/` or `/swift-signals/`.
  let basePath: String
  /// What each page says, by its address: `/documentation/signals/signal`.
  let pages: [String: Page]

  /// The part of a page's data that is looked at.
  struct Page: Decodable {
    struct Reference: Decodable {
      struct Variant: Decodable { let url: String }

      let type: String?
      let url: String?
      let variants: [Variant]?
      let title: String?
    }

    struct Section: Decodable { let title: String? }

    let references: [String: Reference]?
    let topicSections: [Section]?
  }

  init(in folder: URL, basePath: String) throws {
    self.folder = folder
    self.basePath = basePath.hasSuffix("/") ? basePath : basePath + "/"
    let data = folder.appending(path: "data")
    pages = try Files.read("documentation", in: data) { $0.hasSuffix(".json") }
      .merging(["documentation.json": Files.read("documentation.json", in: data)]) { $1 }
      .reduce(into: [:]) { pages, file in
        pages["/" + file.key.dropLast(".json".count)] = try JSONDecoder().decode(
          Page.self, from: Data(file.value.utf8))
      }
  }

  /// Dead links, missing pictures, and pages that nothing leads to.
  func violations() throws -> [Violation] {
    var violations: [Violation] = []
    for (address, page) in pages {
      let file = "data\(address).json"
      for (name, reference) in page.references ?? [:] {
        if let url = reference.url, url.hasPrefix("/documentation"), pages[Self.address(url)] == nil {
          violations.append(Violation(file: file, line: 1, "\(url) (\(name)) is a dead link"))
        }
        for variant in reference.variants ?? [] where !exists(variant.url) {
          violations.append(Violation(file: file, line: 1, "there is no picture \(variant.url)"))
        }
      }
      if !exists("\(address)/index.html") {
        violations.append(Violation(file: file, line: 1, "\(address) has no file that a browser could open"))
      }
    }
    for address in Set(pages.keys).subtracting(reachable).sorted() {
      violations.append(Violation(file: "data\(address).json", line: 1, "no link leads to \(address)"))
    }
    return violations
  }

  /// What is found by following links from the first page.
  private var reachable: Set<String> {
    var (found, open): (Set<String>, [String]) = (["/documentation"], ["/documentation"])
    while let address = open.popLast() {
      for url in (pages[address]?.references ?? [:]).values.compactMap(\.url)
      where found.insert(Self.address(url)).inserted {
        open.append(Self.address(url))
      }
    }
    return found
  }

  private static func address(_ url: String) -> String {
    String(url.prefix { $0 != "#" })
  }

  private func exists(_ path: String) -> Bool {
    let inside =
      path.hasPrefix(basePath) ? String(path.dropFirst(basePath.count)) : String(path.drop { $0 == "/" })
    return FileManager.default.fileExists(atPath: folder.appending(path: inside).path)
  }
}
