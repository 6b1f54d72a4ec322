import Foundation
import Testing

@Suite struct ExampleTests {
  @Test("an example prints what it is expected to print, each time", arguments: try Example.all())
  func output(of example: Example) async throws {
    let expected = Example.masked(try example.expected)
    for attempt in 1...2 {
      let run = try await example.run()
      if let difference = difference(from: expected, to: run.output) {
        Issue.record("\(example) printed something else at attempt \(attempt):\n\(difference)")
      }
      #expect(run.status == 0)
    }
  }

  @Test("the walk through a promise takes the two seconds that it speaks of")
  func walkthroughTime() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    _ = try await Example(name: "PromiseWalkthrough").run()
    #expect(clock.now - start >= .seconds(2))
  }

  @Test("times are masked, and nothing else")
  func masking() {
    let line = "2031-01-02 03:04:05 +0000 at 03:04 on 2031-01-02"
    #expect(
      Example.masked("\(line)\n\(line)") == "<time> at 03:04 on 2031-01-02\n<time> at 03:04 on 2031-01-02")
  }

  @Test("a difference shows every line, and which are missing or too many")
  func differences() {
    #expect(difference(from: "a\nb\n", to: "a\nb\n") == nil)
    #expect(difference(from: "a\nb\nc\n", to: "a\nx\nc\n") == "  a\n- b\n+ x\n  c\n  ")
    #expect(difference(from: "a\n", to: "a") == "  a\n- ")
    #expect(difference(from: "", to: "a") == "- \n+ a")
    #expect(difference(from: "a\nb\nc", to: "b\nc\nd") == "- a\n  b\n  c\n+ d")
  }
}
