import Foundation
import ScriptSupport

/// Proves that the version of each layer says what has changed in its interface.
///
/// `swift run check-api [--package-path <folder>] [--update] [--release]`. It prints what changed since the last release, and which
/// version that demands. `--update` writes the snapshots of the interfaces; `--release` makes them those of a release.
@main
enum CheckAPI {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ arguments: [String]) -> Int32 {
    Tool.run(arguments, flags: ["--update", "--release"]) { folder, flags in
      do {
        let modules = try CompiledModules(ofPackageIn: folder)
        var check = try check(packageIn: folder, modules: modules)
        Tool.say(check.report)
        if !flags.isEmpty {
          try write(check, flags: flags, to: folder)
          check = try self.check(packageIn: folder, modules: modules)
        }
        return check.violations
      } catch let violation as Violation {
        return [violation]
      }
    }
  }

  /// Reads all that is to be compared.
  ///
  /// - Parameters:
  ///   - folder: The folder of the package.
  ///   - modules: Where its modules are, compiled.
  static func check(packageIn folder: URL, modules: CompiledModules) throws -> APICheck {
    guard modules.target.contains("linux") else {
      throw Tool.Failure(
        "the snapshots are those of Linux: other platforms have more, such as the bridge to Combine")
    }
    let table = try LayerTable(Files.read(LayerTable.file, in: folder))
    var graphs: [String: [SymbolGraph]] = [:]
    for row in table.rows { graphs[row.layer] = try SymbolGraph.read(row.layer, in: modules) }
    let requirements = Interface.requirements(graphs.values.flatMap(\.self))
    var (interfaces, snapshots): ([String: Interface], [String: Snapshot]) = ([:], [:])
    for row in table.rows {
      let exports = try Files.read("Modules/\(row.layer)", in: folder) { $0.hasSuffix(".swift") }.values
        .flatMap(Interface.exports)
      interfaces[row.layer] = Interface(
        graphs[row.layer] ?? [], in: folder, exports: exports, requirements: requirements)
      let file = APICheck.file(of: row.layer)
      if FileManager.default.fileExists(atPath: folder.appending(path: file).path) {
        snapshots[row.layer] = try Snapshot(Files.read(file, in: folder), of: row.layer, file: file)
      }
    }
    var check = try APICheck(
      table: table, changelog: Changelog(text: Files.read(Changelog.file, in: folder)), snapshots: snapshots,
      interfaces: interfaces)
    if table.rows.contains(where: { check.changes(of: $0.layer).effect == .addition }) {
      check.failedClients = try Client.all(in: folder).compactMap { try $0.failure(modules: modules.folder) }
    }
    return check
  }

  /// Writes the snapshots, those of a release if that is asked for.
  static func write(_ check: APICheck, flags: Set<String>, to folder: URL) throws {
    for (layer, snapshot) in flags.contains("--release") ? try check.released() : check.updated {
      try Data(snapshot.text(for: layer).utf8).write(to: folder.appending(path: APICheck.file(of: layer)))
    }
  }
}
