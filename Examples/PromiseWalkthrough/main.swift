// What the subscribers of a promise see before, during and after `set`, and two seconds later.

import Dispatch
import Foundation
import SignalKit

func report(_ text: String) {
  print(Date(), text)
}

func walkThrough() {
  print("== A promise before, during and after set ==")
  let fruit = Promise<String>()
  let queue = Queue()
  let sentAll = DispatchSemaphore(value: 0)

  // There is no value yet, so this subscriber goes away without having been called.
  let seen = Atomic<String?>(value: nil)
  let hasty = fruit.get().start(next: { value in
    report("hasty subscriber: \(value)")
    seen.swap(value)
  })
  hasty.dispose()
  report("before set: the hasty subscriber saw \(seen.with { $0 } ?? "nothing"), rawValue is \(shown(fruit))")

  // This one stays, and waits.
  let early = fruit.get().start(next: { report("early subscriber: \($0)") })

  // `set` starts the signal at once. What it sends goes to everyone who is there at that moment.
  fruit.set(
    Signal { subscriber in
      report("the signal sends apple")
      subscriber.putNext("apple")
      return queue.after(2) {
        report("the signal sends pear")
        subscriber.putNext("pear")
        sentAll.signal()
      }
    })

  // Now there is a value, and whoever comes gets it before `start` returns.
  let late = fruit.get().start(next: { report("late subscriber: \($0)") })
  report("after set: rawValue is \(shown(fruit))")

  sentAll.wait()
  early.dispose()
  late.dispose()
}

func shown(_ promise: Promise<String>) -> String {
  promise.rawValue ?? "nil"
}

walkThrough()
