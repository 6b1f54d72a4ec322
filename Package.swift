// swift-tools-version: 6.2
import PackageDescription

// MARK: The layers

/// One layer: a folder under `Modules`, a target, and (unless it is internal) a product of the same name.
struct Layer {
  let name: String
  let height: Int
  /// Its version, to which `swift run check-api` holds it; `nil` for what is internal.
  ///
  /// The package's own version is that of SignalKit.
  var version: Version?
  let dependencies: [String]
}

/// The architecture, lowest first.
///
/// A layer may depend on lower ones only; `swift run check-layers` proves that the
/// sources keep to this table. SignalPrimitives has no height of its own: it is internal, and anyone may stand on it.
let layers: [Layer] = [
  Layer(name: "SignalPrimitives", height: -1, dependencies: []),
  Layer(name: "Disposables", height: 0, version: "0.9.0", dependencies: ["SignalPrimitives"]),
  Layer(name: "Collections", height: 0, version: "0.9.0", dependencies: []),
  Layer(name: "Concurrency", height: 1, version: "0.9.0", dependencies: ["SignalPrimitives", "Disposables"]),
  Layer(
    name: "Signals", height: 2, version: "0.9.0",
    dependencies: ["SignalPrimitives", "Disposables", "Concurrency"]),
  Layer(
    name: "Promises", height: 3, version: "0.9.0",
    dependencies: ["SignalPrimitives", "Disposables", "Collections", "Concurrency", "Signals"]),
  Layer(
    name: "Operators", height: 4, version: "0.9.0",
    dependencies: ["SignalPrimitives", "Disposables", "Concurrency", "Signals", "Promises"]),
  Layer(
    name: "Bridges", height: 5, version: "0.9.0",
    dependencies: ["SignalPrimitives", "Disposables", "Concurrency", "Signals", "Operators"]),
  Layer(
    name: "SignalTesting", height: 5, version: "0.9.0",
    dependencies: ["SignalPrimitives", "Disposables", "Concurrency", "Signals"]),
  Layer(
    name: "SignalKit", height: 6, version: "0.9.0",
    dependencies: [
      "Disposables", "Collections", "Concurrency", "Signals", "Promises", "Operators", "Bridges",
    ]),
]

/// The layers that others can depend on.
let products = layers.filter { $0.version != nil }

// MARK: Settings

/// Whether warnings are errors: `.ci/run` asks for it.
///
/// They are not for those who depend on this package, whose builds may ask for no warnings at all, which contradicts it.
let isStrict = Context.environment["SWIFT_SIGNALS_STRICT"] != nil

/// One array for every target.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Whether the package is built on Linux, where stand-ins take the place of what Apple's platforms have.
#if os(Linux)
  let isLinux = true
#else
  let isLinux = false
#endif

// MARK: Targets

extension Target {
  static func layer(_ layer: Layer) -> Target {
    .target(
      name: layer.name,
      dependencies: layer.dependencies.map { .byName(name: $0) },
      path: "Modules/\(layer.name)",
      exclude: layer.version == nil ? [] : ["\(layer.name).api"],
      swiftSettings: settings)
  }

  static func tests(_ name: String, _ dependencies: [String]) -> Target {
    .testTarget(
      name: name,
      dependencies: dependencies.map { .byName(name: $0) },
      path: "Tests/\(name)",
      swiftSettings: settings)
  }

  /// A program that shows something: `swift run <name>` prints what its `expected.txt` says.
  static func example(_ name: String, _ dependencies: [String] = ["SignalKit"]) -> Target {
    .executableTarget(
      name: name,
      dependencies: dependencies.map { .byName(name: $0) },
      path: "Examples/\(name)",
      exclude: ["expected.txt"],
      swiftSettings: settings)
  }

  /// A tool for those who work on this package: `swift run <name>`.
  static func script(
    _ name: String, _ dependencies: [String] = ["ScriptSupport"], exclude: [String] = []
  ) -> Target {
    .executableTarget(
      name: name,
      dependencies: dependencies.map { .byName(name: $0) },
      path: "Scripts/\(name)",
      exclude: exclude,
      swiftSettings: settings)
  }
}

let examples: [Target] = [
  .example("AsyncAwait"),
  .example("Quickstart"),
  .example("SignalFlow", ["Disposables", "Signals"]),
  .example("DeliveryContract"),
  .example("PromiseWalkthrough"),
  .example("PromiseRawValue"),
  .example("NetworkPromise"),
  .example("ValuePromiseBasics"),
  .example("ValuePromiseDisposed"),
  .example("ValuePromiseRawValue"),
  .example("ObservationBridge"),
  .example("DisposableAction", ["Concurrency", "Disposables"]),
  .example("DisposableScoped", ["Disposables"]),
  .example("DisposableCompound", ["Disposables"]),
  .example("DisposableSerial", ["Disposables"]),
  .example("Containers", ["Collections", "Concurrency"]),
  .example("Debugging"),
  .example("OwnOperators"),
]

let tests: [Target] = [
  .tests(
    "AsyncTests",
    ["Concurrency", "Disposables", "SignalPrimitives", "Operators", "Promises", "Signals", "TestSupport"]),
  .tests(
    "BridgesTests",
    [
      "Bridges", "Concurrency", "Disposables", "SignalPrimitives", "NetworkPromise", "Operators", "Promises",
      "SignalTesting", "Signals", "TestSupport",
    ]),
  .tests("CheckAPITests", ["check-api", "ScriptSupport", "ToolTesting"]),
  .tests("CheckLayersTests", ["check-layers", "ScriptSupport", "ToolTesting"]),
  .tests("CheckPlatformsTests", ["check-platforms", "ScriptSupport", "ToolTesting"]),
  .tests(
    "CheckSnippetsTests", ["check-snippets", "ScriptSupport", "SignalKit", "SignalTesting", "ToolTesting"]),
  .tests("CollectionsTests", ["Collections"]),
  .tests("ConcurrencyTests", ["Concurrency", "Disposables", "SignalPrimitives"]),
  .tests(
    "ContractTests",
    [
      "Bridges", "Concurrency", "Disposables", "SignalPrimitives", "Operators", "Promises", "ScriptSupport",
      "SignalTesting",
      "Signals", "TestSupport",
    ]),
  .tests("DiagnosticsTests", ["ScriptSupport", "SignalKit"] + (isLinux ? ["CombineStandIn"] : [])),
  .tests("DocumentationTests", ["documentation", "ScriptSupport"]),
  .tests("DisposablesTests", ["Disposables"]),
  .tests("ExampleTests", ["Concurrency", "Disposables"] + examples.map(\.name)),
  .tests("SignalPrimitivesTests", ["SignalPrimitives", "TestSupport"]),
  .tests("MarblesTests", ["ScriptSupport", "Signals", "Specifications", "marbles", "ToolTesting"]),
  .tests(
    "OperatorsTests",
    [
      "Concurrency", "Disposables", "SignalPrimitives", "Operators", "Promises", "Signals", "SignalTesting",
      "TestSupport",
    ]),
  .tests("RandomChainsTests", ["Operators", "RandomChains", "Signals", "TestSupport"]),
  .tests("MigrationTableTests", ["ScriptSupport", "SignalKit", "SignalTesting"]),
  .tests("MutationsTests", ["mutations", "ToolTesting"]),
  .tests("ExploreTests", ["mutations", "ScriptSupport", "ToolTesting"]),
  .tests("PromisesTests", ["Disposables", "Operators", "Promises", "Signals", "TestSupport"]),
  .tests("SignalTestingTests", ["Concurrency", "Disposables", "Signals", "SignalTesting", "TestSupport"]),
  .tests(
    "SignalsTests", ["Disposables", "SignalPrimitives", "Operators", "Promises", "Signals", "TestSupport"]),
  .tests("StressTests", ["SignalKit", "TestSupport"]),
  .tests("SpecificationTests", ["ScriptSupport", "SignalTesting", "Specifications"]),
  .target(
    name: "RandomChains",
    dependencies: [
      "Disposables", "SignalPrimitives", "Operators", "SignalTesting", "Signals", "TestSupport",
    ],
    path: "Tests/RandomChains", swiftSettings: settings),
  .target(
    name: "Specifications",
    dependencies: ["Concurrency", "Disposables", "Operators", "Promises", "SignalTesting", "Signals"],
    path: "Tests/Specifications", swiftSettings: settings),
  .testTarget(
    name: "OwnOperatorsTests", dependencies: ["OwnOperators", "SignalKit", "SignalTesting"],
    path: "Examples/OwnOperatorsTests", swiftSettings: settings),
  .testTarget(
    name: "SearchFieldTests", dependencies: ["SignalKit", "SignalTesting"], path: "Examples/SearchFieldTests",
    swiftSettings: settings),
  .target(
    name: "ToolTesting", dependencies: ["ScriptSupport"], path: "Tests/ToolTesting", swiftSettings: settings),
  .target(
    name: "TestSupport", dependencies: ["SignalPrimitives", "SignalTesting"], path: "Tests/TestSupport",
    swiftSettings: settings),
]

/// The bridges to what only Apple's platforms have, compiled and run over stand-ins, with the tests that run over the real things there.
///
/// The sources are links to those of `Bridges` and `BridgesTests`. In these two targets alone the name of a module means what stands for it.
let bridgesOnStandIns: [Target] = {
  let standIns = ["Combine": "CombineStandIn", "Darwin": "Glibc", "ObjectiveC": "KeyValueStandIn"]
  func aliases(_ names: [String: String]) -> SwiftSetting {
    .unsafeFlags(names.sorted { $0.key < $1.key }.flatMap { ["-module-alias", "\($0.key)=\($0.value)"] })
  }
  return [
    .target(
      name: "CombineStandIn", dependencies: ["SignalPrimitives"], path: "Tests/CombineStandIn",
      swiftSettings: settings),
    .target(
      name: "KeyValueStandIn", dependencies: ["SignalPrimitives"], path: "Tests/KeyValueStandIn",
      swiftSettings: settings),
    .target(
      name: "BridgesOnStandIns",
      dependencies: [
        "CombineStandIn", "Concurrency", "Disposables", "KeyValueStandIn", "Operators", "SignalPrimitives",
        "Signals",
      ],
      path: "Tests/BridgesOnStandIns", exclude: ["Bridges/Bridges.api", "Bridges/Bridges.docc"],
      swiftSettings: settings + [
        aliases(standIns),
        // `observe` is Foundation's where there is Objective-C, and no source imports ObjectiveC for it.
        .unsafeFlags(["-disable-upcoming-feature", "MemberImportVisibility"]),
      ]),
    .testTarget(
      name: "BridgesOnStandInsTests",
      dependencies: [
        "Bridges", "BridgesOnStandIns", "CombineStandIn", "Concurrency", "Disposables", "KeyValueStandIn",
        "Operators", "Promises", "SignalPrimitives", "SignalTesting", "Signals", "TestSupport",
      ],
      path: "Tests/BridgesOnStandInsTests",
      swiftSettings: settings + [aliases(standIns.merging(["Bridges": "BridgesOnStandIns"]) { $1 })]),
  ]
}()

let scripts: [Target] = [
  .target(name: "ScriptSupport", path: "Scripts/ScriptSupport", swiftSettings: settings),
  .target(name: "CountingHeap", path: "Scripts/CountingHeap"),
  // All layers and not the umbrella alone, which stays the same when inlinable code below it changes.
  .script("benchmarks", ["CountingHeap", "SignalPrimitives"] + products.map(\.name)),
  .script("check-api"),
  .script("check-layers"),
  .script("check-platforms", exclude: ["Stubs"]),
  .script("check-snippets"),
  .script("documentation"),
  .executableTarget(
    name: "explore", dependencies: ["ScriptSupport"], path: "Scripts/explore",
    exclude: ["Interleaving", "Programs", "Substitutes"], swiftSettings: settings),
  .script("mutations"),
  .script("sizes"),
  .script("random-chains", ["RandomChains", "ScriptSupport"]),
  .script("endurance", ["TestSupport"] + products.map(\.name)),
  .script("marbles", ["ScriptSupport", "Signals", "Specifications"]),
]

let package = Package(
  name: "swift-signals",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: products.map { .library(name: $0.name, targets: [$0.name]) },
  targets: layers.map(Target.layer) + examples + scripts + tests + (isLinux ? bridgesOnStandIns : [])
)
