// swift-tools-version: 6.2
import PackageDescription

// Stands in for swift-collections, and for a package of promises: what matters is the names of their targets.
let package = Package(
  name: "other-collections",
  products: [
    .library(name: "Collections", targets: ["Collections"]),
    .library(name: "Promises", targets: ["Promises"]),
  ],
  targets: [.target(name: "Collections"), .target(name: "Promises")])
