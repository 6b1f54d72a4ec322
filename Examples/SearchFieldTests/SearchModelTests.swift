import SignalKit
import SignalTesting
import Testing

// snippet: virtual
@MainActor @Test("the model searches when the typing pauses")
func modelSearches() {
  let scheduler = TestScheduler()
  let model = SearchModel(on: scheduler) { .single("results for \($0)") }

  model.text = "sw"
  scheduler.advance(by: 0.2)
  model.text = "swift"
  scheduler.advance(by: 0.2)
  #expect(model.results == "")

  scheduler.advance(by: 0.1)
  #expect(model.results == "results for swift")
}
// end snippet

// snippet: turn
@MainActor @Test("what is typed is shown when the main queue has its turn")
func modelShows() async {
  let model = SearchModel { .single($0) }
  var shown: [String] = []
  let subscription = Signal.observing(model, \.text).startOnMain(next: { shown.append($0) })

  model.text = "one"
  model.text = "two"
  await mainQueueTurn()

  #expect(shown == ["", "two"])
  subscription.dispose()
}
// end snippet

// snippet: recorder
@Test("every result is recorded with its time")
func resultsAreRecorded() {
  let scheduler = TestScheduler()
  let typing = ValuePipe<String>()
  let results = searchResults(for: typing.signal(), on: scheduler) { .single($0.uppercased()) }
  let recorder = Recorder(results, on: scheduler)

  typing.putNext("a")
  scheduler.advance(by: 1)
  typing.putNext("b")
  scheduler.advance(by: 1)

  #expect(recorder.values == ["A", "B"])
  #expect(recorder.entries.map(\.time) == [0.3, 1.3])
}
// end snippet
