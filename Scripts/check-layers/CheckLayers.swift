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
    let sources = try Files.read("Modules", in: folder) { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
    Tool.say(manifest.picture)
    return LayerCheck.violations(manifest: manifest, sources: sources)
  }
}
