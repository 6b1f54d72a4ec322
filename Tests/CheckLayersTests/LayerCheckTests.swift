import ScriptSupport
import Testing
import ToolTesting

@testable import check_layers

/// A small package that keeps all rules; each test breaks one of them.
struct Fixture {
  struct Row {
    var name: String
    var height: Int
    var dependencies: [String] = []
    var products: [String] = []
    var path: String?
  }

  var rows = [
    Row(name: "SignalPrimitives", height: -1),
    Row(name: "Disposables", height: 0, dependencies: ["SignalPrimitives"]),
    Row(name: "Collections", height: 0),
    Row(name: "Concurrency", height: 1, dependencies: ["Disposables"]),
    Row(name: "Signals", height: 2, dependencies: ["Concurrency"]),
    Row(name: "Promises", height: 3, dependencies: ["Collections", "Signals"]),
    Row(name: "Operators", height: 4, dependencies: ["Signals"]),
    Row(name: "SignalKit", height: 6, dependencies: ["Operators"]),
  ]

  var sources: Files = [
    "Modules/SignalPrimitives/Lock.swift": "internal import Glibc\n",
    "Modules/Disposables/Disposable.swift": "internal import SignalPrimitives\n",
    "Modules/Concurrency/Queue.swift": "public import Dispatch\npublic import Disposables\n",
    "Modules/Signals/Signal.swift": "public import Concurrency\n",
    "Modules/Promises/Promise.swift": "public import Signals\ninternal import Collections\n",
    "Modules/Operators/Map.swift": "public import Signals\n",
    "Modules/SignalKit/SignalKit.swift": "@_exported public import Operators\n",
  ]

  var packages: [String] = []

  /// Row `n` stands on line `n + 1`.
  var manifest: Manifest {
    let lines = rows.map { #"Layer(name: "\#($0.name)", height: \#($0.height)),"# }
    return Manifest(
      targets: rows.map {
        Manifest.Target(
          name: $0.name, path: $0.path ?? "Modules/\($0.name)", dependencies: $0.dependencies,
          products: $0.products)
      },
      packages: packages,
      text: (lines + packages.map { ".package(url: \"\($0)\")" }).joined(separator: "\n"))
  }

  subscript(name: String) -> Row {
    get { rows.first { $0.name == name } ?? Row(name: name, height: 0) }
    set {
      rows.removeAll { $0.name == name }
      rows.append(newValue)
    }
  }

  var report: [String] {
    LayerCheck.violations(manifest: manifest, sources: sources).sorted().map(\.description)
  }
}

@Suite(.silently) struct LayerCheckTests {
  var fixture = Fixture()

  @Test("a package that keeps the rules is clean")
  func clean() {
    #expect(fixture.report == [])
  }

  @Test("optional layers may be there, and Bridges alone may import Foundation")
  mutating func optionalLayers() {
    fixture.rows.insert(.init(name: "Bridges", height: 5, dependencies: ["Signals"]), at: 7)
    fixture.sources["Modules/Bridges/A.swift"] = "public import Foundation\npublic import Signals"
    fixture.rows.insert(.init(name: "SignalTesting", height: 5, dependencies: ["Operators"]), at: 8)
    fixture.sources["Modules/SignalTesting/A.swift"] = "import Operators\nimport Foundation"
    #expect(
      fixture.report == [
        "Modules/SignalTesting/A.swift:2: error: SignalTesting imports Foundation: only Bridges may, use the "
          + "standard library or the C library"
      ])
  }

  // MARK: The manifest

  @Test("a missing layer is reported")
  mutating func missingLayer() {
    fixture.rows.removeAll { $0.name == "Collections" }
    fixture["Promises"].dependencies = ["Signals"]
    fixture.sources["Modules/Promises/Promise.swift"] = "import Signals"
    #expect(
      fixture.report == ["Package.swift:1: error: there is no layer Collections: add its row to the table"])
  }

  @Test("a target under Modules that nobody decided on is reported")
  mutating func unknownLayer() {
    fixture.rows.append(.init(name: "Extras", height: 3))
    #expect(
      fixture.report == [
        "Package.swift:9: error: Extras lies under Modules and is no layer: move it elsewhere, or decide on its "
          + "height in Scripts/check-layers/Architecture.swift"
      ])
  }

  @Test("a layer in another folder is reported, and its files too")
  mutating func wrongFolder() {
    fixture.rows[2].path = "Modules/Bags"
    fixture.sources["Modules/Collections/Bag.swift"] = ""
    #expect(
      fixture.report == [
        "Modules/Collections/Bag.swift:1: error: this file belongs to no target: move it into the folder of a layer",
        "Package.swift:3: error: Collections lies in Modules/Bags: move it to Modules/Collections",
      ])
  }

  @Test("a height other than the decided one is reported")
  mutating func wrongHeight() {
    fixture.rows[3].height = 2
    #expect(
      fixture.report == [
        "Package.swift:4: error: Concurrency has the height 2: declare it as "
          + "`Layer(name: \"Concurrency\", height: 1, …)`"
      ])
  }

  @Test("a layer that is declared outside of the table is reported")
  func noRow() {
    let text = "\n.target(name: \"Signals\")"
    let manifest = Manifest(targets: fixture.manifest.targets, packages: [], text: text)
    let report = LayerCheck.violations(manifest: manifest, sources: fixture.sources).map(\.description)
    #expect(
      report.contains(
        "Package.swift:2: error: Signals has no row in the table: declare it as "
          + "`Layer(name: \"Signals\", height: 2, …)`"))
  }

  @Test("a declared arrow upward is reported")
  mutating func dependencyUpward() {
    fixture.rows[2].dependencies = ["Signals"]
    fixture.sources["Modules/Collections/Bag.swift"] = "import Signals"
    #expect(
      fixture.report.contains(
        "Package.swift:3: error: Collections (height 0) depends on Signals (height 2): move what is needed down, "
          + "or what needs it up"))
  }

  @Test("a declared arrow sideways is reported")
  mutating func dependencySideways() {
    fixture.rows[2].dependencies = ["Disposables"]
    #expect(
      fixture.report == [
        "Package.swift:3: error: Collections (height 0) depends on Disposables (height 0): move what both need to a "
          + "layer below them"
      ])
  }

  @Test("a declared arrow downward that nobody decided on is reported")
  mutating func dependencyNotInTheTable() {
    fixture.rows[3].dependencies.append("Collections")
    #expect(
      fixture.report == [
        "Package.swift:4: error: Concurrency depends on Collections, but may use Disposables, SignalPrimitives only"
      ])
  }

  @Test("a layer that depends on a script or a test is reported")
  mutating func dependencyOnNoLayer() {
    fixture.rows[4].dependencies.append("Tool")
    fixture.rows.append(.init(name: "Tool", height: 0, path: "Scripts/Tool"))
    #expect(
      fixture.report == [
        "Package.swift:5: error: Signals depends on Tool, which is no layer: a layer may depend on layers only"
      ])
  }

  @Test("another package is reported, and a layer that depends on it")
  mutating func packages() {
    fixture.packages = ["swift-log"]
    fixture.rows[4].products = ["Logging"]
    #expect(
      fixture.report == [
        "Package.swift:5: error: Signals depends on Logging of another package: a layer may depend on layers only",
        "Package.swift:9: error: the package depends on 'swift-log': it may depend on no other package",
      ])
  }

  @Test("a declared dependency that no file imports is reported")
  mutating func unusedDependency() {
    fixture.rows[4].dependencies.append("SignalPrimitives")
    fixture.sources["Modules/Signals/Signal.swift", default: ""] += "// import SignalPrimitives"
    #expect(
      fixture.report == [
        "Package.swift:5: error: Signals declares SignalPrimitives, and no file imports it: remove it from the row"
      ])
  }

  // MARK: The imports

  @Test("an import that is not declared is reported")
  mutating func undeclaredImport() {
    fixture.sources["Modules/Signals/Signal.swift", default: ""] += "internal import SignalPrimitives"
    #expect(
      fixture.report == [
        "Modules/Signals/Signal.swift:2: error: Signals imports SignalPrimitives without declaring it: add it to the row in "
          + "Package.swift"
      ])
  }

  @Test("an import upward is reported")
  mutating func importUpward() {
    fixture.sources["Modules/Collections/Deep/Bag.swift"] = """

      #if os(Windows)
        import struct Signals.Signal
      #endif
      """
    #expect(
      fixture.report == [
        "Modules/Collections/Deep/Bag.swift:3: error: Collections (height 0) imports Signals (height 2): move what "
          + "is needed down, or what needs it up"
      ])
  }

  @Test("an import sideways is reported")
  mutating func importSideways() {
    fixture.sources["Modules/Collections/Bag.swift"] = "@preconcurrency import Disposables"
    #expect(
      fixture.report == [
        "Modules/Collections/Bag.swift:1: error: Collections (height 0) imports Disposables (height 0): move what "
          + "both need to a layer below them"
      ])
  }

  @Test("an import of a target that is no layer is reported")
  mutating func importOfNoLayer() {
    fixture.rows.append(.init(name: "Tool", height: 0, path: "Scripts/Tool"))
    fixture.sources["Modules/Collections/Bag.swift"] = "import Tool"
    #expect(
      fixture.report == [
        "Modules/Collections/Bag.swift:1: error: Collections imports Tool, which is no layer: a layer may depend on "
          + "layers only"
      ])
  }

  @Test(
    "Foundation in the core is reported, in all its parts",
    arguments: ["Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML"],
    ["Disposables", "Collections", "Concurrency", "Signals", "Promises", "Operators"])
  mutating func foundation(module: String, layer: String) {
    fixture.sources["Modules/\(layer)/A.swift"] = "#if canImport(\(module))\n  import \(module)\n#endif"
    #expect(
      fixture.report == [
        "Modules/\(layer)/A.swift:2: error: \(layer) imports \(module): only Bridges may, use the standard library "
          + "or the C library"
      ])
  }

  @Test(
    "any other module in the core is reported",
    arguments: ["UIKit", "AppKit", "CoreFoundation", "Combine", "XCTest", "Swift-Log"])
  mutating func otherModules(module: String) {
    fixture.sources["Modules/Signals/A.swift"] = "import `\(module)`"
    #expect(
      fixture.report == [
        "Modules/Signals/A.swift:1: error: Signals imports \(module): besides layers it may import Android, Darwin, "
          + "Dispatch, Glibc, Musl, ObjectiveC, Observation, Synchronization, os only"
      ])
  }

  @Test("a re-export outside of SignalKit is reported")
  mutating func reexport() {
    fixture.sources["Modules/Signals/Signal.swift"] = "\n@_exported public import Concurrency"
    #expect(
      fixture.report == [
        "Modules/Signals/Signal.swift:2: error: Signals re-exports Concurrency: only SignalKit may, write `public "
          + "import Concurrency`"
      ])
  }

  @Test("a module that imports itself, or depends on itself, is told so")
  mutating func itself() {
    fixture.rows[4].dependencies.append("Signals")
    fixture.rows.append(.init(name: "check-it", height: 0, path: "Scripts/check-it"))
    fixture.sources["Modules/Signals/Signal.swift", default: ""] += "@testable import Signals"
    fixture.sources["Scripts/check-it/A.swift"] = "import struct check_it.A"
    #expect(
      fixture.report == [
        "Modules/Signals/Signal.swift:2: error: Signals imports itself: remove the import",
        "Package.swift:5: error: Signals depends on itself: remove it from the row",
        "Scripts/check-it/A.swift:1: error: check-it imports itself: remove the import",
      ])
  }

  @Test("a file of a target inside another one's folder belongs to the inner one")
  mutating func nestedTarget() {
    fixture.rows.insert(
      .init(name: "Whole", height: 0, dependencies: ["Inner"], path: "Scripts/Whole"), at: 0)
    fixture.rows.append(.init(name: "Inner", height: 0, path: "Scripts/Whole/Inner"))
    fixture.sources["Scripts/Whole/Inner/A.swift"] = "import Whole"
    #expect(
      fixture.report == [
        "Scripts/Whole/Inner/A.swift:1: error: Inner imports Whole without declaring it: add it to its dependencies in "
          + "Package.swift"
      ])
  }

  // MARK: Tests, examples and scripts

  @Test(
    "an import that a test, an example or a script does not declare is reported, in every spelling",
    arguments: [
      "import Promises", "@testable import Promises", "import struct Promises.Promise",
      "public import Promises",
      "#if os(Windows)\nimport Promises\n#endif", "import SignalPrimitives", "import check_it",
      "@testable import check_it",
    ],
    ["Tests", "Examples", "Scripts"])
  mutating func undeclaredElsewhere(source: String, folder: String) {
    fixture.rows.append(
      .init(name: "Other", height: 0, dependencies: ["Signals"], path: "\(folder)/Other"))
    fixture.rows.append(.init(name: "check-it", height: 0, path: "Scripts/check-it"))
    fixture.sources["\(folder)/Other/Deep/A.swift"] =
      "import Signals\nimport Testing\nimport Foundation\n\(source)"
    let module = ["Promises", "SignalPrimitives", "check_it"].first { source.contains($0) } ?? ""
    let line = source.hasPrefix("#if") ? 5 : 4
    #expect(
      fixture.report == [
        "\(folder)/Other/Deep/A.swift:\(line): error: Other imports \(module) without declaring it: add it to its "
          + "dependencies in Package.swift"
      ])
  }

  @Test("a test may import what it declares, also what is no product, and may leave it unused")
  mutating func declaredElsewhere() {
    fixture.rows.append(
      .init(
        name: "Other", height: 0, dependencies: ["SignalPrimitives", "check-it", "Signals"],
        path: "Tests/Other"))
    fixture.rows.append(.init(name: "check-it", height: 0, path: "Scripts/check-it"))
    fixture.sources["Tests/Other/A.swift"] = "import SignalPrimitives\n@testable import check_it"
    #expect(fixture.report == [])
  }

  @Test("a file that cannot be read is reported")
  mutating func unreadable() {
    fixture.sources["Modules/Collections/Bag.swift"] = "\n/*"
    #expect(
      fixture.report == [
        "Modules/Collections/Bag.swift:2: error: this is not readable as Swift: a comment is not closed"
      ])
  }

  // MARK: Cycles

  @Test("an arrow upward is reported once, though it closes cycles")
  mutating func importedCycle() {
    fixture.sources["Modules/Disposables/A.swift"] = "import Signals"
    #expect(
      fixture.report == [
        "Modules/Disposables/A.swift:1: error: Disposables (height 0) imports Signals (height 2): move what is needed "
          + "down, or what needs it up"
      ])
  }

  @Test("a declared arrow upward is reported once, though it closes a cycle")
  mutating func declaredCycleOfLayers() {
    fixture.rows[1].dependencies.append("Concurrency")
    #expect(
      fixture.report == [
        "Package.swift:2: error: Disposables (height 0) depends on Concurrency (height 1): move what is needed down, "
          + "or what needs it up"
      ])
  }

  @Test("a declared cycle among targets that are no layers is reported")
  mutating func declaredCycle() {
    fixture.rows.append(.init(name: "A", height: 0, dependencies: ["B"], path: "Scripts/A"))
    fixture.rows.append(.init(name: "B", height: 0, dependencies: ["A"], path: "Scripts/B"))
    #expect(
      fixture.report == [
        "Package.swift:9: error: a cycle, A → B → A: move what both need to a target below them"
      ])
  }

  // MARK: The picture

  @Test("the picture shows the layers by height, with their arrows")
  func picture() {
    #expect(
      fixture.manifest.picture == """
        6  SignalKit        → Operators
        4  Operators        → Signals
        3  Promises         → Collections, Signals
        2  Signals          → Concurrency
        1  Concurrency      → Disposables
        0  Collections
        0  Disposables      → SignalPrimitives
        -  SignalPrimitives
        """)
  }
}
