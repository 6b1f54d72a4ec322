import ScriptSupport
import Testing

@testable import check_snippets

@Suite struct RegionTests {
  private func regions(_ source: String) -> Regions {
    Regions(of: source, file: "Examples/A/main.swift")
  }

  @Test("a region is what stands between its lines, without their common indentation")
  func indentation() {
    let regions = regions(
      """
      func main() {
        // snippet: body

        if a {

          b()
        }

        // end snippet
      }
      """)
    #expect(regions.named == ["body": ["if a {", "", "  b()", "}"]])
    #expect(regions.violations == [])
  }

  @Test("a region may hold others, whose lines do not show in it")
  func nesting() {
    let regions = regions(
      """
      // snippet: outer
      a()
      //snippet: inner
      b()
      // end snippet
      c()
      // end snippet
      """)
    #expect(regions.named == ["outer": ["a()", "b()", "c()"], "inner": ["b()"]])
  }

  @Test("a region that does not end is reported where it begins")
  func unclosed() {
    #expect(
      regions("\n// snippet: a\n// snippet: b\n// end snippet").violations.map(\.description) == [
        "Examples/A/main.swift:2: error: the region 'a' does not end: write `// end snippet` behind it"
      ])
  }

  @Test("an end without a beginning is reported")
  func unopened() {
    #expect(
      regions("a()\n// end snippet").violations.map(\.description) == [
        "Examples/A/main.swift:2: error: this ends no region: remove it"
      ])
  }

  @Test("a name that is used twice is reported at the second place")
  func duplicate() {
    let source = "// snippet: a\n// end snippet\n// snippet: a\n// end snippet"
    #expect(
      regions(source).violations.map(\.description) == [
        "Examples/A/main.swift:3: error: there is a region 'a' already: choose another name"
      ])
  }

  @Test("a name that no marker could write is reported", arguments: ["", "two words", "a#b"])
  func badName(name: String) {
    #expect(
      regions("// snippet: \(name)\n// end snippet").violations.map(\.description) == [
        "Examples/A/main.swift:1: error: '\(name)' names no region: write `// snippet: ` and a word of letters, "
          + "digits and hyphens"
      ])
  }
}
