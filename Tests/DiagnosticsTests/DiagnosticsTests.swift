import Foundation
import ScriptSupport
import Testing

/// The page on what the compiler says, against what it says.
@Suite struct DiagnosticsTests {
  /// A part of the page: what is wrong, what the compiler says, and what is right.
  struct Entry {
    let title: String
    let wrong: String
    let message: String
    let right: String

    /// Whether it stands for itself, without what the others share.
    var hasImports: Bool { right.contains("import ") }
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func page() throws -> (shared: String, entries: [Entry]) {
    let text = try Files.read("Modules/SignalKit/SignalKit.docc/CompilerMessages.md", in: root)
    let parts = text.components(separatedBy: "\n### ")
    func blocks(_ part: String) -> [String] {
      part.matches(of: /(?s)\n```(?:swift|text)\n(.*?)\n```\n/).map { String($0.1) }
    }
    let entries = parts.dropFirst().map { part in
      let blocks = blocks(part)
      return Entry(
        title: String(part.prefix { !$0.isNewline }), wrong: blocks[0], message: blocks[1],
        right: blocks.count > 2 ? blocks[2] : "")
    }
    return (blocks(parts[0])[0], entries)
  }

  /// What takes the place of Combine where there is none.
  private static var standIns: [String] {
    #if canImport(Combine)
      []
    #else
      ["-module-alias", "Combine=CombineStandIn"]
    #endif
  }

  /// Compiles a program, and returns what the compiler says of it.
  private static func messages(_ source: String) throws -> (isCompiled: Bool, lines: [String]) {
    let folder = URL.temporaryDirectory.appending(path: "diagnostics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.swift")
    try Data(source.utf8).write(to: file)
    let modules = try CompiledModules.ofThisProgram().folder.path
    let (status, text) = try Tool.outcome(
      of: ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, file.path] + standIns)
    return (status == 0, text.split(separator: "\n").map(String.init))
  }

  @Test("the page has sixteen entries, each with what is wrong, the message and the cure")
  func complete() throws {
    let (shared, entries) = try Self.page()
    #expect(shared.hasPrefix("import SignalKit\n"))
    #expect(entries.count == 16)
    for entry in entries { #expect(!entry.right.isEmpty, "\(entry.title)") }
  }

  @Test("the compiler says what the page says that it says")
  func wrong() throws {
    let (shared, entries) = try Self.page()
    for entry in entries {
      let program = entry.hasImports ? entry.wrong : "\(shared)\nimport Dispatch\n\(entry.wrong)"
      let (_, lines) = try Self.messages(program)
      let said = lines.filter { $0.contains(#/[0-9]: (?:error|warning): /#) }
      #expect(said.contains { $0.contains(": \(entry.message)") }, "\(entry.title): \(lines)")
    }
  }

  @Test("what the page gives instead compiles without a word")
  func right() throws {
    let (shared, entries) = try Self.page()
    let shareds = entries.filter { !$0.hasImports }.enumerated().map { "func entry\($0)() {\n\($1.right)\n}" }
    let program = ([shared, "import Dispatch"] + shareds).joined(separator: "\n")
    let (isCompiled, lines) = try Self.messages(program)
    // What is shown may leave its result unused.
    let complaints = lines.filter { $0.contains(/: (error|warning): (?!.*never (used|read))/) }
    #expect(isCompiled && complaints.isEmpty, "\(complaints)")
    for entry in entries where entry.hasImports {
      #expect(try Self.messages(entry.right).isCompiled, "\(entry.title)")
    }
  }

  /// How many attempts the compiler makes to understand a function in which a name stands for `combineLatest`.
  private static func attempts(_ name: String) throws -> Int {
    let folder = URL.temporaryDirectory.appending(path: "attempts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.swift")
    let source = """
      import SignalKit

      func only<A, B, C, D, E>(
        queue: (any Scheduler)? = nil, _ a: Signal<A, E>, _ b: Signal<B, E>, _ c: Signal<C, E>,
        _ d: Signal<D, E>
      ) -> Signal<(A, B, C, D), E> { .never() }

      func show(
        _ a: Signal<Int, NoError>, _ b: Signal<String?, NoError>, _ c: Signal<[Int], NoError>,
        _ d: Signal<Bool, NoError>
      ) {
        (\(name)(queue: .mainQueue(), a, b |> take(1), c, d |> distinctUntilChanged)
          |> deliverOnMainQueue).start(next: { a, b, c, d in
            if d { print(a) } else { print(b ?? "", c.count) }
          })
      }
      """
    try Data(source.utf8).write(to: file)
    let (status, text) = try Tool.outcome(of: [
      "swiftc", "-frontend", "-typecheck", "-swift-version", "5", "-I",
      try CompiledModules.ofThisProgram().folder.path,
      "-stats-output-dir", folder.path, file.path,
    ])
    #expect(status == 0, "\(text)")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let statistics = try #require(files.first { $0.pathExtension == "json" })
    let match = try String(contentsOf: statistics, encoding: .utf8).firstMatch(
      of: /"Sema\.NumConstraintScopes": ([0-9]+)/)
    return try #require(match.flatMap { Int($0.1) })
  }

  @Test("a combineLatest of four is hardly more work for the compiler than if it were the only one")
  func combineLatestOfFour() throws {
    let (many, one) = (try Self.attempts("combineLatest"), try Self.attempts("only"))
    #expect(one > 10)
    #expect(Double(many) < 1.5 * Double(one), "\(many) attempts, and \(one) if it is the only one")
  }
}
