// `ScopedDisposable` disposes when it goes away, so that a subscription ends with its owner.

import Disposables

// snippet: scoped
final class Screen {
  private let subscription: ScopedDisposable

  init(_ name: String) {
    print("\(name) opens")
    subscription = ActionDisposable { print("\(name) has stopped listening") }.asScoped()
  }
}
// end snippet

func closeScreen() {
  print("== With its owner ==")
  var screen: Screen? = Screen("the list")
  withExtendedLifetime(screen) {}
  screen = nil
  print("the list is gone")
}

func disposeBeforehand() {
  print("== Earlier, by hand, and then not again ==")
  var scoped: ScopedDisposable? = ActionDisposable { print("the action runs") }.asScoped()
  scoped?.dispose()
  print("disposed of by hand")
  scoped = nil
  print("gone")
}

func outliveTheWrapper() {
  print("== What it wraps may have ended before ==")
  let inner = ActionDisposable { print("the action runs") }
  var scoped: ScopedDisposable? = ScopedDisposable(inner)
  inner.dispose()
  withExtendedLifetime(scoped) {}
  scoped = nil
  print("gone")
}

closeScreen()
disposeBeforehand()
outliveTheWrapper()
