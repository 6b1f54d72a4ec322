package import Foundation

/// The modules of a package, as the compiler left them.
package struct CompiledModules {
  /// Where they are.
  package let folder: URL
  /// The platform for which they are compiled.
  package let target: String

  package init(in folder: URL) throws {
    struct Info: Decodable {
      struct Target: Decodable { let triple: String }

      let target: Target
    }
    self.folder = folder
    target = try JSONDecoder().decode(Info.self, from: Tool.output(of: ["swiftc", "-print-target-info"]))
      .target.triple
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
