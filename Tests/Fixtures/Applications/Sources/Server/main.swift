import Concurrency
import Dispatch
import Operators
import Promises
import Signals

// A program of the layers below Bridges, which alone need Foundation: linked statically, it runs where nothing is installed.

let requests = ValuePipe<Int>()
let work = Queue(name: "work")
let sent = Atomic(value: [String]())
let end = DispatchSemaphore(value: 0)

let serving = requests.signal()
  .mapToQueue { number in Signal<String, NoError>.single("\(number) done").delay(0.001, queue: work) }
  .take(3)
  .start(next: { answer in _ = sent.modify { $0 + [answer] } }, completed: { end.signal() })

for number in 1...3 { requests.putNext(number) }
end.wait()
serving.dispose()
precondition(sent.with { $0 } == ["1 done", "2 done", "3 done"])
