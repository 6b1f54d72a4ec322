import Foundation
import ScriptSupport

/// Proves that the layers are as decided: `swift run check-layers [--package-path <folder>]`.
@main
enum CheckLayers {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ arguments: [String]) -> Int32 {
    Tool.run(arguments) { folder, _ in try violations(packageIn: folder) }
  }

  static func violations(packageIn folder: URL) throws -> [Violation] {
    let manifest = try Manifest(packageIn: folder)
    Tool.say(manifest.picture)
    return try LayerCheck.violations(manifest: manifest, sources: sources(of: manifest, in: folder))
  }

  /// Reads what SwiftPM compiles of a package, and what lies under `Modules` without a target.
  static func sources(of manifest: Manifest, in folder: URL) throws -> Files {
    let folders = ["Modules"] + manifest.targets.map(\.path).filter { !$0.hasPrefix("Modules/") }
    return try folders.reduce(into: [:]) { sources, path in
      let found = try Files.read(path, in: folder) { file in
        file.hasSuffix(".swift") && !opaque.contains { file.contains("\($0)/") }
          && manifest.target(of: file)?.excludes(file) != true
      }
      sources.merge(found) { $1 }
    }
  }

  /// The folders that are one thing to SwiftPM, whatever lies in them.
  private static let opaque = [".docc", ".playground", ".xcassets"]
}
