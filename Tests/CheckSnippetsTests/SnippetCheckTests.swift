import ScriptSupport
import Testing

@testable import check_snippets

@Suite struct SnippetCheckTests {
  private static let examples: Files = [
    "Examples/Quickstart/main.swift": """
    import SignalKit

    // snippet: start
    let signal = Signal<Int, NoError>.single(1)

    func main() {
      // snippet: inside
      print(signal)
      // end snippet
    }
    // end snippet
    """,
    "Examples/Quickstart/expected.txt": "one\ntwo\nthree\n",
  ]

  private func check(_ text: String, file: String = "README.md") -> SnippetCheck {
    SnippetCheck(documents: [file: text], examples: Self.examples)
  }

  private func report(_ text: String, file: String = "README.md") -> [String] {
    check(text, file: file).violations.sorted().map(\.description)
  }

  // MARK: What is in order

  @Test("a block that says what its region says agrees")
  func agreeingSnippet() {
    let check = check(
      """
      # Title

      <!-- snippet: Quickstart/main.swift#start -->
      ```swift
      let signal = Signal<Int, NoError>.single(1)

      func main() {
        print(signal)
      }
      ```
      """)
    #expect(check.violations == [])
    #expect(check.agreeing == 1)
    #expect(check.corrected == [:])
  }

  @Test("what a block needs of those before it belongs to its copy, and has to be there")
  func copies() {
    let first = "<!-- snippet: Quickstart/main.swift#inside -->\n```swift\nprint(signal)\n```\n\n"
    let second =
      "<!-- snippet: Quickstart/main.swift#inside, after Quickstart/main.swift#start -->\n```swift\nprint(signal)\n```\n"
    #expect(check(first).copies.map(\.text) == [["print(signal)"]])
    #expect(check(first + second).copies.map(\.text) == [["print(signal)"]])
    #expect(
      report(first + second) == [
        "README.md:7: error: the page does not show Quickstart/main.swift#start before this block"
      ])
    let again = second.replacing("#start", with: "#inside")
    #expect(
      check(first + again).copies.map(\.text) == [["print(signal)"], ["print(signal)", "print(signal)"]])
  }

  @Test("a block that says what its example printed agrees, whole or in part")
  func agreeingOutput() {
    let check = check(
      """
      <!-- output: Quickstart -->
      ```
      one
      two
      three
      ```
      <!-- output: Quickstart#L2-L3 -->

      ~~~~text
      two
      three
      ~~~~
      <!--output:Quickstart#L1-->
      ```text
      one
      ```
      """)
    #expect(check.violations == [])
    #expect(check.agreeing == 3)
  }

  @Test("a block in a list, and one in a documentation comment, agree without their indentation")
  func indentedBlocks() {
    let list = check(
      """
      1. First:

         <!-- snippet: Quickstart/main.swift#start -->
         ```swift
         let signal = Signal<Int, NoError>.single(1)

         func main() {
           print(signal)
         }
         ```
      """)
    #expect(list.violations == [])
    let comment = check(
      """
      struct A {
        /// Does it.
        ///
        /// <!-- snippet: Quickstart/main.swift#start -->
        /// ```swift
        /// let signal = Signal<Int, NoError>.single(1)
        ///
        /// func main() {
        ///   print(signal)
        /// }
        /// ```
        func f() {}
      }
      """, file: "Modules/Signals/A.swift")
    #expect(comment.violations == [])
    #expect(list.agreeing + comment.agreeing == 2)
  }

  @Test("shell commands, text and diagrams need no example, nor does what says why it has none")
  func exemptBlocks() {
    let check = check(
      """
      ```sh
      swift build
      ```
      ```console
      $ swift build
      ```
      ```text
      --1--2--|
      ```
      <!-- not compiled: a part of somebody else's manifest -->
      ```swift
      .package(url: "…", from: "1.0.0")
      ```
      Here is ```code``` in a line.
      """)
    #expect(check.violations == [])
    #expect(check.exempt == 4)
  }

  @Test("a block in a longer fence may show a fence")
  func longFence() {
    let check = check("````text\n```swift\n```\n````")
    #expect(check.violations == [])
    #expect(check.exempt == 1)
  }

  // MARK: What is not

  @Test(
    "a block of code without a marker is reported",
    arguments: ["swift", "Swift", "swift, no_run", "json", "objc"])
  func noMarker(language: String) {
    let first = language.lowercased().prefix { $0 != "," }
    #expect(
      report("# Title\n```\(language)\nlet a = 1\n```") == [
        "README.md:2: error: this block of \(first) comes from nowhere: write `<!-- snippet: "
          + "Example/main.swift#region -->`, or `<!-- not compiled: the reason -->`, on the line before it"
      ])
  }

  @Test("a block of code without a marker is reported in a documentation comment too")
  func noMarkerInComment() {
    let text = """

        /// Does it.
        /// ```swift
        /// f()
        /// ```
        func f() {}
        // ```swift
        //// ```swift
      """
    #expect(check(text, file: "Modules/Signals/A.swift").violations.map(\.line) == [3])
  }

  @Test(
    "a marker that cannot be read is reported",
    arguments: [
      "<!-- snippet: Quickstart/main.swift -->",
      "<!-- snipet: Quickstart/main.swift#start -->",
      "<!-- output: Quickstart#2 -->",
      "<!-- output: Quickstart#L3-L2 -->",
      "<!-- output: Quickstart#L0 -->",
      "<!-- not compiled: -->",
      "<!-- not compiled -->",
    ])
  func unreadableMarker(marker: String) {
    #expect(
      report("\n\(marker)\n```text\none\n```") == [
        "README.md:2: error: this comment before a block is no marker: write `<!-- snippet: "
          + "Example/main.swift#region -->`, `<!-- output: Example -->`, or `<!-- not compiled: the reason -->`"
      ])
  }

  @Test("a marker that no block follows is reported")
  func danglingMarker() {
    let marker = "<!-- snippet: Quickstart/main.swift#start -->"
    let message = "error: no block follows this marker: remove it"
    #expect(
      report("\(marker)\nText.\n\n\(marker)") == ["README.md:1: \(message)", "README.md:4: \(message)"])
    #expect(
      report("/// \(marker)\nfunc f() {}", file: "Modules/A/A.swift") == [
        "Modules/A/A.swift:1: \(message)"
      ])
  }

  @Test(
    "an example that does not exist is reported",
    arguments: ["Missing/main.swift", "../Package.swift", "Quickstart/expected.txt"])
  func missingExample(file: String) {
    #expect(
      report("<!-- snippet: \(file)#start -->\n```swift\n```") == [
        "README.md:2: error: there is no example Examples/\(file)"
      ])
  }

  @Test("a region that does not exist is reported, with those that do")
  func missingRegion() {
    #expect(
      report("<!-- snippet: Quickstart/main.swift#end -->\n```swift\n```") == [
        "README.md:2: error: Examples/Quickstart/main.swift has no region 'end': it has inside, start"
      ])
  }

  @Test("output that does not exist is reported")
  func missingOutput() {
    #expect(
      report("<!-- output: Missing -->\n```\n```\n<!-- output: Quickstart#L3-L4 -->\n```\n```") == [
        "README.md:2: error: there is no expected output Examples/Missing/expected.txt",
        "README.md:5: error: Examples/Quickstart/expected.txt has 3 lines only",
      ])
  }

  @Test("a fault in an example is reported although no document shows it")
  func faultyExample() {
    let check = SnippetCheck(documents: [:], examples: ["Examples/A/main.swift": "// snippet: a"])
    #expect(check.violations.map(\.line) == [1])
  }

  @Test("a block that does not say what it is, and one that is only indented, are reported")
  func unlabelled() {
    #expect(
      report("```\nlet a = 1\n```") == [
        "README.md:1: error: this block does not say what it is: write ```text, or ```swift with a marker before it"
      ])
    #expect(
      report("Text:\n\n    let a = 1\n    let b = 2") == [
        "README.md:3: error: a block that is only indented is not checked: put it between fences"
      ])
    #expect(report("- a list\n    that goes on") == [])
  }

  @Test("a link to a file that is not there is reported; others are not the tool's business")
  func deadLinks() {
    let text = """
      [one](../There.md) and [two](../Gone.md#part), [three](https://example.com/x), ![four](gone.svg), <doc:Other>

      ```text
      [five](Gone.md)
      ```
      """
    let check = SnippetCheck(
      documents: ["Modules/A/A.docc/A.md": text, "Modules/A/A.swift": "/// [six](Gone.md)\n"], examples: [:]
    ) { $0 == "Modules/A/There.md" }
    #expect(
      check.violations.sorted().map(\.description) == [
        "Modules/A/A.docc/A.md:1: error: the link to Modules/A/A.docc/gone.svg leads nowhere",
        "Modules/A/A.docc/A.md:1: error: the link to Modules/A/Gone.md leads nowhere",
      ])
  }

  @Test("a region that no document shows is named")
  func unusedRegion() {
    let check = check("<!-- snippet: Quickstart/main.swift#inside -->\n```swift\nprint(signal)\n```")
    #expect(
      check.unusedRegions.map(\.description) == [
        "Examples/Quickstart/main.swift:3: error: no page shows the region 'start': remove its marks, or show it"
      ])
  }

  @Test("a block that does not end is reported")
  func unclosedBlock() {
    #expect(report("Text\n```text\nmore") == ["README.md:2: error: this block does not end"])
    #expect(
      report("/// ```text\nfunc f() {}\n/// ```", file: "Modules/A/A.swift") == [
        "Modules/A/A.swift:1: error: this block does not end",
        "Modules/A/A.swift:3: error: this block does not end",
      ])
  }

  @Test("a block beside a bullet or in a quotation is reported", arguments: ["- ", "1. ", "> ", "> - "])
  func besideABullet(prefix: String) {
    #expect(
      report("\(prefix)```text\n```") == [
        "README.md:1: error: a block beside a bullet or in a quotation is not checked: give it lines of its own"
      ])
  }

  @Test("a difference is reported at its first line, with the lines that differ")
  func difference() {
    #expect(
      report("\n<!-- output: Quickstart -->\n```\none\n2\nthree\n```") == [
        """
        README.md:5: error: this differs from Examples/Quickstart/expected.txt: change the example, or run `swift run \
        check-snippets --fix`
          - 2
          + two
        """
      ])
    #expect(
      report("<!-- output: Quickstart#L1 -->\n```\n```") == [
        """
        README.md:3: error: this differs from Examples/Quickstart/expected.txt: change the example, or run `swift run \
        check-snippets --fix`
          + one
        """
      ])
  }

  // MARK: Correcting

  @Test("correcting rewrites every block that differs, and nothing else")
  func correction() {
    let before = """
      struct A {
        /// Does it.
        ///
        /// <!-- output: Quickstart -->
        /// ```
        /// ```
        ///
        /// - Then:
        ///   <!-- snippet: Quickstart/main.swift#start -->
        ///   ```swift
        ///   let a = 1
        ///   let b = 2
        ///   ```
        func f() {}
      }

      """
    let after = """
      struct A {
        /// Does it.
        ///
        /// <!-- output: Quickstart -->
        /// ```
        /// one
        /// two
        /// three
        /// ```
        ///
        /// - Then:
        ///   <!-- snippet: Quickstart/main.swift#start -->
        ///   ```swift
        ///   let signal = Signal<Int, NoError>.single(1)
        ///
        ///   func main() {
        ///     print(signal)
        ///   }
        ///   ```
        func f() {}
      }

      """
    let file = "Modules/Signals/A.swift"
    #expect(check(before, file: file).corrected == [file: after])
    #expect(check(after, file: file).violations == [])
  }
}
