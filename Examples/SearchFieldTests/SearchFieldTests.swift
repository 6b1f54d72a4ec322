import SignalKit
import SignalTesting
import Testing

// snippet: search-test
@Test("a search waits for a pause in the typing, and a new one replaces it")
func searchWaitsForAPause() throws {
  let scheduler = TestScheduler()
  let typing = try scheduler.hot("ab-----c------", frame: 0.1)
  let answer = try scheduler.cold("---1---2|", frame: 0.1)

  let results = searchResults(for: typing.signal, on: scheduler) { _ in answer.signal }

  try expectSignal(results, sends: "-------1-----1", on: scheduler, frame: 0.1)
  #expect(answer.subscriptions.map(\.description) == ["----^-----!", "----------^--!"])
}
// end snippet
