import SignalKit

final class Cell: @unchecked Sendable { var v = 0; var s: Subscriber<Int, NoError>? }
let clock = ContinuousClock()
@inline(never) func time(_ name: String, _ n: Int, _ f: (Int) -> Void) {
  var best = Double.infinity
  for _ in 0..<7 {
    let t = clock.measure { f(n) } / n
    best = min(best, Double(t.components.attoseconds) / 1e9)
  }
  print(name, best)
}
let c = Cell()
let h: @Sendable (Int) -> Void = { [c] in c.v &+= $0 }
Signal<Int, NoError> { [c] s in c.s = s; return EmptyDisposable }.start(next: h)
let s = c.s!
time("gate", 10_000_000) { for i in 0..<$0 { s.putNext(i) } }
for k in [1, 10, 1000] {
  let p = ValuePipe<Int>()
  for _ in 0..<k { p.signal().start(next: { [c] in c.v &+= $0 }) }
  time("pipe \(k)", 10_000_000) { for i in 0..<$0 / k { p.putNext(i) } }
}
let vp = ValuePromise<Int>(0)
vp.get().start(next: { [c] in c.v &+= $0 })
time("value promise", 10_000_000) { for i in 0..<$0 { vp.set(i) } }
let a = ValuePipe<Int>(), b = ValuePipe<Int>()
combineLatest(a.signal(), b.signal()).start(next: { h($0 &+ $1) })
a.putNext(1)
time("combineLatest", 10_000_000) { for i in 0..<$0 { b.putNext(i) } }
let a3 = ValuePipe<Int>()
combineLatest(a3.signal(), Signal<Int, NoError>.single(1), Signal<Int, NoError>.single(2)).start(next: { h($0 &+ $1 &+ $2) })
time("combineLatest 3", 10_000_000) { for i in 0..<$0 { a3.putNext(i) } }
let o = ValuePipe<Int>()
o.signal().mapToSignal { .single($0) }.start(next: h)
time("mapToSignal", 1_000_000) { for i in 0..<$0 { o.putNext(i) } }
let chain = Signal<Int, NoError>.single(1) |> map { $0 + 1 } |> filter { $0 > 0 } |> map { $0 * 2 }
time("start+dispose", 1_000_000) { for _ in 0..<$0 { chain.start(next: h).dispose() } }
for n in [1000, 100_000] {
  let p = ValuePipe<Int>()
  let sig = p.signal()
  var order = Array(0..<n); order.shuffle()
  time("add+dispose \(n)", n * max(1, 100_000 / n)) { _ in
   for _ in 0..<max(1, 100_000 / n) {
    let ds = (0..<n).map { _ in sig.start(next: h) }
    for i in order { ds[i].dispose() }
   }
  }
}
final class Holder { let c: @Sendable (Int) -> Void; init(_ c: @escaping @Sendable (Int) -> Void) { self.c = c } }
@inline(never) func opaque<T>(_ x: T) -> T { x }
let holder = opaque(Holder(h))
time("closure", 10_000_000) { for i in 0..<$0 { holder.c(i) } }
let hs = (0..<1000).map { _ in opaque(Holder { [c] in c.v &+= $0 }) }
time("1000 closures", 10_000_000) { for i in 0..<$0 / 1000 { for h in hs { h.c(i) } } }
class K {}
time("class alloc", 10_000_000) { for _ in 0..<$0 { _ = opaque(K()) } }
let lock = Lock()
time("lock", 10_000_000) { for _ in 0..<$0 { lock.withLock {} } }
