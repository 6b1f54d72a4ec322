// What the delivery contract promises, at work.

import Dispatch
import SignalKit

func sendFromHandler() {
  print("== What a handler sends comes afterwards, to everyone in the same order ==")
  // snippet: serial
  let steps = ValuePipe<Int>()
  let first = steps.signal().start(next: { step in
    print("first subscriber: \(step)")
    if step == 1 { steps.putNext(2) }
  })
  let second = steps.signal().start(next: { print("second subscriber: \($0)") })
  steps.putNext(1)
  // end snippet
  first.dispose()
  second.dispose()
}

func endWithFinalState() {
  print("== The last value is the final state, whichever threads race ==")
  // snippet: stale
  let width = ValuePromise(0)
  let height = ValuePromise(0)
  let size = Atomic(value: (0, 0))
  let subscription = combineLatest(width.get(), height.get()).start(next: { size.swap(($0, $1)) })

  DispatchQueue.concurrentPerform(iterations: 2) { thread in
    for length in 1...1_000 {
      if thread == 0 { width.set(length) } else { height.set(length) }
    }
  }
  print("the last pair: \(size.with { $0 })")
  // end snippet
  subscription.dispose()
}

func disposeFromHandler() {
  print("== A handler may end its own subscription ==")
  // snippet: disposal
  let numbers = ValuePipe<Int>()
  let subscription = MetaDisposable()
  subscription.set(
    numbers.signal().start(next: { number in
      print("received \(number)")
      if number == 2 { subscription.dispose() }
    }))
  for number in 1...4 { numbers.putNext(number) }
  // end snippet
}

func stopEndlessSource() {
  print("== An endless source stops when nobody wants more ==")
  // snippet: endless
  let numbers = Signal<Int, NoError> { subscriber in
    var number = 0
    while subscriber.isActive {
      number += 1
      subscriber.putNext(number)
    }
    print("the source has stopped after \(number)")
    return EmptyDisposable
  }
  numbers.take(3).start(next: { print("received \($0)") }, completed: { print("completed") })
  // end snippet
}

func dropSubscription() {
  print("== Dropping the disposable ends nothing, unless it is scoped ==")
  // snippet: life
  let news = ValuePipe<String>()
  _ = news.signal().start(next: { print("dropped: \($0)") })
  do {
    let scoped = news.signal().start(next: { print("scoped: \($0)") }).asScoped()
    news.putNext("one")
    withExtendedLifetime(scoped) {}
  }
  news.putNext("two")
  // end snippet
}

func moveToQueue() {
  print("== deliverOn moves the events, and keeps their order ==")
  // snippet: threads
  let isOver = DispatchSemaphore(value: 0)
  let painter = Queue(name: "painter")
  let colours = Signal<String, NoError> { subscriber in
    for colour in ["red", "green", "blue"] { subscriber.putNext(colour) }
    subscriber.putCompletion()
    return EmptyDisposable
  }
  colours.deliverOn(painter).start(
    next: { print("\($0), on the painter's queue: \(painter.isCurrent())") },
    completed: { isOver.signal() })
  isOver.wait()
  // end snippet
}

func startAsPart() {
  print("== A start in a subscriber is a part of its run ==")
  // snippet: part
  let naturals = Signal<Int, NoError> { subscriber in
    var number = 0
    while subscriber.isActive {
      number += 1
      subscriber.putNext(number)
    }
    print("the source has stopped after \(number)")
    return EmptyDisposable
  }
  let squares = Signal<Int, NoError> { subscriber in
    naturals.start(in: subscriber, next: { subscriber.putNext($0 * $0) })
  }
  squares.take(2).start(next: { print("received \($0)") })
  // end snippet
}

sendFromHandler()
endWithFinalState()
disposeFromHandler()
stopEndlessSource()
dropSubscription()
moveToQueue()
startAsPart()
