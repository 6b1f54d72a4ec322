/// What a layer may stand on.
struct Layer {
  let name: String
  let height: Int
  /// The layers that it may depend on: all of them lower.
  let mayUse: Set<String>
  /// The modules from outside the package that it may import.
  var mayImport = Layer.coreModules
  var mayReexport = false
  /// Whether the package may do without it.
  var isOptional = false

  /// What the core may import: the language's own libraries, and what each platform has beneath its frameworks.
  static let coreModules: Set = [
    "Dispatch", "Synchronization", "Observation", "Glibc", "Musl", "Android", "Darwin", "ObjectiveC", "os",
  ]

  /// What only a layer for bridges may import.
  static let frameworks: Set = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "Combine",
  ]
}

/// The architecture as decided, lowest first, stated independently of `Package.swift`.
///
/// A change of the architecture is a change here and there.
let architecture: [Layer] = [
  Layer(name: "SignalPrimitives", height: -1, mayUse: []),
  Layer(name: "Disposables", height: 0, mayUse: ["SignalPrimitives"]),
  Layer(name: "Collections", height: 0, mayUse: []),
  Layer(name: "Concurrency", height: 1, mayUse: ["SignalPrimitives", "Disposables"]),
  Layer(name: "Signals", height: 2, mayUse: ["SignalPrimitives", "Disposables", "Concurrency"]),
  Layer(
    name: "Promises", height: 3,
    mayUse: ["SignalPrimitives", "Disposables", "Collections", "Concurrency", "Signals"]),
  Layer(
    name: "Operators", height: 4,
    mayUse: ["SignalPrimitives", "Disposables", "Collections", "Concurrency", "Signals", "Promises"]),
  Layer(
    name: "Bridges", height: 5,
    mayUse: [
      "SignalPrimitives", "Disposables", "Collections", "Concurrency", "Signals", "Promises", "Operators",
    ],
    mayImport: Layer.coreModules.union(Layer.frameworks), isOptional: true),
  Layer(
    name: "SignalTesting", height: 5,
    mayUse: [
      "SignalPrimitives", "Disposables", "Collections", "Concurrency", "Signals", "Promises", "Operators",
    ],
    mayImport: Layer.coreModules.union(["Testing", "XCTest"]), isOptional: true),
  // Not `SignalTesting`: an application should not link the libraries for tests.
  Layer(
    name: "SignalKit", height: 6,
    mayUse: ["Disposables", "Collections", "Concurrency", "Signals", "Promises", "Operators", "Bridges"],
    mayReexport: true),
]
