import Collections
import Promises
import SignalCollections
import SignalKit
import SignalPromises

var deque = Deque([2, 3])  // theirs
deque.prepend(1)

let bag = Bag<Int>()  // ours
for element in deque.elements { _ = bag.add(element) }

let doubled = Signal<Int, NoError>.sequence(bag.copyItems()) |> map { $0 * 2 } |> collect
doubled.start(next: { precondition($0 == [2, 4, 6]) })
let promise = Promise<Int>()  // ours
promise.set(.single(1))
promise.get().start(next: { precondition($0 == 1) })
print(Vow("both modules Collections, and both modules Promises, are used").text)  // theirs
