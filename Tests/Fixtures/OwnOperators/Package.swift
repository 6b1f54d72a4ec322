// swift-tools-version: 6.2
import PackageDescription

// Operators of another package, as the article on them has them: they keep the contract, and who misuses what they are made of hears of
// it. .ci/run tests it.
//
// `../swift-signals` is a link to the whole package: the package manager knows it by that name.

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "OwnOperators",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../swift-signals")],
  targets: [
    .target(
      name: "OwnOperators", dependencies: [.product(name: "SignalKit", package: "swift-signals")],
      swiftSettings: settings),
    .testTarget(
      name: "OwnOperatorsTests",
      dependencies: [
        "OwnOperators",
        .product(name: "SignalKit", package: "swift-signals"),
        .product(name: "SignalTesting", package: "swift-signals"),
      ],
      swiftSettings: settings),
  ])
