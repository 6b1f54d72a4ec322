#if RENAMED
  import SignalKit
#else
  import SwiftSignalKit
#endif

// Forms that SwiftSignalKit's declarations allow, each as applications write it.

final class Store {
  var names = ["Anna"]
}

/// `syncWith` gives what the closure gives, and no optional.
func countNames(_ store: QueueLocalObject<Store>) -> Int {
  return store.syncWith { store in store.names.count }
}

/// A closure of several statements that gives nothing, which is inferred from its last line.
func forget(_ index: Int, in observers: Bag<() -> Void>, _ lock: Lock) {
  let remove: (Int) -> Void = observers.remove
  return lock.locked { remove(index) }
}

/// In a place where nothing is returned.
func later(_ queue: Queue, _ work: @escaping () -> Void) {
  return queue.after(0.001, work)
}

/// In a place where a function without a result is asked for.
func laterFunction(_ queue: Queue) -> (Double, @escaping () -> Void) -> Void {
  return queue.after
}

/// The old names of an event.
func event(_ number: Int) -> SignalEvent<Int, LoadError> {
  switch number {
  case 0: return .Completion
  case 1: return .Error(.offline)
  default: return .Next(number)
  }
}

/// The old names of what is passed through, in patterns.
func value(_ passthrough: Passthrough<Int>) -> Int? {
  if case .None = passthrough { return nil }
  switch passthrough {
  case .None: return nil
  case .Some(let value): return value
  }
}

/// The line of the caller, as applications pass it on.
func started<T, E>(_ signal: Signal<T, E>, file: String = #file, line: Int = #line) -> Disposable {
  let strict = EmptyDisposable.strict(file: file, line: line)
  strict.dispose()
  StrictDisposable(EmptyDisposable, file: file, line: line).dispose()
  return signal.startStrict(file: file, line: line)
}

/// Gives a subscriber by hand what a generator would give it.
func send(_ values: [Int]) -> [Int] {
  let received = Atomic<[Int]>(value: [])
  let subscriber = Subscriber<Int, LoadError>(
    next: { value in
      let _ = received.modify { $0 + [value] }
    }, error: { _ in },
    completed: {
      let _ = received.modify { $0 + [-1] }
    })
  for value in values { subscriber.putNext(value) }
  subscriber.putCompletion()
  subscriber.putNext(0)
  return received.with { $0 }
}

func note(_ value: Int) -> Bool { return value > 0 }

/// The closures of the hooks may give something.
func hooked(_ signal: Signal<Int, NoError>) -> Signal<Int, NoError> {
  return signal
    |> beforeNext(note)
    |> afterNext { value -> Bool in
      let isPositive = note(value)
      return isPositive
    }
    |> afterDisposed { () -> Bool in
      let isOver = note(1)
      return isOver
    }
}

func runTask() -> Int {
  let runs = Atomic<Int>(value: 0)
  let task = ThreadPoolTask { _ in
    let _ = runs.modify { $0 + 1 }
  }
  task.execute()
  task.cancel()
  task.execute()
  return runs.with { $0 }
}

func shareByHand(_ promise: MulticastPromise<Int>, _ value: Int) {
  var subscribers: [(Int) -> Void] = []
  promise.lock.locked {
    promise.value = value
    subscribers = promise.subscribers.copyItems()
  }
  for subscriber in subscribers { subscriber(value) }
}

func checkForms() {
  precondition(countNames(QueueLocalObject(queue: Queue.mainQueue(), generate: { Store() })) == 1)
  let observers = Bag<() -> Void>()
  forget(observers.add({}), in: observers, Lock())
  precondition(observers.isEmpty)
  later(Queue.mainQueue()) {}
  laterFunction(Queue.mainQueue())(0.001) {}
  precondition([event(0), event(1), event(2)] == [.completed, .error(.offline), .next(2)])
  precondition(value(.None) == nil && value(.Some(1)) == 1 && value(.none) == nil && value(.some(2)) == 2)
  started(number(1)).dispose()
  precondition(send([1, 2]) == [1, 2, -1])
  let hooks = Atomic<[Int]>(value: [])
  let _ = hooked(number(3)).start(next: { value in let _ = hooks.modify { $0 + [value] } })
  precondition(hooks.with { $0 } == [3])
  precondition(runTask() == 1)
  precondition([1, 2].map(identity) == [1, 2] && identity(a: 1) == 1)
  let promise = MulticastPromise<Int>()
  let _ = promise.subscribers.add({ value in let _ = hooks.swap([value]) })
  shareByHand(promise, 4)
  precondition(promise.value == 4 && hooks.with { $0 } == [4])
}
