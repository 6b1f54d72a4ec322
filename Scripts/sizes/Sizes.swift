import Foundation
import ScriptSupport

/// Measures what the library adds to an executable.
///
/// `swift run sizes [--package-path <folder>]` builds small programs that use a layer each, in release builds, strips them, and
/// prints a table of their sizes. It needs `strip`.
@main
enum Sizes {
  static func main() {
    exit(
      Tool.run(Array(CommandLine.arguments.dropFirst())) { folder, _ in
        try print(table(ofPackageIn: folder))
        return []
      })
  }

  /// A program, and the layers that it imports.
  struct Program {
    let name: String
    let what: String
    let layers: [String]
    let text: String
  }

  static let programs = [
    Program(name: "Nothing", what: "nothing of it", layers: [], text: "print(1)"),
    Program(
      name: "OfDisposables", what: "`Disposables`", layers: ["Disposables"],
      text: "ActionDisposable { print(1) }.dispose()"),
    Program(
      name: "OfCollections", what: "`Collections`", layers: ["Collections"],
      text: "let bag = Bag<Int>()\n_ = bag.add(1)\nprint(bag.copyItems())"),
    Program(
      name: "OfConcurrency", what: "`Concurrency`", layers: ["Concurrency"],
      text: "Queue(name: nil).sync { print(1) }"),
    Program(
      name: "OfSignals", what: "`Signals`", layers: ["Signals"],
      text: "Signal<Int, NoError>.single(1).start(next: { print($0) })"),
    Program(
      name: "OfPromises", what: "`Promises`", layers: ["Signals", "Promises"],
      text: "ValuePromise(1).get().start(next: { print($0) })"),
    Program(
      name: "OfOperators", what: "`Operators`, of which one is used", layers: ["Signals", "Operators"],
      text: "Signal<Int, NoError>.single(1).map { $0 + 1 }.start(next: { print($0) })"),
    Program(
      name: "OfTwenty", what: "`Operators`, of which twenty are used",
      layers: ["Concurrency", "Signals", "Promises", "Operators"], text: twentyOperators),
    Program(
      name: "OfSignalKit", what: "`SignalKit`, and of that the same twenty", layers: ["SignalKit"],
      text: twentyOperators),
  ]

  private static let twentyOperators = """
    let (texts, limit) = (ValuePipe<String>(), ValuePromise(1))
    let lengths = texts.signal()
      .filter { !$0.isEmpty }.map(\\.count).distinctUntilChanged().skip(1).scan(0, +)
      .debounce(0.1, on: .mainQueue()).start(with: [0]).take(10).beforeNext { print($0) }
    let answers = limit.get()
      .mapToSignal { number in Signal<String, NoError>.single("\\(number)").delay(0.1, queue: .mainQueue()) }
      .compactMap { Int($0) }.throttle(0.1, on: .mainQueue()).withLatestFrom(lengths).map { $0 + $1 }
      .timeout(1, queue: .mainQueue(), alternate: .single(0)).merge(lengths).deliverOnMainQueue()
    let both = combineLatest(lengths, answers).retry(3).share()
    both.start(next: { print($0.0, $0.1) })
    """

  /// The table, in Markdown.
  static func table(ofPackageIn folder: URL) throws -> String {
    let package = folder.appending(path: ".build-sizes")
    try write(programs, to: package, using: folder)
    let build = ["swift", "build", "--quiet", "-c", "release", "--package-path", package.path]
    let (status, messages) = try Tool.outcome(of: build)
    guard status == 0 else { throw Tool.Failure("the programs do not build:\n\(messages)") }
    let products = try String(decoding: Tool.output(of: build + ["--show-bin-path"]), as: UTF8.self)
    let sizes = try programs.map { program in
      let file = URL(filePath: products.trimmingCharacters(in: .newlines)).appending(path: program.name)
      _ = try Tool.output(of: ["strip", file.path])
      return try Data(contentsOf: file).count
    }
    let rows = zip(programs, sizes).map { program, size in
      "| \(program.what) | \(kibibytes(size)) | \(kibibytes(size - sizes[0])) |"
    }
    return (["| a program with | KiB | more |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  private static func kibibytes(_ bytes: Int) -> Int { (bytes + 512) / 1024 }

  /// Makes a package of the programs, which depends on this one.
  private static func write(_ programs: [Program], to package: URL, using folder: URL) throws {
    func write(_ text: String, to path: String) throws {
      let file = package.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((text + "\n").utf8).write(to: file)
    }
    let targets = programs.map { program in
      let layers = program.layers.map { ".product(name: \"\($0)\", package: \"library\")" }
      return ".executableTarget(name: \"\(program.name)\", dependencies: [\(layers.joined(separator: ", "))])"
    }
    let library = folder.absoluteURL.standardizedFileURL.path
    try write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Sizes", platforms: [.macOS(.v15)],
        dependencies: [.package(name: "library", path: "\(library)")],
        targets: [
          \(targets.joined(separator: ",\n    "))
        ])
      """, to: "Package.swift")
    for program in programs {
      let imports = program.layers.map { "import \($0)\n" }.joined()
      try write(imports + program.text, to: "Sources/\(program.name)/main.swift")
    }
  }
}
