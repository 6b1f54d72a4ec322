// `ActionDisposable` wraps what is to be done at the end, and does it once.

import Concurrency
import Dispatch
import Disposables

func disposeOnce() {
  print("== Once, however often it is asked ==")
  let disposable = ActionDisposable { print("the action runs") }
  disposable.dispose()
  disposable.dispose()
}

func disposeFromManyThreads() {
  print("== Once, however many threads ask ==")
  let runs = Atomic(value: 0)
  for _ in 1...1_000 {
    let disposable = ActionDisposable { runs.modify { $0 + 1 } }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in disposable.dispose() }
  }
  print("1000 actions, each disposed of 8 times: \(runs.with { $0 }) runs")
}

final class File: Sendable {
  deinit { print("the file is closed") }

  func delete() { print("the file is deleted") }
}

func releaseWithTheAction() {
  print("== What the action captured is released when it has run ==")
  var file: File? = File()
  let disposable = ActionDisposable { [file] in file?.delete() }
  file = nil
  disposable.dispose()
  print("the disposable is still there")
  withExtendedLifetime(disposable) {}
}

func dropUndisposed() {
  print("== Dropping it is not disposing of it ==")
  var file: File? = File()
  var disposable: ActionDisposable? = ActionDisposable { [file] in file?.delete() }
  file = nil
  withExtendedLifetime(disposable) {}
  disposable = nil
  print("the action did not run")
}

disposeOnce()
disposeFromManyThreads()
releaseWithTheAction()
dropUndisposed()
