import Collections
import SignalCollections
import SignalKit

var deque = Deque([2, 3])  // theirs
deque.prepend(1)

let bag = Bag<Int>()  // ours
for element in deque.elements { _ = bag.add(element) }

let doubled = Signal<Int, NoError>.sequence(bag.copyItems()) |> map { $0 * 2 } |> collect
doubled.start(next: { precondition($0 == [2, 4, 6]) })
print("both packages named Collections are used")
