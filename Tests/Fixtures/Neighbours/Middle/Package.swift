// swift-tools-version: 6.2
import PackageDescription

// A package that depends on the other one, as many do.
let package = Package(
  name: "middle",
  products: [.library(name: "Middle", targets: ["Middle"])],
  dependencies: [.package(path: "../OtherCollections")],
  targets: [
    .target(name: "Middle", dependencies: [.product(name: "Collections", package: "OtherCollections")])
  ])
