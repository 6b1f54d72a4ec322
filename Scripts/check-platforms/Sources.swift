import Foundation
import ScriptSupport

/// What is to be compiled, as Package.swift and the folders say.
struct Package: Sendable {
  struct File: Sendable {
    let path: String
    let text: String
  }

  struct Module: Sendable {
    let name: String
    let files: [File]
    /// Other modules of the package that its files import.
    let dependencies: [String]
  }

  let folder: URL
  /// Each after those that it imports.
  let modules: [Module]
  /// What every target is compiled with.
  let flags: [String]
  private let manifest: String

  /// - Parameters:
  ///   - folder: That of Package.swift.
  ///   - names: The modules to compile; `nil` for all.
  init(in folder: URL, only names: Set<String>? = nil) throws {
    self.folder = folder
    manifest = try Files.read("Package.swift", in: folder)
    flags =
      ["-swift-version", "6", "-package-name", "swift_signals"]
      + manifest.matches(of: /enableUpcomingFeature\("(\w+)"\)/).flatMap {
        ["-enable-upcoming-feature", String($0.1)]
      }
    var files: [String: [File]] = [:]
    let sources = try Files.read("Modules", in: folder) { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
      .merging(Files.read("Tests/TestSupport", in: folder) { $0.hasSuffix(".swift") }) { $1 }
    for (path, text) in sources.sorted(by: { $0.key < $1.key }) {
      let module = String(path.split(separator: "/")[1])
      if names?.contains(module) ?? true { files[module, default: []].append(File(path: path, text: text)) }
    }
    var ordered: [Module] = []
    func add(_ name: String) {
      guard let own = files.removeValue(forKey: name) else { return }
      let imported = Set(
        own.flatMap { $0.text.matches(of: /(?m)^[ \t@\w()]*\bimport (\w+)/).map { String($0.1) } })
      for other in imported.sorted() { add(other) }
      ordered.append(
        Module(
          name: name, files: own, dependencies: ordered.map(\.name).filter { imported.contains($0) }))
    }
    for name in files.keys.sorted() { add(name) }
    modules = ordered
    guard !modules.isEmpty else { throw Tool.Failure("there are no modules in \(folder.path)") }
  }

  /// The lowest version of an Apple platform that the package allows.
  func minimum(of platform: String) throws -> String {
    let versions = manifest.matches(of: /\.(\w+)\(\.v(\d+)\)/).filter { $0.1 == platform }
    guard let version = versions.first else {
      throw Tool.Failure("Package.swift names no version of \(platform)")
    }
    return String(version.2)
  }

  var branches: [Branch] {
    modules.flatMap(\.files).flatMap { Branch.all(in: $0.text, of: $0.path) }
      .sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }
}
