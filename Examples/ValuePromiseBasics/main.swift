// A subscriber gets the present value when it starts, and then every value that is set.

import SignalKit

func followValue() {
  print("== A value promise and two subscribers ==")
  // snippet: basics
  let route = ValuePromise("Bern", ignoreRepeated: true)
  let latest = Atomic(value: "none")
  print("latest: \(latest.with { $0 })")

  // The present value arrives before `start` returns.
  let first = route.get().start(next: { value in
    print("first subscriber: \(value)")
    latest.swap(value)
  })
  print("latest: \(latest.with { $0 })")

  // The first subscriber is still there, and gets the new value, too.
  route.set(latest.with { $0 } + " - Basel")

  // A second one starts with what is stored now.
  let second = route.get().start(next: { print("second subscriber: \($0)") })
  print("latest: \(latest.with { $0 })")
  // end snippet

  first.dispose()
  second.dispose()
}

followValue()
