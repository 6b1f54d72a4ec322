// What to do when a signal does not do what it should.

import SignalKit

func followEvents() {
  print("== Every event, start and disposal ==")
  // snippet: trace
  let numbers = Signal<Int, NoError>.sequence(1...9)
  numbers
    .trace("source", to: { line in print(line.split(separator: " ").dropFirst(2).joined(separator: " ")) })
    .filter { $0.isMultiple(of: 2) }
    .take(1)
    .start(next: { print("received \($0)") })
  // end snippet
}

func findLostErrors() {
  print("== An error that came too late ==")
  // snippet: dropped
  struct Offline: Error {}
  DroppedErrors.handler = { print("nobody received: \($0)") }

  let download = Signal<Int, Offline> { subscriber in
    subscriber.putCompletion()
    subscriber.putError(Offline())  // too late: the signal has ended
    return EmptyDisposable
  }
  download.start(completed: { print("completed") })
  // end snippet
  DroppedErrors.handler = nil
}

func findForgottenSubscriptions() {
  print("== A subscription that nobody can end ==")
  // snippet: strict
  StrictDisposable.leakHandler = { leak in print("line \(leak.line): nobody can dispose of this any more") }

  let news = ValuePipe<String>()
  do {
    let subscription = news.signal().startStrict(next: { print($0) }, line: 42)
    withExtendedLifetime(subscription) { news.putNext("one") }
  }
  news.putNext("two")  // Dropping the disposable has not ended it.
  // end snippet
}

followEvents()
findLostErrors()
findForgottenSubscriptions()
