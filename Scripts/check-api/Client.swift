import Foundation
import ScriptSupport

/// Code that calls the layers, as users do: the examples.
///
/// An addition that it does not survive is a break, such as an overload which makes its calls ambiguous.
struct Client {
  let files: [URL]

  static func all(in folder: URL) throws -> [Client] {
    let sources = try Files.read("Examples", in: folder) { $0.hasSuffix(".swift") && !$0.contains("Tests/") }
    return Dictionary(grouping: sources.keys) {
      $0.prefix { $0 != "/" } + $0.dropFirst("Examples/".count).prefix { $0 != "/" }
    }
    .sorted { $0.key < $1.key }
    .map { Client(files: $0.value.sorted().map { folder.appending(path: $0) }) }
  }

  /// The first error; `nil` if it compiles.
  func failure(modules: URL) throws -> String? {
    let arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path] + files.map(\.path)
    let (status, messages) = try Tool.outcome(of: arguments)
    guard status != 0 else { return nil }
    return messages.split(separator: "\n").first { $0.contains("error:") }.map(String.init)
      ?? "\(files[0].path) does not compile"
  }
}
