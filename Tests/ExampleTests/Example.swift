import Concurrency
import Disposables
import Foundation

/// A program under `Examples`.
struct Example: Sendable, CustomStringConvertible {
  let name: String

  var description: String { name }

  /// What the program printed when it was last looked at.
  var expected: String {
    get throws {
      try String(contentsOf: Self.sources.appending(path: "\(name)/expected.txt"), encoding: .utf8)
    }
  }

  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples")

  static func all() throws -> [Example] {
    try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { FileManager.default.fileExists(atPath: sources.appending(path: "\($0)/main.swift").path) }
      .sorted()
      .map(Example.init)
  }

  // MARK: Running

  struct NotBuilt: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) was not built: add it to the examples in Package.swift" }
  }

  struct Run {
    let output: String
    /// What it ended with: 0 if all went well, the number of a signal if it was killed.
    let status: Int32
  }

  /// The folder that the test bundle was built into, and the programs with it.
  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name on the command line.
  ///   - limit: Seconds after which it is stopped, and its status says so.
  /// - Returns: What it printed, errors included, with the times masked.
  func run(_ arguments: [String] = [], limit: Double = 60) async throws -> Run {
    let program = Self.products.appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: program.path) else { throw NotBuilt(name: name) }
    // Not a pipe: what nobody reads in time would stop the program.
    let file = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString).txt")
    try Data().write(to: file)
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // A proxy could not reach the servers of the tests.
    process.environment = ProcessInfo.processInfo.environment.merging(["no_proxy": "127.0.0.1"]) { $1 }
    process.standardOutput = output
    process.standardError = output
    let watch = Queue.concurrentDefaultQueue().after(limit) {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    defer {
      watch.dispose()
      try? FileManager.default.removeItem(at: file)
    }
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    return Run(output: Self.masked(text), status: status)
  }

  /// Puts the same word in place of every date and time.
  static func masked(_ output: String) -> String {
    output.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000/, with: "<time>")
  }
}
