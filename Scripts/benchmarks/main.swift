import Disposables
import Signals

@inline(never) func gate(_ n: Int, _ s: Subscriber<Int, NoError>) { for i in 0..<n { s.putNext(i) } }
final class Cell: @unchecked Sendable { var v = 0; var s: Subscriber<Int, NoError>? }
let c = Cell()
Signal<Int, NoError> { s in c.s = s; return EmptyDisposable }.start(next: { c.v &+= $0 })
let clock = ContinuousClock()
for _ in 0..<3 { print(clock.measure { gate(100_000_000, c.s!) } / 100_000_000) }
print(c.v)
