import Middle
import SignalKit

let signal = Signal<Int, NoError>.sequence(reversed([1, 2, 3])) |> collect
signal.start(next: { precondition($0 == [3, 2, 1]) })
print("a package that uses the other Collections is used beside this one")
