import CountingHeap
import SignalKit

extension Rows {
  /// What a subscription holds for as long as it lives.
  static func memory() -> [Row] {
    let never = Signal<Int, NoError>.never()
    // `never` lets go of everything, so here is one that does not.
    let silent = Signal<Int, NoError> { subscriber in
      Keeper(subscriber)
    }
    return [
      Row("subscription of never, bytes", atMost: 600, "B") { growth(starting: never)?.bytes },
      Row("subscription of never, allocations", atMost: 9, "") { growth(starting: never)?.blocks },
      Row("subscription of a source, bytes", atMost: 600, "B") { growth(starting: silent)?.bytes },
      Row("subscription of a source, allocations", atMost: 9, "", unless: Self.asking) {
        growth(starting: silent)?.blocks
      },
    ]
  }

  private final class Keeper: Disposable, @unchecked Sendable {  // safe: used by one thread
    private var subscriber: Subscriber<Int, NoError>?

    init(_ subscriber: Subscriber<Int, NoError>) {
      self.subscriber = subscriber
    }

    func dispose() {
      subscriber = nil
    }
  }

  /// The cost of one subscription of three operators after `source`.
  private static func growth(starting source: Signal<Int, NoError>) -> (blocks: Double, bytes: Double)? {
    let count = 1_000
    let tally = Tally()
    let chain = opaque(source |> map { $0 &+ 51 } |> filter { $0 > 51 } |> map { $0 &+ 52 })
    var subscriptions: [any Disposable] = []
    subscriptions.reserveCapacity(count + 1)
    let start = { subscriptions.append(chain.start(next: { tally.add($0 &+ 117) })) }
    start()  // whatever the first one sets up for all
    guard heap_counting_begin() else { return nil }
    for _ in 0..<count { start() }
    let growth = heap_counting_end()
    for subscription in subscriptions { subscription.dispose() }
    return (Double(growth.blocks) / Double(count), Double(growth.bytes) / Double(count))
  }
}
