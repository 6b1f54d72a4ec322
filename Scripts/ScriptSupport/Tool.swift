package import Foundation
import Synchronization

/// What every script does around its check: read the arguments, print, and choose an exit code.
package enum Tool {
  /// Takes what a tool prints, a line or several; a test may take it instead of the terminal.
  @TaskLocal package static var say: @Sendable (String) -> Void = { print($0) }

  /// A request that cannot be served, as opposed to a rule that is broken.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
      self.description = description
    }
  }

  /// What a command line says.
  package struct Arguments {
    /// The folder of the package.
    package var folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    /// The flags that were given.
    package var flags: Set<String> = []
    /// The options that were given, such as `--output`, and their values.
    package var options: [String: String] = [:]
  }

  /// Runs a check in the folder that `--package-path` names, by default the current one.
  ///
  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - flags: The flags that the script knows besides `--package-path`.
  ///   - check: Gets the folder and the flags that were given; prints what it found, and returns what is wrong.
  /// - Returns: The exit code: 0 when nothing is wrong, 1 when something is, 2 when the check could not be made.
  package static func run(
    _ arguments: [String], flags: Set<String> = [], check: (URL, Set<String>) throws -> [Violation]
  ) -> Int32 {
    run(arguments, flags: flags, options: []) { try check($0.folder, $0.flags) }
  }

  /// Runs a check whose command line has options with values.
  ///
  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - flags: The flags that the script knows.
  ///   - options: The options that the script knows besides `--package-path`.
  ///   - check: Gets what was given; prints what it found, and returns what is wrong.
  /// - Returns: The exit code: 0 when nothing is wrong, 1 when something is, 2 when the check could not be made.
  package static func run(
    _ arguments: [String], flags: Set<String>, options: Set<String>,
    check: (Arguments) throws -> [Violation]
  ) -> Int32 {
    do {
      let given = try parse(arguments, flags: flags, options: options)
      // A check of the wrong folder would find nothing wrong.
      guard FileManager.default.fileExists(atPath: given.folder.appending(path: "Package.swift").path) else {
        throw Failure("there is no Package.swift in \(given.folder.path)")
      }
      let violations = try check(given)
      for violation in violations.sorted() { say(violation.description) }
      return violations.isEmpty ? 0 : 1
    } catch {
      say("error: \(error)")
      return 2
    }
  }

  private static func parse(
    _ arguments: [String], flags: Set<String>, options: Set<String>
  ) throws -> Arguments {
    var given = Arguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--package-path", let path = rest.popFirst() {
        given.folder = URL(filePath: path, directoryHint: .isDirectory)
      } else if flags.contains(argument) {
        given.flags.insert(argument)
      } else if options.contains(argument), let value = rest.popFirst() {
        given.options[argument] = value
      } else {
        let valued = options.sorted().map { "\($0) <value>" }
        let known = (["--package-path <folder>"] + flags.sorted() + valued).joined(separator: "], [")
        throw Failure("'\(argument)' is not understood; the arguments are [\(known)]")
      }
    }
    return given
  }

  /// Runs a tool for a test, and returns what it says, which is not printed.
  package static func captured(_ tool: () -> Int32) -> (status: Int32, text: String) {
    let said = Said()
    let status = $say.withValue({ line in said.lines.withLock { $0.append(line) } }, operation: tool)
    return (status, said.lines.withLock { $0.joined(separator: "\n") })
  }

  private final class Said: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// Runs a program to its end, and returns what it printed.
  ///
  /// - Parameter command: The program, found through `PATH`, and its arguments.
  package static func output(of command: [String]) throws -> Data {
    let (output, status) = try result(of: command)
    guard status == 0 else { throw Failure("`\(command.joined(separator: " "))` failed") }
    return output
  }

  /// Runs a program to its end, and returns what it printed, and its exit code.
  package static func result(of command: [String]) throws -> (printed: Data, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  /// Runs a program that may well fail, and returns how it ended and all that it printed.
  ///
  /// - Parameter command: The program, found through `PATH`, and its arguments.
  package static func outcome(of command: [String]) throws -> (status: Int32, messages: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
