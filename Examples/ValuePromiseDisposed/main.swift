// A subscription that was disposed of hears nothing of later values.

import SignalKit

func leaveEarly() {
  print("== A value promise after one subscriber has left ==")
  let route = ValuePromise("Lyon", ignoreRepeated: true)
  let latest = Atomic(value: "none")
  print("latest: \(latest.with { $0 })")

  let first = route.get().start(next: { value in
    print("first subscriber: \(value)")
    latest.swap(value)
  })
  first.dispose()
  print("latest: \(latest.with { $0 })")

  // The first subscriber has gone: `latest` stays as it is.
  route.set(latest.with { $0 } + " - Dijon")

  let second = route.get().start(next: { print("second subscriber: \($0)") })
  print("latest: \(latest.with { $0 })")

  second.dispose()
}

leaveEarly()
