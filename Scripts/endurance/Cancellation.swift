import Dispatch
import SignalKit
import TestSupport

/// 100 rounds of 10,000 tasks, each of which is cancelled at the moment at which its value comes.
///
/// A continuation that is resumed twice stops the program, and one that never is makes its task hang.
enum Cancellation {
  /// - Returns: `nil` if every task has come back, and every subscription was disposed of.
  static func complaint() -> String? {
    let (complaint, isDone) = (Slot<String>(), Latch())
    Task {
      for number in 0..<100 where complaint.value == nil {
        complaint.exchange(await round(number, tasks: 10_000))
      }
      isDone.open()
    }
    return isDone.wait(seconds: 300) ? complaint.value : "a task has not come back"
  }

  private static func round(_ number: Int, tasks count: Int) async -> String? {
    let (starts, disposals) = (Counter(), Counter())
    let subscribers = (0..<count).map { _ in Slot<Subscriber<Int, NoError>>() }
    let tasks = subscribers.enumerated().map { index, slot in
      let signal = Signal<Int, NoError> { subscriber in
        starts.increment()
        slot.exchange(subscriber)
        return ActionDisposable { disposals.increment() }
      }
      return Task {
        switch index % 3 {
        case 0: await signal.first()
        case 1: try? await signal.get()
        default: await signal.values(buffering: .newest(1)).first { _ in true }
        }
      }
    }
    // In every other round all have started by now.
    while number.isMultiple(of: 2) && starts.value < count { await Task.yield() }
    concurrently(2) { thread in
      for (task, subscriber) in zip(tasks, subscribers) {
        if thread == 0 { task.cancel() } else { subscriber.value?.putNext(1) }
      }
    }
    for task in tasks {
      if let value = await task.value, value != 1 {
        return "round \(number): a task has come back with \(value)"
      }
    }
    return disposals.value == starts.value
      ? nil : "round \(number): \(starts.value - disposals.value) are left"
  }
}
