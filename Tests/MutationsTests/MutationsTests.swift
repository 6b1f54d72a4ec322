import Foundation
import Testing
import ToolTesting

@testable import mutations

@Suite(.silently) struct MutationsTests {
  private static let modules = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "Modules")

  @Test(
    "every fault that can be planted has its place in the sources, once", arguments: Mutation.all.map(\.name))
  func places(name: String) throws {
    let mutation = try #require(Mutation.all.first { $0.name == name })
    let text = try String(contentsOf: Self.modules.appending(path: mutation.file), encoding: .utf8)
    #expect(text.ranges(of: mutation.original).count == 1)
    #expect(mutation.original != mutation.mutant)
  }

  @Test("there are at least ten of them, in ten files")
  func number() {
    #expect(Set(Mutation.all.map(\.file)).count >= 10)
  }
}
