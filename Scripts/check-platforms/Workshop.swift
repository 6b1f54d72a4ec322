import Foundation
import ScriptSupport

/// Compiles for one platform, and remembers what was compiled of what.
final class Workshop {
  /// Something did not compile that is not the package's.
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  let platform: Platform
  private let toolchain: Toolchain
  private let stubs: URL
  private let package: Package
  /// For the standard library and the stubs, which are the same for every package.
  private let shared: URL
  /// For the modules of the package.
  private let products: URL
  /// What the compiled standard library and stubs were made of.
  private var foundation = Fingerprint()

  init(
    _ platform: Platform, toolchain: Toolchain, stubs: URL, package: Package, shared: URL, products: URL
  ) {
    self.platform = platform
    self.toolchain = toolchain
    self.stubs = stubs
    self.package = package
    self.shared = shared.appending(path: platform.name)
    self.products = products.appending(path: platform.name)
  }

  // MARK: The platform

  /// Compiles the standard library's interfaces and the stubs.
  func makePlatform() throws {
    let folder = resources.appending(path: platform.libraryFolder)
    try create(folder)
    for name in ["shims", "clang", "apinotes", "host", "pm"] {
      try link(resources.appending(path: name), to: toolchain.resources.appending(path: name))
    }
    try create(sdk.appending(path: "usr"))
    if !platform.isApple {
      try link(sdk.appending(path: "usr/include"), to: stubs.appending(path: "Kernel"))
    }
    try create(stubModules)
    try foundation.add(filesIn: stubs)
    foundation.add(toolchain.version + platform.triple)
    // What the runtime offers to frameworks alone is there where the runtime is the toolchain's.
    for (module, isPrivate) in [
      ("Swift", true), ("_Concurrency", true), ("Synchronization", true), ("Observation", !platform.isApple),
    ] {
      try compileInterface(of: module, isPrivate: isPrivate, into: folder)
    }
    for stub in platform.stubs {
      let files = stub.files.map { stubs.appending(path: "Swift/\($0).swift").path }
      let output = stubModules.appending(path: "\(stub.module).swiftmodule")
      let arguments =
        [
          "-emit-module", "-o", output.path, "-module-name", stub.module, "-enable-library-evolution",
          "-swift-version", "5", "-suppress-warnings",
        ] + commonFlags + files
      try once(output, foundation, arguments, what: "the stub of \(stub.module)")
    }
  }

  private func compileInterface(of module: String, isPrivate: Bool, into folder: URL) throws {
    let source = toolchain.interface(of: module, isPrivate: isPrivate)
    var key = Fingerprint()
    key.add(toolchain.version + platform.triple)
    // The shims of Synchronization include what is in that folder.
    try key.add(filesIn: stubs.appending(path: "Kernel"))
    let output = folder.appending(path: "\(module).swiftmodule/\(platform.fileName).swiftmodule")
    guard !isMade(output, of: key) else { return }
    let text = try interface(String(contentsOf: source, encoding: .utf8))
    let copy = shared.appending(path: "interfaces/\(module)\(isPrivate ? ".private" : "").swiftinterface")
    try create(copy.deletingLastPathComponent())
    try create(output.deletingLastPathComponent())
    try text.write(to: copy, atomically: true, encoding: .utf8)
    let arguments =
      [
        "-compile-module-from-interface", copy.path, "-o", output.path, "-module-name", module,
        "-disable-objc-attr-requires-foundation-module",
      ] + (module == "Swift" || module == "_Concurrency" ? ["-parse-stdlib"] : []) + targetFlags
    try once(output, key, arguments, what: "the interface of \(module)")
  }

  /// The text of an interface, for this platform instead of the toolchain's.
  private func interface(_ text: String) -> String {
    let changes: [(String, String)] = [
      ("-target \(toolchain.host)", "-target \(platform.triple)"),
      (" -static ", " "),
      ("-library-level api", ""),
      ("-target-min-inlining-version min", ""),
      ("import Glibc\n", ""),
      // The lock of Linux, which nobody takes here.
      ("_swift_stdlib_gettid()", "(0 as UInt32)"),
    ]
    let changed = changes.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    return changed.replacingOccurrences(
      of: #"@backDeployed\([^)]*\)"#, with: "", options: .regularExpression)
  }

  // MARK: The package

  /// Compiles the modules, each through the diagnostics of SIL.
  ///
  /// - Returns: What is wrong with them.
  func compileModules(_ settings: Settings) throws -> [Violation] {
    var violations: [Violation] = []
    var keys: [String: Fingerprint] = [:]
    let folder = products.appending(path: settings.rawValue)
    try create(folder)
    for module in package.modules {
      let dependencies = module.dependencies.compactMap { keys[$0] }
      guard dependencies.count == module.dependencies.count else { continue }  // that is said already
      var key = foundation
      key.add(settings.rawValue + package.flags.joined())
      for dependency in dependencies { key.add(dependency) }
      for file in module.files { key.add(file.path + "\n" + file.text) }
      let found = try compile(module, key, settings, into: folder, [], as: platform.name)
      violations += found
      if found.isEmpty { keys[module.name] = key }
      for (name, flags) in platform.otherHeaders
      where module.files.contains(where: { $0.text.contains("import \(platform.headers)\n") }) {
        let others = products.appending(path: "\(settings.rawValue)-\(name)")
        try create(others)
        violations += try compile(
          module, key, settings, into: others, flags.flatMap { ["-Xcc", $0] } + ["-I", folder.path], as: name)
      }
    }
    return violations
  }

  private func compile(
    _ module: Package.Module, _ key: Fingerprint, _ settings: Settings, into folder: URL, _ flags: [String],
    as name: String
  ) throws -> [Violation] {
    let output = folder.appending(path: "\(module.name).swiftmodule")
    let arguments =
      [
        "-emit-sil", "-o", "/dev/null", "-emit-module-path", output.path, "-module-name", module.name,
        "-warnings-as-errors", "-I", folder.path,
      ] + flags + package.flags + settings.flags + interfaceFlags(settings) + commonFlags
      + module.files.map(\.path)
    guard !isMade(output, of: key) else { return [] }
    let result = try toolchain.compile(arguments, in: package.folder)
    if result.isGood {
      try key.text.write(to: stamp(of: output), atomically: true, encoding: .utf8)
      return []
    }
    return Diagnostics.violations(in: result.text, module: module, where: "\(name), \(settings.rawValue)")
  }

  /// Asks the compiler which branches it compiles.
  ///
  /// - Returns: Their numbers in the list.
  func compiled(_ branches: [Branch], _ settings: Settings) throws -> Set<Int> {
    try Workshop.probe(
      branches, toolchain: toolchain, in: products.appending(path: settings.rawValue),
      flags: settings.flags + commonFlags)
  }

  /// As ``compiled(_:_:)``, where the toolchain's own modules are used.
  static func probe(
    _ branches: [Branch], toolchain: Toolchain, in folder: URL, flags: [String]
  ) throws -> Set<Int> {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let probe = folder.appending(path: "branches.swift")
    try branches.enumerated().map { "#if \($1.condition)\n#warning(\"branch \($0).\")\n#endif\n" }
      .joined().write(to: probe, atomically: true, encoding: .utf8)
    let result = try toolchain.compile(
      ["-typecheck", "-module-name", "Branches", "-parse-as-library"] + flags + [probe.path], in: folder)
    guard result.isGood else { throw Broken(description: "a condition is not understood:\n\(result.text)") }
    return Set(result.text.matches(of: /warning: branch (\d+)\./).compactMap { Int($0.1) })
  }

  // MARK: Files and flags

  private var resources: URL { shared.appending(path: "resources") }
  private var sdk: URL { shared.appending(path: "sdk") }
  private var stubModules: URL { shared.appending(path: "stubs") }

  private var targetFlags: [String] {
    [
      "-target", platform.triple, "-resource-dir", resources.path, "-sdk", sdk.path, "-module-cache-path",
      shared.appending(path: "clang").path, "-disable-objc-interop", "-Xcc", "-ffreestanding",
    ]
  }

  private var commonFlags: [String] {
    targetFlags + [
      "-parse-as-library", "-disable-implicit-string-processing-module-import", "-I", stubModules.path, "-I",
      stubs.appending(path: platform.headers).path,
    ]
  }

  /// A binary framework is a release build whose modules keep their binary interface stable.
  private func interfaceFlags(_ settings: Settings) -> [String] {
    platform.isApple && settings == .release ? ["-enable-library-evolution"] : []
  }

  private func once(_ output: URL, _ key: Fingerprint, _ arguments: [String], what: String) throws {
    guard !isMade(output, of: key) else { return }
    let result = try toolchain.compile(arguments, in: package.folder)
    guard result.isGood else {
      throw Broken(description: "\(what) does not compile for \(platform.name):\n\(result.text)")
    }
    try key.text.write(to: stamp(of: output), atomically: true, encoding: .utf8)
  }

  private func stamp(of output: URL) -> URL { output.appendingPathExtension("key") }

  private func isMade(_ output: URL, of key: Fingerprint) -> Bool {
    FileManager.default.fileExists(atPath: output.path)
      && (try? String(contentsOf: stamp(of: output), encoding: .utf8)) == key.text
  }

  private func create(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func link(_ link: URL, to target: URL) throws {
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
  }
}

/// A number for the contents of files: what was compiled of the same is not compiled again.
struct Fingerprint {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  var text: String { String(hash, radix: 16) }

  mutating func add(_ text: String) {
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  mutating func add(_ other: Fingerprint) {
    add(other.text)
  }

  mutating func add(filesIn folder: URL) throws {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() where [".h", ".swift", ".modulemap"].contains(where: name.hasSuffix) {
      add(name)
      add(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
  }
}

/// What the compiler says, as broken rules.
enum Diagnostics {
  static func violations(in text: String, module: Package.Module, where place: String) -> [Violation] {
    let errors = text.matches(of: /(?m)^(\S+?\.swift):(\d+):\d+: error: (.*)$/).map {
      Violation(file: String($0.1), line: Int($0.2) ?? 1, "\($0.3) (\(place))")
    }
    guard errors.isEmpty else { return Array(Set(errors)) }
    // It crashed. The last place in its own account of what it did is nearest.
    let last = text.matches(of: /at ([^\s:]+\.swift):(\d+):\d+/).last
    return [
      Violation(
        file: last.map { String($0.1) } ?? module.files.first?.path ?? module.name,
        line: last.flatMap { Int($0.2) } ?? 1,
        "the compiler crashed (\(place)): \(text.split(separator: "\n").first ?? "it says nothing")")
    ]
  }
}
