import SignalKit
import SignalTesting
import TestSupport

/// Something that is done many times, on a thread with a stack of 512 KiB, or on the main thread.
struct StackRow: Sendable {
  let name: String
  /// Ends by calling the function with what came out.
  let work: @Sendable (_ done: @escaping @Sendable (Int) -> Void) -> Void
  let result: Int
  let isOnMain: Bool

  init(
    _ name: String, result: Int, onMain: Bool = false,
    _ work: @escaping @Sendable (_ done: @escaping @Sendable (Int) -> Void) -> Void
  ) {
    self.name = name
    self.result = result
    isOnMain = onMain
    self.work = work
  }

  func complaint() -> String? {
    let (came, isDone) = (Slot<Int>(), Latch())
    let run: @Sendable () -> Void = {
      work { result in
        came.exchange(result)
        isDone.open()
      }
    }
    if isOnMain {
      run()
    } else if !SmallStack(run).start() {
      return "the thread could not be made"
    }
    guard isDone.wait(seconds: 120) else { return "it has not come to its end" }
    return came.value == result ? nil : "it came to \(came.value ?? -1), and not to \(result)"
  }

  private static let million = 1_000_000

  /// Counts the values, and is done at the end.
  private static func count<E: Sendable>(_ signal: Signal<Int, E>, _ done: @escaping @Sendable (Int) -> Void)
  {
    let counter = Counter()
    signal.start(next: { _ in counter.increment() }, completed: { done(counter.value) })
  }

  private static func nested(_ depth: Int) -> Signal<Int, NoError> {
    depth == 0 ? .single(0) : Signal.single(depth).mapToSignal { nested($0 - 1) }
  }

  static let all: [StackRow] = [
    StackRow("concat of 1,000,000 signals", result: million) { done in
      count(concat([Signal<Int, NoError>](repeating: .single(1), count: million)), done)
    },
    StackRow("merge of 1,000,000 signals", result: million) { done in
      count(merge([Signal<Int, NoError>](repeating: .single(1), count: million)), done)
    },
    StackRow("merge of 1,000,000 signals, one at a time", result: million) { done in
      count(merge([Signal<Int, NoError>](repeating: .single(1), count: million), maxConcurrent: 1), done)
    },
    StackRow("restart 1,000,000 times", result: million) { done in
      count(Signal<Int, NoError>.single(1).restart().take(million), done)
    },
    StackRow("restartIfError 1,000,000 times", result: million) { done in
      let failing = Signal<Int, Int>.single(1).then(.fail(1))
      count(failing.restartIfError().take(million), done)
    },
    StackRow("retry 1,000,000 times", result: 1) { done in
      let rounds = Counter()
      let signal = deferred { rounds.increment() <= million ? Signal<Int, Int>.fail(1) : .single(1) }
      count(signal.retry(2 * million), done)
    },
    StackRow("feedbackLoop 1,000,000 times", result: million) { done in
      count(
        feedbackLoop(once: { _ in Signal<Int, NoError>.single(1) }, reduce: { $0 &+ $1 }).take(million), done)
    },
    StackRow("expand 1,000,000 deep", result: million) { done in
      count(Signal<Int, NoError>.single(1).expand { $0 < million ? .single($0 + 1) : .complete() }, done)
    },
    StackRow("1,000,000 waiting signals, at random immediate or delayed", result: million) { done in
      let scheduler = TestScheduler()
      var random = SplitMix(seed: 1)
      let isDelayed = (0..<million).map { _ in Int.random(in: 0..<10, using: &random) == 0 }
      count(
        Signal<Int, NoError>.sequence(0..<million).mapToQueue { number in
          isDelayed[number] ? Signal.single(number).delay(0.001, queue: scheduler) : .single(number)
        }, done)
      scheduler.run(limit: 2 * million)
    },
    StackRow("feedback through deliverOn on its own queue 1,000,000 times", result: million) { done in
      let (queue, pipe, counter) = (Queue(name: "feedback"), ValuePipe<Int>(), Counter())
      let subscription = MetaDisposable()
      subscription.set(
        (pipe.signal() |> deliverOn(queue)).start(next: { number in
          counter.increment()
          if number < million {
            pipe.putNext(number + 1)
          } else {
            subscription.dispose()
            done(counter.value)
          }
        }))
      pipe.putNext(1)
    },
    StackRow("1,000,000 values that a handler sends to itself", result: million) { done in
      let (pipe, counter) = (ValuePipe<Int>(), Counter())
      let subscription = pipe.signal().start(next: { number in
        counter.increment()
        if number < million { pipe.putNext(number + 1) }
      })
      pipe.putNext(1)
      subscription.dispose()
      done(counter.value)
    },
    // What is as deep as it is long, on the 8 MiB of the main thread.
    StackRow("a chain of 10,000 thens", result: 10_000, onMain: true) { done in
      var signal = Signal<Int, NoError>.single(0)
      for number in 1..<10_000 { signal = signal.then(.single(number)) }
      count(signal, done)
    },
    StackRow("a signal that nests itself by mapToSignal 10,000 deep", result: 1, onMain: true) { done in
      count(nested(10_000), done)
    },
  ]
}
