package import Foundation

/// The package in which `explore` runs: a copy of the lower layers, in which atomics, locks and time are the explorer's.
///
/// The sources say `import Synchronization`; the copy says `import Interleaving`, whose `Atomic` has the same operations. Where the two
/// differ the copy does not compile, and where a text to replace is not found once, it is not made.
package struct Exploration {
  package let modules: Files
  package let tool: Files

  private static let layers = [
    "SignalPrimitives", "Disposables", "Collections", "Concurrency", "Signals", "Promises", "Operators",
  ]

  package init(packageIn folder: URL) throws {
    modules = try Self.layers.reduce(into: [:]) { files, layer in
      files.merge(try .read("Modules/\(layer)", in: folder) { $0.hasSuffix(".swift") }) { $1 }
    }
    tool = try .read("Scripts/explore", in: folder) { path in
      path.hasSuffix(".swift") && path.split(separator: "/").count > 3
    }
  }

  /// The files of the copy.
  ///
  /// - Parameter edit: Changes a file of the modules before it is made a part of the copy, as a planted fault does.
  package func files(_ edit: (_ path: String, _ text: String) -> String = { $1 }) throws -> Files {
    var copy: Files = ["Package.swift": Self.manifest]
    var left = Set(Substitution.all.map(\.file))
    var substitutes: Files = [:]
    for (path, text) in tool {
      let name = path.dropFirst("Scripts/explore/".count)
      if name.hasPrefix("Substitutes/") {
        substitutes[String(name.dropFirst("Substitutes/".count))] = text
      } else {
        copy[String(name)] = text
      }
    }
    for (path, original) in modules {
      var text = edit(path, original)
      let name = String(path.split(separator: "/").last ?? "")
      if path.hasPrefix("Modules/SignalPrimitives/"), let substitute = substitutes.removeValue(forKey: name) {
        text = substitute
      }
      text = text.replacing("import Synchronization", with: "import Interleaving")
        .replacing("Synchronization.Atomic", with: "Interleaving.Atomic")
      for substitution in Substitution.all where path == "Modules/\(substitution.file)" {
        text = try substitution.made(in: text)
        left.remove(substitution.file)
      }
      if text.split(separator: "\n").contains(where: { !$0.contains("//") && $0.contains("Synchronization") })
      {
        throw Tool.Failure("\(path) uses what the explorer does not know")
      }
      copy[path] = text
    }
    guard left.isEmpty && substitutes.isEmpty else {
      throw Tool.Failure(
        "there is no \(left.union(substitutes.keys).sorted().joined(separator: ", ")) any more")
    }
    return copy
  }

  /// Makes the copy, and leaves what has not changed, so that it is not compiled again.
  package func write(to folder: URL, _ edit: (_ path: String, _ text: String) -> String = { $1 }) throws {
    let new = try files(edit)
    let manager = FileManager.default
    for folderName in ["Modules", "Interleaving", "Programs"] {
      for path in try Files.read(folderName, in: folder, where: { $0.hasSuffix(".swift") }).keys
      where new[path] == nil {
        try manager.removeItem(at: folder.appending(path: path))
      }
    }
    for (path, text) in new {
      let file = folder.appending(path: path)
      if let old = try? String(contentsOf: file, encoding: .utf8), old == text { continue }
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Compiles the copy.
  ///
  /// - Returns: The program that explores.
  package static func build(in folder: URL) throws -> URL {
    let command = ["swift", "build", "-c", "release", "--package-path", folder.path]
    let output = try Tool.result(of: command)
    guard output.status == 0 else {
      print(String(decoding: output.printed, as: UTF8.self))
      throw Tool.Failure("the copy in \(folder.path) does not compile")
    }
    return folder.appending(path: ".build/release/programs")
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let settings: [SwiftSetting] = [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
    let layers = [\(layers.map { "\"\($0)\"" }.joined(separator: ", "))]

    let package = Package(
      name: "explored",
      platforms: [.macOS(.v15)],
      targets: [
        .target(name: "Interleaving", path: "Interleaving", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
          name: "programs", dependencies: ["Interleaving"] + layers.map { .byName(name: $0) }, path: "Programs",
          swiftSettings: [.swiftLanguageMode(.v5)]),
      ]
        + layers.indices.map { index in
          .target(
            name: layers[index], dependencies: ["Interleaving"] + layers[..<index].map { .byName(name: $0) },
            path: "Modules/\\(layers[index])", swiftSettings: settings)
        }
    )

    """
}

/// What else is replaced in the copy.
private struct Substitution {
  let file: String
  let original: String
  let replacement: String
  var occurrences = 1

  func made(in text: String) throws -> String {
    let count = text.ranges(of: original).count
    guard count == occurrences else {
      throw Tool.Failure("Modules/\(file): '\(original)' occurs \(count) times, and not \(occurrences)")
    }
    return text.replacing(original, with: replacement)
  }

  /// Plain memory that one thread hands to another: the explorer sees whether it does so in the order that the memory model asks for.
  static func memory(
    _ file: String, _ attributes: String, replacing declaration: String, _ name: String, _ type: String,
    _ value: String, storage: String = ""
  ) -> Substitution {
    Substitution(
      file: file, original: "\(declaration)\n",
      replacement: """
        \(storage)final var \(name)Stored: \(type) = \(value)
          final let \(name)Memory = Plain("\(name)")
          \(attributes) final var \(name): \(type) {
            get {
              \(name)Memory.read()
              return \(name)Stored
            }
            set {
              \(name)Memory.write()
              \(name)Stored = newValue
            }
          }

        """)
  }

  static let all: [Substitution] = [
    // The place in the trace is where the lock is used.
    Substitution(
      file: "SignalPrimitives/Guarded.swift",
      original: "_ body: (inout State) throws(Failure) -> Result\n",
      replacement:
        "_ body: (inout State) throws(Failure) -> Result, file: StaticString = #fileID, line: UInt = #line\n",
      occurrences: 2),
    Substitution(
      file: "SignalPrimitives/Guarded.swift", original: "mutex.lock()", replacement: "mutex.lock(file, line)"),
    Substitution(
      file: "SignalPrimitives/Guarded.swift", original: "mutex.tryLock()",
      replacement: "mutex.tryLock(file, line)"),
    Substitution(
      file: "SignalPrimitives/WaitingNode.swift", original: "/// Something that is queued at a",
      replacement: "public import Interleaving\n\n/// Something that is queued at a"),
    memory(
      "SignalPrimitives/WaitingNode.swift", "@usableFromInline",
      replacing: "@usableFromInline final var older: UInt = 0", "older", "UInt", "0"),
    Substitution(
      file: "Signals/Subscription.swift", original: "public import SignalPrimitives\n",
      replacement: "public import SignalPrimitives\npublic import Interleaving\n"),
    memory(
      "Signals/Subscription.swift", "@usableFromInline",
      replacing: "@exclusivity(unchecked) @usableFromInline var upstream: (any Disposable)?", "upstream",
      "(any Disposable)?", "nil"),
    memory(
      "Disposables/ActionDisposable.swift", "private",
      replacing: "private nonisolated(unsafe) var action: (@Sendable () -> Void)?", "action",
      "(@Sendable () -> Void)?", "nil", storage: "private nonisolated(unsafe) "),
    Substitution(
      file: "Promises/HubSubscription.swift", original: "public import SignalPrimitives\n",
      replacement: "public import Interleaving\npublic import SignalPrimitives\n"),
    Substitution(
      file: "Promises/HubSubscription.swift",
      original: """
          @usableFromInline let storage: UnsafeMutablePointer<(seats: ContiguousArray<Seat?>, empty: Int)>

          @usableFromInline init() {
            storage = .allocate(capacity: 1)
            storage.initialize(to: ([], 0))
        """,
      replacement: """
          @usableFromInline let storageStored: UnsafeMutablePointer<(seats: ContiguousArray<Seat?>, empty: Int)>
          @usableFromInline let memory = Plain("the seats of a hub")
          @usableFromInline var storage: UnsafeMutablePointer<(seats: ContiguousArray<Seat?>, empty: Int)> {
            memory.write()
            return storageStored
          }

          @usableFromInline init() {
            storageStored = .allocate(capacity: 1)
            storageStored.initialize(to: ([], 0))
        """),
    Substitution(
      file: "Signals/Making/SerialState.swift",
      original: "  @usableFromInline let buffer: ManagedBuffer<Value, Void>\n",
      replacement: """
          @usableFromInline let memory = Plain("the state of an operator")
          @usableFromInline let buffer: ManagedBuffer<Value, Void>

        """),
    Substitution(
      file: "Signals/Making/SerialState.swift", original: "    get { buffer.header }\n",
      replacement: """
            get {
              memory.read()
              return buffer.header
            }

        """),
    Substitution(
      file: "Signals/Making/SerialState.swift",
      original:
        "    nonmutating _modify { yield &buffer.header }  // in place: what is stored is often an array\n",
      replacement: """
            nonmutating _modify {
              memory.write()
              yield &buffer.header
            }

        """),
    Substitution(
      file: "Signals/Making/SerialState.swift", original: "@frozen\npublic struct SerialState",
      replacement: "public import Interleaving\n\n@frozen\npublic struct SerialState"),
    // Whoever lets go of the hub last knows of all that was done before by the count of its references, which the explorer does not see.
    Substitution(
      file: "Promises/HubSubscription.swift", original: "func destroy() {\n",
      replacement: "func destroy() {\n    memory.forget()\n"),
    // The semaphore is the explorer's.
    Substitution(
      file: "Concurrency/ThreadPoolCore.swift", original: "internal import Dispatch\n",
      replacement: "internal import Interleaving\n"),
  ]
}
