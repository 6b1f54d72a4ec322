// Signals in async functions, and async functions in signals.

import SignalKit

// snippet: offline
struct Offline: Error {}
// end snippet

// snippet: numbers
/// What came in over a line, one number after another.
let numbers = Signal<Int, NoError>.sequence(1...5)
// end snippet

func followValues() async {
  print("== A loop over the values of a signal ==")
  // snippet: values
  let ticks = Signal<Int, NoError> { subscriber in
    for tick in 1...5 { subscriber.putNext(tick) }
    return ActionDisposable { print("the clock stops") }
  }

  for await tick in ticks.values() {
    print("tick \(tick)")
    if tick == 2 { break }  // which disposes of the subscription
  }
  // end snippet
}

func followErrors() async {
  print("== A signal that fails ==")
  // snippet: errors
  let download = Signal<Int, Offline> { subscriber in
    subscriber.putNext(50)
    subscriber.putError(Offline())
    return EmptyDisposable
  }

  do throws(Offline) {
    for try await percent in download.values() { print("\(percent) %") }
  } catch {
    print("failed: \(error)")  // an Offline, as the compiler knows
  }
  // end snippet
}

func keepTheNewest() async {
  print("== A loop that is slower than its signal ==")
  // snippet: buffering
  for await number in numbers.values(buffering: .newest(2)) { print("number \(number)") }
  // end snippet
}

func awaitValues() async {
  print("== One value, or all of them ==")
  // snippet: await
  print("first: \(await numbers.first() ?? 0)")
  print("last: \(await numbers.last() ?? 0)")
  print("all: \(await numbers.collect())")

  do {
    print("got: \(try await Signal<Int, NoError>.complete().get())")
  } catch {
    print("nothing to get: \(error)")
  }
  // end snippet
}

func cancel() async {
  print("== A task that is cancelled ==")
  // snippet: cancel
  let isHeard = ValuePromise<Bool>()
  let silence = Signal<Int, NoError> { _ in
    isHeard.set(true)
    return ActionDisposable { print("nobody listens any more") }
  }

  let waiting = Task { await silence.first() }
  _ = await isHeard.get().first()
  waiting.cancel()
  print("heard: \(await waiting.value.map(String.init) ?? "nothing")")
  // end snippet
}

// snippet: operators
func useBoth() async {
  numbers.first().start(next: { print("the operator's first: \($0)") })
  print("the function's first: \(await numbers.first() ?? 0)")
}
// end snippet

// snippet: task
/// What a server says, one day.
@Sendable func load(_ page: Int) async throws(Offline) -> String {
  if page > 2 { throw Offline() }
  return "page \(page)"
}

func loadPages() async {
  let pages = Signal<Int, Offline>.sequence(1...3)
    .mapToQueue { page in
      .task { () async throws(Offline) in try await load(page) }
    }
    .replaceError(with: "no more pages")

  for await page in pages.values() { print(page) }
}
// end snippet

func followSequence() async {
  print("== An asynchronous sequence in a chain ==")
  // snippet: sequence
  let (words, speaker) = AsyncStream<String>.makeStream()
  for word in ["values", "over", "time"] { speaker.yield(word) }
  speaker.finish()

  let lengths = Signal<String, NoError>.async(words).map(\.count)
  print("lengths: \(await lengths.collect())")
  // end snippet
}

// snippet: main-actor
@MainActor final class Screen {
  var title = "" {
    didSet { print("title: \(title)") }
  }

  func show(_ titles: Signal<String, NoError>) -> any Disposable {
    titles.startOnMain(next: { [weak self] in self?.title = $0 })
  }
}
// end snippet

@MainActor func showTitle() {
  print("== Handlers on the main actor ==")
  let screen = Screen()
  screen.show(.single("Swift 6")).dispose()
}

// snippet: actor
actor Journal {
  private(set) var lines: [String] = []

  func write(_ events: Signal<String, NoError>, whenDone: @escaping @Sendable () -> Void) {
    events.deliverOn(self).start(
      next: { line in self.assumeIsolated { $0.lines.append(line) } },
      completed: whenDone)
  }
}
// end snippet

func writeJournal() async {
  print("== Handlers on an actor ==")
  let journal = Journal()
  let isWritten = ValuePromise<Bool>()
  await journal.write(.sequence(["one", "two"])) { isWritten.set(true) }
  _ = await isWritten.get().first()
  print("lines: \(await journal.lines)")
}

await followValues()
await followErrors()
await keepTheNewest()
await awaitValues()
await cancel()
print("== The operators of the same names ==")
await useBoth()
print("== A function in a chain ==")
await loadPages()
await followSequence()
showTitle()
await writeJournal()
