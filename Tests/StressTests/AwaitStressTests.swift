import SignalKit
import TestSupport
import Testing

@Suite struct AwaitStressTests {
  // A continuation that is resumed twice stops the program, and one that never is makes its task hang.
  @Test("B106: tasks that are cancelled at the moment of their value: none hangs, and each comes back once")
  func cancelledAtTheMomentOfTheValue() async {
    let count = stressRuns(3_000)
    for round in 0..<100 {
      let (starts, disposals) = (Counter(), Counter())
      let subscribers = (0..<count).map { _ in Slot<Subscriber<Int, NoError>>() }
      let tasks = subscribers.enumerated().map { number, slot in
        let signal = Signal<Int, NoError> { subscriber in
          starts.increment()
          slot.exchange(subscriber)
          return ActionDisposable { disposals.increment() }
        }
        return Task {
          switch number % 3 {
          case 0: await signal.first()
          case 1: try? await signal.get()
          default: await signal.values(buffering: .newest(1)).first { _ in true }
          }
        }
      }
      // Two threads sweep over the tasks: one cancels, one sends. In every other round, some have not begun by then.
      while round.isMultiple(of: 2) && starts.value < count { await Task.yield() }
      concurrently(2) { thread in
        for (task, subscriber) in zip(tasks, subscribers) {
          if thread == 0 { task.cancel() } else { subscriber.value?.putNext(1) }
        }
      }
      for task in tasks {
        let value = await task.value
        if value != nil && value != 1 { Issue.record("round \(round): \(value ?? 0)") }
      }
      #expect(disposals.value == starts.value, "round \(round)")
    }
  }
}
