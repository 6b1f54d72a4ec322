// `MetaDisposable` holds one disposable at a time, which can be replaced.

import Disposables

func makeDisposable(_ name: String) -> ActionDisposable {
  ActionDisposable { print("\(name) is disposed of") }
}

func replace() {
  print("== set disposes of the previous one ==")
  let search = MetaDisposable()
  search.set(makeDisposable("search for s"))
  search.set(makeDisposable("search for sw"))
  search.set(makeDisposable("search for swift"))
  print("only the last one is running")
  search.dispose()
}

func swapIn() {
  print("== swap hands the previous one back ==")
  let slot = MetaDisposable(makeDisposable("first"))
  let first = slot.swap(makeDisposable("second"))
  print("first is out, and still running")
  slot.dispose()
  first?.dispose()
}

func startWithAction() {
  print("== Made of an action ==")
  let slot = MetaDisposable(ActionDisposable { print("the first action runs") })
  slot.set(ActionDisposable { print("the second action runs") })
  slot.dispose()
}

func setLate() {
  print("== Once disposed of, it holds nothing more ==")
  let slot = MetaDisposable()
  slot.dispose()
  let previous = slot.swap(makeDisposable("latecomer"))
  print("previous: \(previous == nil ? "none" : "one"), disposed of: \(slot.isDisposed)")
}

replace()
swapIn()
startWithAction()
setLate()
