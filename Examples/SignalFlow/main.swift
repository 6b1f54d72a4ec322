// The life of a signal: it is made, it is started, and it sends. It sends any number of values, and then at
// most one of two endings.

import Disposables
import Signals

// snippet: offline
struct Offline: Error {}
// end snippet

func createSubscribeSend() {
  print("== Made, started, sending ==")
  // snippet: flow
  // 1. Make it. Nothing runs yet.
  let greeting = Signal<String, NoError> { subscriber in
    // 3. Send.
    print("the generator runs")
    subscriber.putNext("hello")
    return EmptyDisposable
  }
  print("the signal is made")

  // 2. Start it, which runs the generator.
  let subscription = greeting.start(next: { print("received \($0)") })
  // end snippet
  subscription.dispose()
}

func sendCompletion() {
  print("== Values, then completion ==")
  // snippet: completed
  let numbers = Signal<Int, NoError> { subscriber in
    subscriber.putNext(1)
    subscriber.putNext(2)
    subscriber.putCompletion()
    subscriber.putNext(3)  // Nothing follows an ending.
    return ActionDisposable { print("cleaned up") }
  }
  numbers.start(next: { print("received \($0)") }, completed: { print("completed") })
  // end snippet
}

func sendError() {
  print("== Values, then an error ==")
  // snippet: error
  let download = Signal<Int, Offline> { subscriber in
    subscriber.putNext(50)
    subscriber.putError(Offline())
    subscriber.putCompletion()  // Ignored as well.
    return ActionDisposable { print("cleaned up") }
  }
  download.start(
    next: { print("received \($0) %") },
    error: { print("failed: \($0)") },
    completed: { print("completed") })
  // end snippet
}

func startAgain() {
  print("== Every start is a run of its own ==")
  let numbers = Signal<Int, NoError> { subscriber in
    print("the generator runs")
    subscriber.putNext(7)
    return ActionDisposable { print("cleaned up") }
  }
  let first = numbers.start(next: { print("first run: \($0)") })
  let second = numbers.start(next: { print("second run: \($0)") })
  first.dispose()
  first.dispose()  // Changes nothing.
  second.dispose()
}

func makeOperator() {
  print("== An operator is a signal that starts another as its part ==")
  // snippet: operator
  func doubled(_ signal: Signal<Int, NoError>) -> Signal<Int, NoError> {
    Signal { subscriber in
      signal.start(
        in: subscriber,
        next: { subscriber.putNext($0 * 2) },
        completed: { subscriber.putCompletion() })
    }
  }
  let numbers = Signal<Int, NoError> { subscriber in
    subscriber.putNext(1)
    subscriber.putNext(2)
    subscriber.putCompletion()
    return EmptyDisposable
  }
  (numbers |> doubled).start(next: { print("received \($0)") }, completed: { print("completed") })
  // end snippet
}

createSubscribeSend()
sendCompletion()
sendError()
startAgain()
makeOperator()
