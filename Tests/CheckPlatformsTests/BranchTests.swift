import Testing
import ToolTesting

@testable import check_platforms

@Suite(.silently) struct BranchTests {
  @Test("a branch is compiled where its own condition holds, those around it, and none before it")
  func conditions() {
    let branches = Branch.all(
      in: """
        #if canImport(A)  // a remark
          #if DEBUG
          #else
          #endif
        #elseif os(B) || C
          func f() {
            #if D
            #endif
          }
        #else
        #endif
        """, of: "F.swift")
    #expect(branches.map(\.line) == [1, 2, 3, 5, 7, 10])
    #expect(
      branches.map(\.text) == [
        "canImport(A)", "DEBUG", "else, after DEBUG", "os(B) || C", "D",
        "else, after canImport(A), os(B) || C",
      ])
    #expect(
      branches.map(\.condition) == [
        "(canImport(A))", "(canImport(A)) && (DEBUG)", "(canImport(A)) && (!(DEBUG))",
        "(!(canImport(A)) && (os(B) || C))", "(!(canImport(A)) && (os(B) || C)) && (D)",
        "(!(canImport(A)) && !(os(B) || C))",
      ])
  }

  @Test("a branch that is an #error and nothing else refuses, others do not")
  func refusals() {
    let branches = Branch.all(
      in: """
        #if A
          // nothing here
          #error("not here")
        #elseif B
          import C
          #error("not here")
        #else
          #error("nowhere")
          import D
        #endif
        #if !A
          #error(
            "a text that asks for a line of its own")
        #endif
        """, of: "F.swift")
    #expect(branches.map(\.isRefusal) == [true, false, false, true])
  }

  @Test("what stands in a string of several lines is no branch")
  func strings() {
    let branches = Branch.all(
      in: #"""
        let text = """
        #if A
        #endif
        """
        #if B
        #endif
        """#, of: "F.swift")
    #expect(branches.map(\.text) == ["B"])
  }
}
