import ScriptSupport
import Testing
import ToolTesting

@testable import mutations

@Suite(.silently) struct ExploredMutationsTests {
  @Test(
    "every fault that the explorer has to find has its place in the sources, once",
    arguments: Mutation.explored.map(\.name))
  func places(name: String) throws {
    let mutation = try #require(Mutation.explored.first { $0.name == name })
    let text = try Files.read("Modules/\(mutation.file)", in: package)
    #expect(text.ranges(of: mutation.original).count == 1)
    #expect(mutation.original != mutation.mutant)
  }

  @Test("faults have names of their own")
  func names() {
    #expect(Set(Mutation.explored.map(\.name)).count == Mutation.explored.count)
  }
}
