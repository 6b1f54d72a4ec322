import Foundation
import ScriptSupport

/// Makes one site of the catalogues of all layers.
///
/// Each is converted twice. The first time tells the pages' addresses, which the pictures and the links are put into the copies by.
struct SiteBuilder {
  let package: URL
  let modules: CompiledModules
  /// The layers that have documentation, lowest first: a layer links to lower ones only.
  let layers: [String]
  /// What is made on the way.
  private let workshop: URL

  init(packageIn folder: URL) throws {
    package = folder
    modules = try CompiledModules(ofPackageIn: folder)
    layers = try Files.read("Package.swift", in: folder)
      .matches(of: /Layer\(\s*name:\s*"([^"]+)",\s*height:\s*-?\d+,\s*version:/).map { String($0.1) }
      .filter {
        FileManager.default.fileExists(atPath: folder.appending(path: "Modules/\($0)/\($0).docc").path)
      }
    workshop = folder.appending(path: ".build-documentation/workshop")
  }

  /// - Parameters:
  ///   - output: Where the site is to be.
  ///   - basePath: Where it will stand on its server.
  func build(at output: URL, basePath: String) throws -> Site {
    let files = FileManager.default
    try? files.removeItem(at: workshop)
    try? files.removeItem(at: output)
    try files.createDirectory(at: output.deletingLastPathComponent(), withIntermediateDirectories: true)
    for layer in layers {
      try modules.extractSymbolGraphs(
        of: layer, to: workshop.appending(path: "graphs/\(layer)"), options: ["-emit-extension-block-symbols"]
      )
      let catalogue = workshop.appending(path: "catalogues/\(layer).docc")
      try files.createDirectory(at: catalogue.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: package.appending(path: "Modules/\(layer)/\(layer).docc"), to: catalogue)
      let diagrams = "Diagrams/\(layer)InDiagrams.md"
      if files.fileExists(atPath: catalogue.appending(path: diagrams).path) {
        try convert(layer, basePath: basePath, isFinal: false)
        let symbols = try DocumentedSymbol.read(
          archive: archive(of: layer), graphs: workshop.appending(path: "graphs/\(layer)"))
        let illustration = try Illustration(page: Files.read(diagrams, in: catalogue), symbols: symbols)
        guard illustration.homeless.isEmpty else {
          throw Tool.Failure("no page shows what these do: \(illustration.homeless.joined(separator: ", "))")
        }
        for (name, text) in illustration.files {
          try Data(text.utf8).write(to: catalogue.appending(path: name))
        }
        try Data(illustration.page.utf8).write(to: catalogue.appending(path: diagrams))
      }
      try convert(layer, basePath: basePath, isFinal: true)
    }
    try run(
      ["docc", "merge"] + layers.map { archive(of: $0).path } + [
        "--synthesized-landing-page-name", "swift-signals", "-o", output.path,
      ])
    try mendPaths(of: output)
    try fillFirstPage(of: output)
    return try Site(in: output, basePath: basePath)
  }

  /// The path to the page of an extension's method leads through pages of the extended module and type, which are not made if everything
  /// in them is found under a topic: leaves these out.
  private func mendPaths(of site: URL) throws {
    let data = site.appending(path: "data")
    for (file, text) in try Files.read("documentation", in: data, where: { $0.hasSuffix(".json") }) {
      guard var page = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
        var hierarchy = page["hierarchy"] as? [String: Any], let paths = hierarchy["paths"] as? [[String]],
        var references = page["references"] as? [String: [String: Any]]
      else { continue }
      let dead = Set(paths.joined()).filter { identifier in
        guard let url = references[identifier]?["url"] as? String else { return true }
        return !FileManager.default.fileExists(atPath: data.appending(path: "\(url).json").path)
      }
      guard !dead.isEmpty else { continue }
      hierarchy["paths"] = paths.map { $0.filter { !dead.contains($0) } }
      page["hierarchy"] = hierarchy
      for identifier in dead { references[identifier] = nil }
      page["references"] = references
      try JSONSerialization.data(withJSONObject: page).write(to: data.appending(path: file))
    }
  }

  /// The first page of a merged site is a list of the layers; it gets the text and the topics of the highest of them.
  private func fillFirstPage(of site: URL) throws {
    let (first, highest) = (site.appending(path: "data/documentation.json"), layers.last?.lowercased() ?? "")
    func read(_ file: URL) throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
    }
    var page = try read(first)
    let source = try read(site.appending(path: "data/documentation/\(highest).json"))
    for key in ["abstract", "primaryContentSections", "topicSections", "topicSectionsStyle"] {
      page[key] = source[key]
    }
    let mine = page["references"] as? [String: Any] ?? [:]
    page["references"] = mine.merging(source["references"] as? [String: Any] ?? [:]) { $1 }
    try JSONSerialization.data(withJSONObject: page).write(to: first)
  }

  private func archive(of layer: String) -> URL { workshop.appending(path: "\(layer).doccarchive") }

  private func convert(_ layer: String, basePath: String, isFinal: Bool) throws {
    let lower = layers.prefix { $0 != layer }
    try run(
      [
        "docc", "convert", workshop.appending(path: "catalogues/\(layer).docc").path,
        "--additional-symbol-graph-dir",
        workshop.appending(path: "graphs/\(layer)").path, "--output-path", archive(of: layer).path,
        "--fallback-bundle-identifier", layer, "--fallback-display-name", layer,
        "--enable-experimental-external-link-support",
        "--transform-for-static-hosting", "--hosting-base-path", basePath,
      ] + (isFinal ? ["--warnings-as-errors"] : [])
        + lower.flatMap { ["--dependency", archive(of: $0).path] })
  }

  private func run(_ command: [String]) throws {
    let (status, messages) = try Tool.outcome(of: command)
    guard status == 0 else {
      throw Tool.Failure("`\(command.prefix(3).joined(separator: " "))` failed:\n\(messages)")
    }
  }
}
