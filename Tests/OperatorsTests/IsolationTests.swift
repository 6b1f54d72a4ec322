import Concurrency
import Disposables
import Operators
import Signals
import TestSupport
import Testing

@Suite struct IsolationTests {
  @MainActor final class Model {
    var values: [Int] = []
    let done = Latch()

    func load(_ signal: Signal<Int, NoError>, on queue: Queue) -> any Disposable {
      (signal |> deliverOn(queue) |> map { $0 + 1 } |> deliverOnMainQueue).start(
        next: { [weak self] value in
          MainActor.assumeIsolated { self?.values.append(value) }
        },
        completed: { [done] in done.open() })
    }
  }

  @Test("B101: the closures of a chain that is written in a MainActor type may run anywhere")
  func chainInsideMainActor() async {
    let model = Model()
    let queue = Queue(name: "background")
    _ = await model.load(.single(1), on: queue)
    await withCheckedContinuation { continuation in
      _ = Worker { [done = model.done] in
        done.wait()
        continuation.resume()
      }
    }
    let values = await model.values
    #expect(values == [2])
  }
}
