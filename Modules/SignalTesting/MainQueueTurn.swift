internal import Concurrency

/// Returns when the main queue has done what waits there.
///
///     model.city = "Bern"
///     await mainQueueTurn()
///     #expect(shown == "Bern")
///
/// Use it in a test of code that delivers on the main queue, such as `startOnMain`, `deliverOnMainQueue` and
/// `Signal.observing`. Where the code can be given a scheduler, a ``TestScheduler`` is better: with it nothing waits,
/// and time can pass.
///
/// - Delivery: What is dispatched meanwhile, by what runs in this turn, has its turn at the next call. Work that waits for
///   a time to pass is not waited for.
public func mainQueueTurn() async {
  await withCheckedContinuation { continuation in
    Queue.mainQueue().justDispatch { continuation.resume() }
  }
}
