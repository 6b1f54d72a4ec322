import SignalKit

// snippet: use
Signal<Int, NoError>.sequence([1, 2, 4, 5, 9]).steps(of: 3)
  .start(next: { print("step \($0)") }, completed: { print("completed") })

let (values, isOpen) = (ValuePipe<Int>(), ValuePromise(false))
let passing = values.signal().passing(while: isOpen.get()).start(next: { print("passed \($0)") })
values.putNext(1)
isOpen.set(true)
values.putNext(2)
passing.dispose()
// end snippet

// Both stop a source that sends without an end while it starts.
let endless = Signal<Int, NoError> { subscriber in
  var number = 0
  while subscriber.isActive {
    subscriber.putNext(number)
    number += 1
  }
  print("stopped")
  return EmptyDisposable
}
endless.steps(of: 10).take(2).start(next: { print("step \($0)") })
endless.passing(while: .single(true)).take(2).start(next: { print("passed \($0)") })
