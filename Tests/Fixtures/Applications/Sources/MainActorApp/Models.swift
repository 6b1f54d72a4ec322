import Foundation
import Observation
import SignalKit

/// A model of the main actor, as it is without a word about it.
@Observable
final class Counter {
  var number = 0
}

/// Shows what it is told.
final class Label {
  var text = ""
}

/// Follows a model by signals, while another thread posts and the main actor changes it.
func followModels() async {
  let counter = Counter()
  let label = Label()
  let binding = (Signal.observing { counter.number } |> map { "\($0)" }).bind(to: label, \.text)

  let property = Signal.observing(counter, \.number)
    .beforeNext { _ in precondition(Queue.mainQueue().isCurrent()) }
  let notes = NotificationCenter.default
    .signal(for: Notification.Name("note")) { $0.userInfo?["number"] as? Int }
  let numbers = Recorded()
  let subscriptions = [
    property.startOnMain(next: { numbers.values.append($0) }),
    notes.startOnMain(next: { [weak counter] in counter?.number = $0 }),
  ]
  DispatchQueue.global().async {
    NotificationCenter.default.post(name: Notification.Name("note"), object: nil, userInfo: ["number": 7])
  }
  while label.text != "7" || numbers.values.last != 7 { await Task.yield() }
  binding.dispose()
  for subscription in subscriptions { subscription.dispose() }
}

final class Recorded {
  var values: [Int] = []
}
