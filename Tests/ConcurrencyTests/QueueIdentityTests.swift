import Concurrency
import Dispatch
import Testing

@Suite struct GlobalQueueTests {
  private static let qualities: [DispatchQoS.QoSClass] = [
    .background, .utility, .default, .userInitiated, .userInteractive, .unspecified,
  ]

  @Test("the global queues are never current, of whatever importance", arguments: qualities)
  func never(quality: DispatchQoS.QoSClass) {
    let queue = Queue(queue: .global(qos: quality))
    let again = Queue(queue: queue.queue)
    let third = Queue()
    #expect(queue.sync { !queue.isCurrent() && !again.isCurrent() })
    #expect(queue.sync { third.sync { !queue.isCurrent() && !again.isCurrent() && third.isCurrent() } })
    let done = Gate()
    queue.async {
      #expect(!queue.isCurrent())
      done.open()
    }
    done.pass()
  }

  @Test(
    "a queue of one's own is an ordinary one, though its label is like a global queue's",
    arguments: ["com.apple.root.something", "com.apple.root.", DispatchQueue.global().label])
  func label(_ label: String) {
    let queue = Queue(name: label)
    let wrapped = Queue(queue: DispatchQueue(label: label))
    let concurrent = Queue(queue: DispatchQueue(label: label, attributes: .concurrent))
    let third = Queue()
    for own in [queue, wrapped, concurrent] {
      #expect(own.sync { own.isCurrent() && Queue(queue: own.queue).isCurrent() })
      #expect(own.sync { third.sync { own.isCurrent() } })
      #expect(!own.isCurrent())
    }
    #expect(queue.sync { !wrapped.isCurrent() && !concurrent.isCurrent() })
  }
}
