// Reading and writing a promise without a subscription of one's own.

import SignalKit

func readAndWrite() {
  print("== The raw value of a promise ==")
  let title = Promise<String>()
  print("at first: \(title.rawValue ?? "nil")")

  title.rawValue = "draft"
  print("once written: \(title.rawValue ?? "nil")")

  let subscription = title.get().start(next: { print("subscriber: \($0)") })
  title.rawValue = "final"
  title.rawValue = nil  // There is no way back to having no value.
  print("at last: \(title.rawValue ?? "nil")")
  subscription.dispose()

  // Reading leaves nothing behind: the value that was read stays what it was.
  let kept = title.rawValue
  title.rawValue = "second edition"
  print("kept: \(kept ?? "nil"), now: \(title.rawValue ?? "nil")")

  // snippet: first-access
  let lazy = Promise<String>(
    initializeOnFirstAccess: Signal { subscriber in
      print("somebody asked")
      subscriber.putNext("made to order")
      return EmptyDisposable
    })
  print("nobody has asked yet")
  print("first look: \(lazy.rawValue ?? "nil")")
  print("second look: \(lazy.rawValue ?? "nil")")
  // end snippet
}

readAndWrite()
