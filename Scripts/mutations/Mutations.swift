import Foundation
import ScriptSupport

/// Proves that the tests notice faults: plants one after another in a copy of the package, and runs the tests there.
///
/// `swift run mutations [--package-path <folder>] [--only <part of a name>]`. It takes minutes: each fault is compiled. A fault that no test
/// notices is an error.
@main
enum Mutations {
  /// The tests that have to notice.
  static let tests =
    "OperatorsTests|RandomChainsTests|ContractTests|SpecificationTests|SignalsTests|SignalPrimitivesTests|PromisesTests"

  static func main() {
    exit(
      Tool.run(Array(CommandLine.arguments.dropFirst()), flags: [], options: ["--only"]) { given in
        let wanted = Mutation.all.filter { mutation in
          given.options["--only"].map(mutation.name.contains) ?? true
        }
        return try violations(of: wanted, packageIn: given.folder)
      })
  }

  static func violations(of mutations: [Mutation], packageIn folder: URL) throws -> [Violation] {
    let copy = folder.appending(path: ".build-mutations/package")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for part in ["Package.swift", "Modules", "Tests", "Scripts", "Examples", "README.md", "CONTRIBUTING.md"] {
      try FileManager.default.copyItem(at: folder.appending(path: part), to: copy.appending(path: part))
    }
    guard try swift("build", "--build-tests", in: copy),
      try swift("test", "--skip-build", "--filter", tests, in: copy)
    else { throw Tool.Failure("the tests fail without any fault") }
    var violations: [Violation] = []
    for mutation in mutations {
      let file = copy.appending(path: "Modules/\(mutation.file)")
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.replacing(mutation.original, with: mutation.mutant).write(
        to: file, atomically: true, encoding: .utf8)
      guard try swift("build", "--build-tests", in: copy) else {
        throw Tool.Failure("'\(mutation.name)' does not compile")
      }
      let isNoticed = try !swift("test", "--skip-build", "--filter", tests, in: copy)
      Tool.say("\(isNoticed ? "noticed    " : "NOT noticed") \(mutation.name)")
      if !isNoticed {
        violations.append(
          Violation(file: "Modules/\(mutation.file)", line: 1, "no test notices that \(mutation.name)"))
      }
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return violations
  }

  /// - Returns: Whether the command has succeeded, within ten minutes.
  private static func swift(_ arguments: String..., in folder: URL) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A fault may well make a test hang.
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 600)
    timer.setEventHandler { process.terminate() }
    timer.resume()
    process.waitUntilExit()
    timer.cancel()
    return process.terminationStatus == 0
  }
}
