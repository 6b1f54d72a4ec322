import Foundation
import ScriptSupport

/// What `Package.swift` declares, and on which line.
struct Manifest {
  struct Target {
    let name: String
    let path: String
    /// Targets of this package.
    let dependencies: [String]
    /// Products of other packages.
    let products: [String]
    /// What of its folder it leaves out, from there.
    var exclude: [String] = []

    /// What an import calls it.
    var module: String {
      String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }

    func excludes(_ file: String) -> Bool {
      exclude.contains { file == "\(path)/\($0)" || file.hasPrefix("\(path)/\($0)/") }
    }
  }

  let targets: [Target]
  /// The names of other packages.
  let packages: [String]
  /// The text of `Package.swift`.
  let text: String

  static let file = "Package.swift"
}

extension Manifest {
  /// Asks SwiftPM, and reads the text for the line numbers.
  init(packageIn folder: URL) throws {
    let command = ["swift", "package", "--package-path", folder.path, "dump-package"]
    try self.init(dump: Tool.output(of: command), text: Files.read(Self.file, in: folder))
  }

  init(dump: Data, text: String) throws {
    let dump = try JSONDecoder().decode(Dump.self, from: dump)
    let names = Set(dump.targets.map(\.name))
    targets = dump.targets.map { target in
      let dependencies = target.dependencies.flatMap(\.names)
      let parent = target.type == "test" ? "Tests" : "Sources"
      return Target(
        name: target.name,
        path: URL(filePath: target.path ?? "\(parent)/\(target.name)").standardized.relativePath,
        dependencies: dependencies.filter(names.contains),
        products: dependencies.filter { !names.contains($0) },
        exclude: (target.exclude ?? []).map { URL(filePath: $0).standardized.relativePath })
    }
    packages = dump.dependencies.flatMap(\.identities)
    self.text = text
  }

  /// The target in whose folder a file is: of folders inside each other, the innermost.
  func target(of file: String) -> Target? {
    targets.filter { file.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
  }

  /// The line that declares a target, or 1 if no line does so literally.
  func line(of target: String) -> Int {
    row(of: target)?.line ?? line(ofFirst: "name: \"\(target)\"") ?? line(ofFirst: "\"\(target)\"") ?? 1
  }

  /// The row of a layer in the manifest's own table.
  func row(of layer: String) -> (line: Int, height: Int)? {
    for match in text.matches(of: /Layer\(\s*name:\s*"([^"]+)",\s*height:\s*(-?\d+)/) where match.1 == layer {
      return Int(match.2).map { (line(at: match.1.startIndex), $0) }
    }
    return nil
  }

  func line(ofFirst string: String) -> Int? {
    text.range(of: string).map { line(at: $0.lowerBound) }
  }

  private func line(at index: String.Index) -> Int {
    1 + text[..<index].count(where: \.isNewline)
  }
}

/// The part of `swift package dump-package` that matters here.
private struct Dump: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let exclude: [String]?
    let dependencies: [Dependency]
  }

  /// `{"byName": ["Signals", null]}`: the key says how the name was written, what follows the name are conditions.
  struct Dependency: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let spellings = try decoder.singleValueContainer().decode([String: [Name]].self)
      names = spellings.values.compactMap { $0.first?.string }
    }
  }

  struct Name: Decodable {
    let string: String?

    init(from decoder: any Decoder) throws {
      string = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  /// `{"sourceControl": [{"identity": "swift-log", …}]}`.
  struct Package: Decodable {
    struct Identity: Decodable { let identity: String }

    let identities: [String]

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: [Identity]].self)
      identities = kinds.values.flatMap { $0.map(\.identity) }
    }
  }

  let targets: [Target]
  let dependencies: [Package]
}
