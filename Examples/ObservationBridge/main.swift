// Signals of what is not a signal: a model that is observed, a property that follows a signal, notifications.

import Foundation
import Observation
import SignalKit

// snippet: model
@MainActor @Observable final class Basket {
  var apples = 1
  var pears = 0
}
// end snippet

// snippet: label
@MainActor final class Label {
  var text = "" {
    didSet { print("the label shows: \(text)") }
  }
}
// end snippet

// snippet: turn
/// Returns when the main queue has done what waits there; in tests, SignalTesting has this function.
func mainQueueTurn() async {
  await withCheckedContinuation { continuation in
    Queue.mainQueue().justDispatch { continuation.resume() }
  }
}
// end snippet

@MainActor func observeState() async {
  print("== What a closure reads ==")
  // snippet: closure
  let basket = Basket()
  let fruit = Signal.observing { basket.apples + basket.pears }

  // On the main thread the present state comes at once.
  let subscription = fruit.start(next: { print("fruit: \($0)") })

  // Both changes are one new state, which comes when the main queue has its turn.
  basket.apples = 2
  basket.pears = 3
  // end snippet
  await mainQueueTurn()

  subscription.dispose()
  basket.apples = 100  // nobody listens any more
  await mainQueueTurn()
}

@MainActor func observeProperty() async {
  print("== A property, until its object goes away ==")
  // snippet: property
  var basket: Basket? = Basket()
  if let basket {
    Signal.observing(basket, \.apples).start(
      next: { print("apples: \($0)") },
      completed: { print("the basket is gone") })
  }
  basket?.apples = 7
  await mainQueueTurn()
  basket = nil
  await mainQueueTurn()
  // end snippet
}

@MainActor func bindProperty() {
  print("== A property that follows a signal ==")
  // snippet: bind
  let count = ValuePromise(1)
  var label: Label? = Label()
  if let label {
    count.get().map { "\($0) in the basket" }.bind(to: label, \.text)
  }
  count.set(2)
  label = nil  // The binding does not keep it, and ends with the next value.
  count.set(3)
  // end snippet
}

func receiveNotifications() {
  print("== Notifications ==")
  // snippet: notifications
  let center = NotificationCenter()
  let ripe = Notification.Name("ripe")
  let weights = center.signal(for: ripe) { $0.userInfo?["grams"] as? Int }

  let subscription = weights.start(next: { print("ripe: \($0) g") })
  center.post(name: ripe, object: nil, userInfo: ["grams": 150])
  center.post(name: ripe, object: nil, userInfo: ["colour": "red"])  // nothing to take out

  subscription.dispose()
  center.post(name: ripe, object: nil, userInfo: ["grams": 130])
  // end snippet
}

await observeState()
await observeProperty()
bindProperty()
receiveNotifications()
