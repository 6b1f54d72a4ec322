package import Foundation

/// The modules of a package, as the compiler left them.
package struct CompiledModules {
  /// Where they are.
  package let folder: URL
  /// The platform for which they are compiled.
  package let target: String
  /// Where the macros of Swift Testing are.
  package let testingPlugins: URL

  package init(in folder: URL) throws {
    struct Info: Decodable {
      struct Target: Decodable { let triple: String }
      struct Paths: Decodable { let runtimeResourcePath: String }

      let target: Target
      let paths: Paths
    }
    self.folder = folder
    let info = try JSONDecoder().decode(Info.self, from: Tool.output(of: ["swiftc", "-print-target-info"]))
    target = info.target.triple
    testingPlugins = URL(filePath: info.paths.runtimeResourcePath).appending(path: "host/plugins/testing")
  }

  /// Those that the running program was built with.
  ///
  /// The program of the tests lies in the folder of the products, or some folders below.
  package static func ofThisProgram() throws -> CompiledModules {
    let program = URL(filePath: CommandLine.arguments[0])
    let folders = sequence(first: program) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    let modules = folders.map { $0.appending(path: "Modules") }
      .first { FileManager.default.fileExists(atPath: $0.appending(path: "SignalKit.swiftmodule").path) }
    guard let modules else { throw Tool.Failure("there are no modules beside \(program.path)") }
    return try CompiledModules(in: modules)
  }

  /// Builds a package.
  package init(ofPackageIn folder: URL) throws {
    let command = ["swift", "build", "--package-path", folder.path]
    let (status, messages) = try Tool.outcome(of: command)
    guard status == 0 else { throw Tool.Failure("the package does not build:\n\(messages)") }
    let products = try String(decoding: Tool.output(of: command + ["--show-bin-path"]), as: UTF8.self)
    try self.init(in: URL(filePath: products.trimmingCharacters(in: .newlines)).appending(path: "Modules"))
  }

  /// Writes the symbol graphs of a module: that of what it declares, and one for each module that it extends.
  ///
  /// - Parameters:
  ///   - module: The name of the module.
  ///   - output: The folder to write to, which is made.
  ///   - options: What to tell `swift-symbolgraph-extract` besides.
  package func extractSymbolGraphs(of module: String, to output: URL, options: [String] = []) throws {
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    _ = try Tool.output(
      of: [
        "swift-symbolgraph-extract", "-module-name", module, "-I", folder.path, "-target", target,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", output.path,
      ] + options)
  }
}
