import Bridges
import Disposables
import Foundation
import Signals
import TestSupport
import Testing

extension Notification.Name {
  fileprivate static let price = Notification.Name("price")
  fileprivate static let other = Notification.Name("other")
}

@Suite struct NotificationTests {
  private let center = NotificationCenter()

  private func post(_ price: Int, from sender: AnyObject? = nil) {
    center.post(name: .price, object: sender, userInfo: ["price": price])
  }

  private func prices(from sender: AnyObject? = nil) -> Signal<Int, NoError> {
    center.signal(for: .price, object: sender) { $0.userInfo?["price"] as? Int }
  }

  @Test("what the closure takes out of a notification is delivered before post returns")
  func values() {
    let log = Recording<Int>()
    let subscription = prices().start(next: { log.append($0) })
    post(3)
    #expect(log.elements == [3])
    post(4)
    center.post(name: .other, object: nil, userInfo: ["price": 5])
    center.post(name: .price, object: nil)  // nothing to take out
    #expect(log.elements == [3, 4])
    subscription.dispose()
  }

  @Test("without a closure the names are delivered, of one name or of all")
  func names() {
    let (one, all) = (Recording<Notification.Name>(), Recording<Notification.Name>())
    let subscriptions = DisposableSet()
    subscriptions.add(center.signal(for: .price).start(next: { one.append($0) }))
    subscriptions.add(center.signal(for: nil).start(next: { all.append($0) }))
    post(3)
    center.post(name: .other, object: nil)
    #expect(one.elements == [.price])
    #expect(all.elements == [.price, .other])
    subscriptions.dispose()
  }

  @Test("with a sender, the notifications of others are left out")
  func sender() {
    let (sender, other) = (Canary(), Canary())
    let log = Recording<Int>()
    let subscription = prices(from: sender).start(next: { log.append($0) })
    post(1, from: sender)
    post(2, from: other)
    post(3)
    #expect(log.elements == [1])
    subscription.dispose()
  }

  @Test("a sender is not kept alive, and nothing is delivered when it has gone away")
  func goneSender() {
    let aviary = Aviary()
    var sender: Canary? = aviary.canary()
    let log = Recording<Int>()
    let subscription = prices(from: sender).start(next: { log.append($0) })
    sender = nil
    #expect(aviary.alive == 0)
    post(1)
    post(2, from: Canary())
    #expect(log.elements == [])
    subscription.dispose()
  }

  @Test(
    "B118: disposal removes the observer, and when it is repeated, on several threads, it removes no other")
  func removal() {
    let (log, other) = (Recording<Int>(), Recording<Int>())
    let aviary = Aviary()
    let subscription = capture(aviary.canary(), aviary.canary())
    let disposed = prices().start(next: { log.append($0) })
    let staying = prices().start(next: { other.append($0) })
    concurrently(4) { _ in
      subscription.dispose()
      disposed.dispose()
    }
    subscription.dispose()
    disposed.dispose()
    #expect(aviary.alive == 0)  // the center holds nothing of it any more
    post(1)
    #expect(log.elements == [])
    #expect(other.elements == [1])
    staying.dispose()
  }

  @Test("B118: a handler that disposes receives nothing more")
  func removalInside() {
    let (log, subscription) = (Recording<Int>(), MetaDisposable())
    subscription.set(
      prices().start(next: {
        log.append($0)
        subscription.dispose()
      }))
    post(1)
    post(2)
    subscription.dispose()
    #expect(log.elements == [1])
  }

  @Test("disposal releases the closure and the handlers")
  func release() {
    let aviary = Aviary()
    let subscription = capture(aviary.canary(), aviary.canary())
    #expect(aviary.alive == 2)
    subscription.dispose()
    #expect(aviary.alive == 0)
  }

  private func capture(_ reader: Canary, _ handler: Canary) -> any Disposable {
    center.signal(for: .price) { notification -> String? in
      reader.sing()
      return notification.name.rawValue
    }.start(next: { _ in handler.sing() })
  }

  @Test("what two threads post is delivered one at a time")
  func serial() {
    let (inside, received) = (Counter(), Counter())
    let subscription = prices().start(next: { _ in
      #expect(inside.increment() == 1)
      received.increment()
      inside.increment(by: -1)
    })
    let center = center
    concurrently(2) { _ in
      for price in 0..<1_000 { center.post(name: .price, object: nil, userInfo: ["price": price]) }
    }
    #expect(received.value == 2_000)
    subscription.dispose()
  }
}
