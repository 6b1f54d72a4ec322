// swift-tools-version: 6.2
import PackageDescription

// Beside a package that has targets `Collections` and `Promises`, too: directly, and through another package. Without the aliases
// the package manager refuses the graph. .ci/run builds and runs both programs.
//
// `../swift-signals` is a link to the whole package: the package manager knows it by that name.

let signalKit: Target.Dependency = .product(
  name: "SignalKit", package: "swift-signals",
  moduleAliases: ["Collections": "SignalCollections", "Promises": "SignalPromises"])

let package = Package(
  name: "Neighbours",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../swift-signals"),
    .package(path: "OtherCollections"),
    .package(path: "Middle"),
  ],
  targets: [
    .executableTarget(
      name: "Direct",
      dependencies: [
        .product(name: "Collections", package: "OtherCollections"),
        .product(name: "Promises", package: "OtherCollections"),
        signalKit,
      ]),
    .executableTarget(
      name: "Transitive", dependencies: [signalKit, .product(name: "Middle", package: "Middle")]),
  ])
