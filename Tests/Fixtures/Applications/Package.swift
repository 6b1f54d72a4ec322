// swift-tools-version: 6.2
import PackageDescription

// Applications that use the library in the ways in which applications do. .ci/run builds and runs them.
//
// `../swift-signals` is a link to the whole package: the package manager knows it by that name.

let signalKit: Target.Dependency = .product(name: "SignalKit", package: "swift-signals")

let package = Package(
  name: "Applications",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../swift-signals")],
  targets: [
    // An application whose code is the main actor's unless it says otherwise.
    .executableTarget(
      name: "MainActorApp", dependencies: [signalKit],
      swiftSettings: [
        .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .treatAllWarnings(as: .error),
      ]),

    // A program that is no test, and compares a signal with a diagram. Only on Linux can it be linked with XCTest.
    .executableTarget(
      name: "PlainComparison",
      dependencies: [
        signalKit,
        .product(name: "SignalTesting", package: "swift-signals", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),

    // A program that takes some layers, and not the umbrella.
    .executableTarget(
      name: "Server",
      dependencies: ["Concurrency", "Operators", "Promises", "Signals"].map {
        .product(name: $0, package: "swift-signals")
      },
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),

    // Code in SwiftSignalKit's style, in Swift 5 mode. It imports `SwiftSignalKit`, which here is a target of one line.
    .target(name: "SwiftSignalKit", dependencies: [signalKit], swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "Classic", dependencies: ["SwiftSignalKit"],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    // The same file, with the import line changed.
    .executableTarget(
      name: "ClassicRenamed", dependencies: [signalKit],
      swiftSettings: [.swiftLanguageMode(.v5), .define("RENAMED"), .treatAllWarnings(as: .error)]),
    // The same file in Swift 6 mode, which may warn.
    .executableTarget(
      name: "ClassicSix", dependencies: [signalKit],
      swiftSettings: [.swiftLanguageMode(.v6), .define("RENAMED"), .define("SIX")]),
  ])
