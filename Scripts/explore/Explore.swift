import Foundation
import ScriptSupport

/// Runs small programs under every schedule of their threads.
///
/// `swift run explore [--package-path <folder>] [<part of a program's name> …] [<option> …]`; the options are those of
/// `Programs/main.swift`. The programs are in a build of their own, below `.build-explore`.
@main
enum Explore {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var given: [String] = []
    if let index = arguments.firstIndex(of: "--package-path"), index + 1 < arguments.count {
      given = Array(arguments[index...index + 1])
      arguments.removeSubrange(index...index + 1)
    }
    exit(
      Tool.run(given) { folder, _ in
        let copy = folder.appending(path: ".build-explore")
        try Exploration(packageIn: folder).write(to: copy)
        let process = Process()
        process.executableURL = try Exploration.build(in: copy)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
          return [Violation(file: "Scripts/explore", line: 1, "a schedule breaks the contract, see above")]
        }
        return []
      })
  }
}
