/// A platform that this package is compiled for.
struct Platform: Sendable {
  /// A module that stands for one of the platform's.
  struct Stub: Sendable {
    let module: String
    let files: [String]
  }

  let name: String
  /// The target, with the lowest version that Package.swift allows.
  let triple: String
  /// The target as files of modules are named.
  let fileName: String
  /// Where the compiler looks for the standard library, in the folder of its resources.
  let libraryFolder: String
  /// Where the C headers are, in `Stubs`.
  let headers: String
  let isApple: Bool
  /// Other C headers that there are, by name: what is said to the C compiler to have them.
  var otherHeaders: [(name: String, flags: [String])] = []

  /// In the order in which they have to be compiled.
  var stubs: [Stub] {
    let common = [
      Stub(module: "SwiftOnoneSupport", files: ["SwiftOnoneSupport"]),
      Stub(module: "XCTest", files: ["XCTest"]),
      Stub(module: "Testing", files: ["Testing"]),
    ]
    let own =
      isApple
      ? [
        Stub(module: "ObjectiveC", files: ["ObjectiveC"]),
        Stub(module: "Dispatch", files: ["Dispatch"]),
        Stub(module: "Foundation", files: ["Foundation", "Network"]),
        Stub(module: "Combine", files: ["Combine"]),
      ]
      : [
        Stub(module: "Dispatch", files: ["Dispatch"]),
        Stub(module: "Foundation", files: ["Foundation"]),
        Stub(module: "FoundationNetworking", files: ["Network"]),
      ]
    return common + own
  }

  /// All of them.
  ///
  /// - Parameters:
  ///   - architecture: That of the toolchain, whose interfaces of the standard library hold for no other.
  ///   - minimum: The lowest version of an Apple platform, as in Package.swift.
  static func all(architecture: String, minimum: (String) throws -> String) rethrows -> [Platform] {
    let apple = architecture == "aarch64" ? "arm64" : architecture
    return [
      Platform(
        name: "macOS", triple: "\(apple)-apple-macosx\(try minimum("macOS")).0",
        fileName: "\(apple)-apple-macos",
        libraryFolder: "macosx", headers: "Apple", isApple: true),
      Platform(
        name: "iOS", triple: "\(apple)-apple-ios\(try minimum("iOS")).0-simulator",
        fileName: "\(apple)-apple-ios-simulator", libraryFolder: "iphonesimulator", headers: "Apple",
        isApple: true),
      Platform(
        name: "Musl", triple: "\(architecture)-swift-linux-musl",
        fileName: "\(architecture)-swift-linux-musl",
        libraryFolder: "linux-static", headers: "Musl", isApple: false),
      Platform(
        name: "Android", triple: "\(architecture)-unknown-linux-android24",
        fileName: "\(architecture)-unknown-linux-android", libraryFolder: "android", headers: "Android",
        isApple: false,
        otherHeaders: [
          ("Android NDK 27", ["-DANDROID_NDK=27"]), ("Android NDK 25", ["-DANDROID_NDK=25"]),
        ]),
    ]
  }
}

/// What a module is compiled with.
enum Settings: String, CaseIterable, Sendable {
  case debug
  case release

  var flags: [String] {
    switch self {
    case .debug: ["-Onone", "-D", "DEBUG"]
    case .release: ["-O"]
    }
  }
}
