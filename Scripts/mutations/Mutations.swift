import Foundation
import ScriptSupport

/// Proves that the tests notice faults: plants one after another in a copy of the package, and runs the tests there.
///
/// `swift run mutations [--package-path <folder>] [--explore] [--only <part of a name>]`. It takes minutes: each fault is compiled. A fault that no test
/// notices is an error.
///
/// With `--explore` it plants those that `explore` has to find, and says by which program.
@main
enum Mutations {
  /// The tests that have to notice.
  static let tests =
    "OperatorsTests|RandomChainsTests|ContractTests|SpecificationTests|SignalsTests|SignalPrimitivesTests|PromisesTests"

  static func main() {
    exit(
      Tool.run(Array(CommandLine.arguments.dropFirst()), flags: ["--explore"], options: ["--only"]) { given in
        let explores = given.flags.contains("--explore")
        let wanted = (explores ? Mutation.explored : Mutation.all).filter { mutation in
          given.options["--only"].map(mutation.name.contains) ?? true
        }
        return try explores
          ? explore(wanted, packageIn: given.folder) : violations(of: wanted, packageIn: given.folder)
      })
  }

  private static func explore(_ mutations: [Mutation], packageIn folder: URL) throws -> [Violation] {
    let copy = folder.appending(path: ".build-mutations/explored")
    let exploration = try Exploration(packageIn: folder)
    var violations: [Violation] = []
    let original = try exploration.files()
    for mutation in mutations {
      let path = "Modules/\(mutation.file)"
      var arguments: [String] = []
      if let weaker = mutation.ordering {
        // The explorer needs no other build to treat an access as weaker than it is.
        try exploration.write(to: copy)
        arguments = ["--weaken", "\(try place(of: mutation, in: original[path] ?? "")):\(weaker)"]
      } else {
        try exploration.write(to: copy) {
          $0 == path ? $1.replacing(mutation.original, with: mutation.mutant) : $1
        }
      }
      let program = try failing(Exploration.build(in: copy).path, arguments)
      print("\(program == nil ? "NOT found" : "found    ") \(mutation.name): \(program ?? "")")
      fflush(nil)
      if program == nil {
        violations.append(Violation(file: path, line: 1, "no program finds that \(mutation.name)"))
      }
    }
    return violations
  }

  /// - Returns: What is printed of the first program that fails.
  private static func failing(_ programs: String, _ arguments: [String]) throws -> String? {
    for (preemptions, stale) in [("1", "1"), ("2", "1"), ("3", "0")] {
      let bounds = ["--preemptions", preemptions, "--stale", stale, "--schedules", "20000"]
      let result = try Tool.result(of: ["timeout", "60", programs, "--stop"] + bounds + arguments)
      if result.status == 0 || result.status == 124 { continue }  // nothing, or no time left
      let lines = String(decoding: result.printed, as: UTF8.self).split(separator: "\n")
      guard let line = lines.firstIndex(where: { $0.hasPrefix("FAIL") }) else {
        return "a program ends with \(result.status)"
      }
      return lines[line...].prefix(2).joined(separator: " ")
    }
    return nil
  }

  /// - Returns: The file and the line of the access whose ordering is weakened.
  private static func place(of mutation: Mutation, in text: String) throws -> String {
    guard let range = text.firstRange(of: mutation.original),
      let access = text[..<range.upperBound].matches(
        of: #/\w\.(exchange|compareExchange|load|store|bitwiseAnd)\(/#
      ).last?
      .range.lowerBound
    else { throw Tool.Failure("'\(mutation.name)' has no place") }
    let line = text[..<access].split(separator: "\n", omittingEmptySubsequences: false).count
    return "\(mutation.file.split(separator: "/").last ?? ""):\(line)"
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
