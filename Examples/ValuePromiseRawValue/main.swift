// The present value can be read without a subscription.

import SignalKit

func readValue() {
  print("== The raw value of a value promise ==")
  let route = ValuePromise("Porto", ignoreRepeated: true)
  let atFirst = route.rawValue
  print("read: \(atFirst)")

  route.set(atFirst + " - Lisboa")

  let subscription = route.get().start(next: { print("subscriber: \($0)") })
  print("read: \(atFirst)")  // What was read is a value of its own, and has not changed.

  subscription.dispose()
}

readValue()
