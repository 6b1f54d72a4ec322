import Foundation
import Testing

@testable import NetworkPromise

/// The example with the address of a server as its argument; `output(of:)` covers it without.
@Suite struct NetworkPromiseTests {
  private let example = Example(name: "NetworkPromise")

  private func check(_ arguments: [String], status: Int32 = 0, prints expected: String) async throws {
    let run = try await example.run(arguments)
    if let difference = difference(from: expected + "\n", to: run.output) {
      Issue.record("\(example) printed something else:\n\(difference)")
    }
    #expect(run.status == status)
  }

  @Test("when the connection is refused, the page shows nothing, and the visit ends")
  func refused() async throws {
    let server = try Server(answers: [])
    server.stop()
    try await check(
      [server.url.absoluteString],
      prints: """
        == The first visit: nothing is stored ==
        the request has failed
        == The second visit ==
        the request has failed
        """)
  }

  @Test(
    "when the server fails later, the page goes on showing what was stored",
    arguments: [Server.Answer.failure, .hangUp])
  func failsLater(answer: Server.Answer) async throws {
    let server = try Server(answers: [.page("edition 1"), answer])
    defer { server.stop() }
    try await check(
      [server.url.absoluteString],
      prints: """
        == The first visit: nothing is stored ==
        the request has succeeded
        the page shows: edition 1
        == The second visit ==
        the page shows: edition 1
        the request has failed
        """)
  }

  @Test(
    "a failure does not stop the next visit from succeeding", arguments: [Server.Answer.failure, .hangUp])
  func recovers(answer: Server.Answer) async throws {
    let server = try Server(answers: [answer, .page("edition 1")])
    defer { server.stop() }
    try await check(
      [server.url.absoluteString],
      prints: """
        == The first visit: nothing is stored ==
        the request has failed
        == The second visit ==
        the request has succeeded
        the page shows: edition 1
        """)
  }

  @Test("what is no URL of a web page is refused", arguments: ["nonsense", "", "file:///tmp", "http://"])
  func invalid(argument: String) async throws {
    try await check(
      [argument], status: 2, prints: "'\(argument)' is no URL of a web page: give it as http://host/path")
  }
}
