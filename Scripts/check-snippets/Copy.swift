import Foundation
import ScriptSupport

/// A block of a page as a program of its own, with what it says that it needs.
struct Copy {
  let file: String
  let line: Int
  let text: [String]

  /// What a reader writes above it, who has the package.
  private static let imports = """
    import SignalKit
    import SignalTesting
    import Testing
    import Foundation
    import Observation
    #if canImport(FoundationNetworking)
    import FoundationNetworking
    #endif

    """

  /// Lets the compiler check the types of each.
  ///
  /// - Parameters:
  ///   - copies: The programs; equal ones are compiled once.
  ///   - modules: Those of this package.
  /// - Returns: What does not compile.
  static func violations(in copies: [Copy], against modules: CompiledModules) throws -> [Violation] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-snippets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.swift")
    let command = [
      "swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-I", modules.folder.path,
      "-plugin-path", modules.testingPlugins.path, file.path,
    ]
    var messages: [[String]: String] = [:]
    return try copies.compactMap { copy in
      if messages[copy.text] == nil {
        try Data((imports + copy.text.joined(separator: "\n") + "\n").utf8).write(to: file)
        let (status, text) = try Tool.outcome(of: command)
        messages[copy.text] =
          status == 0 ? "" : text.firstMatch(of: /error: (.*)/).map { String($0.1) } ?? text
      }
      guard let message = messages[copy.text], !message.isEmpty else { return nil }
      let advice = "show before it what it needs, and name that: `, after Example/main.swift#region`"
      return Violation(
        file: copy.file, line: copy.line, "copied, this does not compile: \(message); \(advice)")
    }
  }
}
