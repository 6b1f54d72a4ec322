// `DisposableSet` holds several disposables, and disposes of all of them together.

import Disposables

func makeDisposable(_ name: String) -> ActionDisposable {
  ActionDisposable { print("\(name) is disposed of") }
}

func disposeTogether() {
  print("== All together, in the order of adding ==")
  let set = DisposableSet()
  for name in ["timer", "download", "observer"] { set.add(makeDisposable(name)) }
  set.dispose()
  set.dispose()  // Changes nothing.
}

func removeOne() {
  print("== Without the one that was removed ==")
  let set = DisposableSet()
  let timer = makeDisposable("timer")
  let download = makeDisposable("download")
  set.add(timer)
  set.add(download)
  set.remove(timer)
  set.remove(timer)  // It is not there any more: nothing happens.
  set.dispose()
  print("timer is on its own")
  timer.dispose()
}

func addLate() {
  print("== At once, when the set is over ==")
  let set = DisposableSet()
  set.dispose()
  set.add(makeDisposable("latecomer"))
  set.remove(makeDisposable("stranger"))
  print("removing from it is allowed, too")
}

disposeTogether()
removeOne()
addLate()
