import Foundation
import ScriptSupport

/// Compiles the package for the platforms that these machines do not have.
///
/// `swift run check-platforms [--package-path <folder>]`
///
/// The standard library is that of the toolchain, compiled for the other platform from the text of its interface. What
/// else a platform has is declared in `Stubs`, as far as this package uses it, and only declared: nothing is linked or run.
@main
enum CheckPlatforms {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ arguments: [String]) -> Int32 {
    Tool.run(arguments) { folder, _ in
      let cache = folder.appending(path: ".build-platforms")
      let report = try check(
        Package(in: folder), stubs: folder.appending(path: "Scripts/check-platforms/Stubs"), shared: cache,
        products: cache.appending(path: "products"))
      Tool.say(report.table)
      return report.violations + report.unreached
    }
  }

  struct Report {
    /// What does not compile.
    var violations: [Violation] = []
    /// Branches that no platform compiles.
    var unreached: [Violation] = []
    var table = ""
  }

  /// - Parameters:
  ///   - package: What to compile.
  ///   - stubs: The folder of the stubs.
  ///   - shared: Where the compiled standard library and stubs are kept.
  ///   - products: Where the compiled modules are kept.
  ///   - isIncluded: The platforms to compile for, by name.
  static func check(
    _ package: Package, stubs: URL, shared: URL, products: URL,
    where isIncluded: @Sendable (String) -> Bool = { _ in true }
  ) throws -> Report {
    let toolchain = try Toolchain()
    let platforms = try Platform.all(architecture: toolchain.architecture, minimum: package.minimum)
      .filter { isIncluded($0.name) }
    let branches = package.branches
    // One slot a platform, and each iteration writes its own.
    let results = Results(count: platforms.count)
    DispatchQueue.concurrentPerform(iterations: platforms.count) { index in
      results.set(
        index,
        Result {
          try compile(
            package, branches,
            Workshop(
              platforms[index], toolchain: toolchain, stubs: stubs, package: package, shared: shared,
              products: products))
        })
    }
    var report = Report()
    var table = Table(branches: branches)
    for settings in Settings.allCases {
      // `swift build` compiles these; here the compiler is only asked which they are.
      let compiled = try Workshop.probe(
        branches, toolchain: toolchain, in: products.appending(path: "Linux"), flags: settings.flags)
      table.add("Linux", settings, compiled)
    }
    for (platform, result) in zip(platforms, results.all) {
      let (violations, compiled) = try result.get()
      report.violations += violations
      for (settings, numbers) in compiled { table.add(platform.name, settings, numbers) }
    }
    for number in branches.indices where branches[number].isRefusal {
      for (name, triple) in refused where try isRefused(branches[number], triple, package, toolchain) {
        table.addRefusal(by: name, number)
      }
    }
    report.table = table.text
    report.unreached = table.violations
    return report
  }

  /// Platforms that the package is not for.
  ///
  /// To see an `#error` the compiler needs none of their modules.
  private static let refused = [
    ("Windows", "x86_64-unknown-windows-msvc"), ("WASI", "wasm32-unknown-wasip1"),
  ]

  private static func isRefused(
    _ branch: Branch, _ triple: String, _ package: Package, _ toolchain: Toolchain
  ) throws -> Bool {
    let result = try toolchain.compile(
      ["-typecheck", "-parse-stdlib", "-target", triple, branch.file], in: package.folder)
    return (1...3).contains { offset in
      result.text.split(separator: "\n").contains {
        $0.hasPrefix("\(branch.file):\(branch.line + offset):") && $0.contains(" error: ")
      }
    }
  }

  typealias Outcome = (violations: [Violation], compiled: [(Settings, Set<Int>)])

  private static func compile(
    _ package: Package, _ branches: [Branch], _ workshop: Workshop
  ) throws -> Outcome {
    try workshop.makePlatform()
    var outcome: Outcome = ([], [])
    for settings in Settings.allCases {
      outcome.violations += try workshop.compileModules(settings)
      outcome.compiled.append((settings, try workshop.compiled(branches, settings)))
    }
    return outcome
  }

  private final class Results: @unchecked Sendable {
    // safe: the lock is held by whoever reads or writes
    private let lock = NSLock()
    private var stored: [Result<Outcome, any Error>?]

    init(count: Int) {
      stored = Array(repeating: nil, count: count)
    }

    func set(_ index: Int, _ result: Result<Outcome, any Error>) {
      lock.withLock { stored[index] = result }
    }

    var all: [Result<Outcome, any Error>] { lock.withLock { stored.compactMap(\.self) } }
  }
}

/// All branches, and where each was compiled.
struct Table {
  private let branches: [Branch]
  private var places: [[String]]

  init(branches: [Branch]) {
    self.branches = branches
    places = Array(repeating: [], count: branches.count)
  }

  mutating func add(_ platform: String, _ settings: Settings, _ numbers: Set<Int>) {
    for number in numbers {
      let other = settings == .debug ? "" : "\(platform) (debug)"
      if let index = places[number].firstIndex(of: other) {
        places[number][index] = platform
      } else {
        places[number].append("\(platform) (\(settings.rawValue))")
      }
    }
  }

  var text: String {
    let rows = branches.indices.map { number in
      let branch = branches[number]
      return ["\(branch.file):\(branch.line)", branch.text, note(number)]
    }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      (0..<2).map { row[$0].padding(toLength: widths[$0], withPad: " ", startingAt: 0) }.joined(
        separator: "  ")
        + "  " + row[2]
    }.joined(separator: "\n")
  }

  mutating func addRefusal(by platform: String, _ number: Int) {
    places[number].append("refused on \(platform)")
  }

  private func note(_ number: Int) -> String {
    if !places[number].isEmpty { return places[number].joined(separator: ", ") }
    return unreachable[branches[number].text].map { "nowhere: \($0)" } ?? "nowhere"
  }

  var violations: [Violation] {
    branches.indices.compactMap { number in
      let branch = branches[number]
      guard places[number].isEmpty, unreachable[branch.text] == nil else { return nil }
      return Violation(
        file: branch.file, line: branch.line,
        "no platform compiles this branch, `\(branch.text)`; add one to Scripts/check-platforms, or remove the branch"
      )
    }
  }
}
