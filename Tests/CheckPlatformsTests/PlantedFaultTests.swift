import Foundation
import ScriptSupport
import Testing
import ToolTesting

@testable import check_platforms

/// A copy of the lowest module, with faults planted in it.
///
/// The first run of these tests compiles the standard library for each platform.
@Suite(.serialized, .silently) struct PlantedFaultTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func check(
    _ changes: [(String, String)] = [], adding text: String = "", on platforms: Set<String>? = nil
  ) throws -> CheckPlatforms.Report {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "check-platforms-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let module = "Modules/SignalPrimitives"
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Modules"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "Package.swift"), to: folder.appending(path: "Package.swift"))
    try FileManager.default.copyItem(
      at: Self.root.appending(path: module), to: folder.appending(path: module))
    let path = "\(module)/Platform.swift"
    var source = try Files.read(path, in: folder)
    for (old, new) in changes {
      #expect(source.contains(old), "there is no place for the fault any more")
      source = source.replacingOccurrences(of: old, with: new)
    }
    try Data((source + text).utf8).write(to: folder.appending(path: path))
    return try CheckPlatforms.check(
      Package(in: folder), stubs: Self.root.appending(path: "Scripts/check-platforms/Stubs"),
      shared: Self.root.appending(path: ".build-platforms"), products: folder.appending(path: "products"),
      where: { platforms?.contains($0) ?? true })
  }

  @Test("without a fault there is nothing to say")
  func sound() throws {
    let report = try check()
    #expect(report.violations == [])
    #expect(report.unreached == [])
    #expect(report.table.contains("refused on Windows, refused on WASI"))
  }

  @Test("a wrong argument in the branch of Darwin is caught on macOS and iOS, and nowhere else")
  func darwin() throws {
    let report = try check([
      ("clock_gettime_nsec_np(CLOCK_UPTIME_RAW)", "clock_gettime_nsec_np(CLOCK_UPTIME_RAW, 0)")
    ])
    #expect(Set(report.violations.map(\.file)) == ["Modules/SignalPrimitives/Platform.swift"])
    #expect(Set(report.violations.map(\.line)).count == 1)
    for place in ["macOS, debug", "macOS, release", "iOS, debug", "iOS, release"] {
      #expect(report.violations.contains { $0.message.hasSuffix("(\(place))") })
    }
    #expect(!report.violations.contains { $0.message.contains("Musl") || $0.message.contains("Android") })
  }

  @Test(
    "a thread's function whose pointer may be null, where Darwin's may not, is caught though it crashes the compiler"
  )
  func crash() throws {
    let report = try check(
      [("{ runThread($0) }", "plantedFunction")],
      adding: """
        private let plantedFunction: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = plantedRun
        private func plantedRun(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { runThread(start) }

        """, on: ["macOS"])
    #expect(!report.violations.isEmpty)
    #expect(report.violations.allSatisfy { $0.file == "Modules/SignalPrimitives/Platform.swift" })
  }

  @Test("a thread taken for a number is caught on Musl, where it is a pointer")
  func musl() throws {
    let report = try check(
      [("UInt(bitPattern: pthread_self())", "UInt(pthread_self())")], on: ["Musl", "Android"])
    #expect(!report.violations.isEmpty)
    #expect(report.violations.allSatisfy { $0.message.contains("(Musl, ") })
  }

  @Test("a thread taken for a pointer is caught on Android, where it is a number")
  func android() throws {
    let report = try check(
      [("#if canImport(Glibc) || canImport(Android)", "#if canImport(Glibc)")], on: ["Musl", "Android"])
    #expect(!report.violations.isEmpty)
    #expect(report.violations.allSatisfy { $0.message.contains("(Android") })
  }

  @Test("a thread's function that may return null is caught with the headers of the NDK that do not allow it")
  func olderHeaders() throws {
    let report = try check(
      [
        (
          "runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {",
          "runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {"
        )
      ], on: ["Android"])
    #expect(!report.violations.isEmpty)
    #expect(report.violations.allSatisfy { $0.message.contains("(Android NDK 27, ") })
  }

  @Test("what is newer than the lowest versions is caught, unless it is asked for")
  func availability() throws {
    let use = "_ = InlineArray<2, Int>(repeating: 1)"
    let report = try check(adding: "package func planted() { \(use) }\n", on: ["macOS", "iOS"])
    for platform in ["macOS", "iOS"] {
      #expect(
        report.violations.contains { $0.message.contains("is only available in \(platform) 26.0 or newer") })
    }
    let guarded = try check(
      adding: "package func planted() { if #available(macOS 26.0, iOS 26.0, tvOS 26.0, *) { \(use) } }\n",
      on: ["macOS", "iOS"])
    #expect(guarded.violations == [])
  }

  @Test("a branch that no platform compiles is caught")
  func unreached() throws {
    let report = try check(adding: "#if canImport(Nothing)\nlet planted = 1\n#endif\n", on: ["macOS"])
    let messages = report.unreached.filter { $0.message.contains("canImport(Nothing)") }.map(\.message)
    #expect(
      messages == [
        "no platform compiles this branch, `canImport(Nothing)`; add one to Scripts/check-platforms, or remove the branch"
      ])
  }

  @Test("a condition that the compiler does not understand is an error")
  func misspelt() {
    #expect(throws: (any Error).self) {
      try check(adding: "#if canImprt(Darwin)\n#endif\n", on: ["macOS"])
    }
  }
}
