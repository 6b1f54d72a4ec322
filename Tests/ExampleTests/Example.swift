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
    var output: String
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
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // A proxy could not reach the servers of the tests.
    process.environment = ProcessInfo.processInfo.environment.merging(["no_proxy": "127.0.0.1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let watch = Queue.concurrentDefaultQueue().after(limit) { process.terminate() }
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        watch.dispose()
        let result = Result {
          let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
          let output = String(decoding: data, as: UTF8.self)
          return Run(output: Self.masked(output), status: process.terminationStatus)
        }
        continuation.resume(with: result)
      }
      do {
        try process.run()
      } catch {
        watch.dispose()
        continuation.resume(throwing: error)
      }
    }
  }

  /// Puts the same word in place of every date and time.
  static func masked(_ output: String) -> String {
    output.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000/, with: "<time>")
  }
}
