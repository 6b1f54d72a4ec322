import Foundation
import ScriptSupport

/// The compiler that runs here, and its files.
struct Toolchain: Sendable {
  let version: String
  /// The folder of its resources: `…/usr/lib/swift`.
  let resources: URL
  /// Such as `x86_64`.
  let architecture: String
  /// The target for which it compiles unless it is told otherwise, as files of modules are named.
  let host: String

  init() throws {
    struct Info: Decodable {
      struct Target: Decodable { let unversionedTriple: String }
      struct Paths: Decodable { let runtimeResourcePath: String }
      let compilerVersion: String
      let target: Target
      let paths: Paths
    }
    let info = try JSONDecoder().decode(
      Info.self, from: Tool.output(of: ["swiftc", "-print-target-info"]))
    version = info.compilerVersion
    resources = URL(filePath: info.paths.runtimeResourcePath, directoryHint: .isDirectory)
    host = info.target.unversionedTriple
    architecture = String(host.prefix { $0 != "-" })
    guard host.contains("-linux") else {
      throw Tool.Failure(
        "the standard library's interfaces are read from a toolchain for Linux, and this is \(host)")
    }
  }

  /// Where the text of a module's interface is.
  func interface(of module: String, isPrivate: Bool) -> URL {
    resources.appending(
      path: "linux/\(module).swiftmodule/\(host)\(isPrivate ? ".private" : "").swiftinterface")
  }

  /// Runs the compiler to its end.
  ///
  /// - Returns: Whether it succeeded, and what it said.
  func compile(_ arguments: [String], in folder: URL) throws -> (isGood: Bool, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-frontend", "-diagnostic-style", "llvm"] + arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationReason == .exit && process.terminationStatus == 0, text)
  }
}
