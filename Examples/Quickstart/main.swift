// The first look: values that change, a signal that follows them, and a subscription that ends.

// snippet: quickstart
import SignalKit

let price = ValuePromise(3)
let amount = ValuePromise(2)

let total =
  combineLatest(price.get(), amount.get())
  |> map { price, amount in price * amount }
  |> distinctUntilChanged

let subscription = total.start(next: { print("total: \($0)") })

amount.set(4)
amount.set(4)  // 12 again: nothing to tell
price.set(5)

subscription.dispose()
amount.set(1_000)  // nobody listens any more
// end snippet

// snippet: methods
let keys = ValuePipe<Character>()

let digits = keys.signal()
  .filter { $0.isNumber }
  .map { "digit \($0)" }
  .take(2)

digits.start(next: { print($0) }, completed: { print("enough") })

for key in "a1b2c3" { keys.putNext(key) }
// end snippet
