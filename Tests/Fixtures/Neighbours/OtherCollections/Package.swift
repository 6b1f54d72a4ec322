// swift-tools-version: 6.2
import PackageDescription

// Stands in for swift-collections: what matters is the name of its target.
let package = Package(
  name: "other-collections",
  products: [.library(name: "Collections", targets: ["Collections"])],
  targets: [.target(name: "Collections")])
