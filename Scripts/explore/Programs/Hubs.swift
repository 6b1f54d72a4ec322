// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument
// What is missing is a fault of the program, which may well end then.

import Concurrency
import Disposables
import Interleaving
import Operators
import Promises
import Signals

func hubPrograms() {
  scenario("pipe: send x2, send, dispose", 3) {
    let w = Watch()
    let w2 = Watch()
    let freed = Cell(0)
    let p = ValuePipe<Int>()
    let d: any Disposable
    do { d = p.signal().watch(w, Canary { freed.v += 1 }) }
    let d2 = p.signal().watch(w2)
    return (
      [
        {
          p.putNext(101)
          p.putNext(102)
        }, { p.putNext(201) },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        let all = want(w2.values.count == 3, "lost \(w2.values)")
        p.putNext(301)
        let f = fails(
          w.fault, w2.fault, w.ordered(), w2.ordered(), all, want(freed.v == 1, "freed \(freed.v)"),
          want(w2.values.last == 301, "stuck"))
        d2.dispose()
        return f
      }
    )
  }
  scenario("pipe: two threads dispose of one subscription and then send", 2) {
    let w = Watch()
    let p = ValuePipe<Int>()
    let d = p.signal().watch(w)
    return (
      [
        {
          d.dispose()
          w.disposedHere()
          p.putNext(101)
        },
        {
          d.dispose()
          w.disposedHere()
          p.putNext(201)
        },
      ], { w.fault }
    )
  }
  scenario("gate: two threads dispose of one subscription and then send", 2) {
    let w = Watch()
    let p = ValuePipe<Int>()
    let d = p.signal().merge(.never()).watch(w)
    return (
      [
        {
          d.dispose()
          w.disposedHere()
          p.putNext(101)
        },
        {
          d.dispose()
          w.disposedHere()
          p.putNext(201)
        },
      ], { w.fault }
    )
  }
  scenario("map: two threads dispose of one subscription and then send", 2) {
    let w = Watch()
    let p = ValuePipe<Int>()
    let d = p.signal().map { $0 }.watch(w)
    return (
      [
        {
          d.dispose()
          w.disposedHere()
          p.putNext(101)
        },
        {
          d.dispose()
          w.disposedHere()
          p.putNext(201)
        },
      ], { w.fault }
    )
  }
  scenario("MetaDisposable: two threads dispose and then send", 2) {
    let w = Watch()
    let p = ValuePipe<Int>()
    let d = MetaDisposable(p.signal().merge(.never()).watch(w))
    return (
      [
        {
          d.dispose()
          w.disposedHere()
          p.putNext(101)
        },
        {
          d.dispose()
          w.disposedHere()
          p.putNext(201)
        },
      ], { w.fault }
    )
  }
  scenario("pipe: join, send x2, leave", 3) {
    let w = Watch()
    let w2 = Watch()
    let freed = Cell(0)
    let p = ValuePipe<Int>()
    let d = p.signal().watch(w)
    let late = Cell<(any Disposable)?>(nil)
    return (
      [
        {
          late.v = p.signal().watch(w2, Canary { freed.v += 1 })
          p.putNext(301)
        },
        {
          p.putNext(101)
          p.putNext(102)
        },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        let joined = want(w2.values.contains(301), "a value sent after joining is lost")
        p.putNext(401)
        let stuck = want(w2.values.last == 401, "stuck")
        late.v?.dispose()
        return fails(w.fault, w2.fault, w2.ordered(), joined, stuck, want(freed.v == 1, "freed \(freed.v)"))
      }
    )
  }
  scenario("pipe: it goes away, dispose, join", 3) {
    let w = Watch()
    let freed = Cell(0)
    let p = Cell<ValuePipe<Int>?>(ValuePipe())
    let sig = p.v!.signal()
    let late = Cell<(any Disposable)?>(nil)
    let d: any Disposable
    do { d = sig.watch(w, Canary { freed.v += 1 }) }
    return (
      [
        {
          p.v?.putNext(101)
          p.v = nil
        }, { d.dispose() }, { late.v = sig.watch(Watch(), Canary { freed.v += 1 }) },
      ],
      {
        withExtendedLifetime((d, late)) {
          fails(w.fault, want(freed.v == 2, "captured freed \(freed.v) of 2"))
        }
      }
    )
  }
  scenario("ValuePromise: set, set, get", 3) {
    let p = ValuePromise(0)
    let w = Watch()
    let w2 = Watch()
    let late = Cell<(any Disposable)?>(nil)
    let d = p.get().watch(w)
    return (
      [{ p.set(101) }, { p.set(201) }, { late.v = p.get().watch(w2) }],
      {
        let r = p.rawValue
        let f = fails(
          w.fault, w2.fault, want(w.values.last == r, "last \(w.values) stored \(r)"),
          want(w2.values.last == r, "joined \(w2.values) stored \(r)"), want(w.values.count == 3, "lost"),
          want(Array(w.values.suffix(w2.values.count)) == w2.values, "orders differ \(w.values) \(w2.values)")
        )
        d.dispose()
        late.v?.dispose()
        return f
      }
    )
  }
  scenario("ValuePromise ignoring repeats: set 1, set 2, set 1", 3) {
    let p = ValuePromise(0, ignoreRepeated: true)
    let w = Watch()
    let d = p.get().watch(w)
    return (
      [{ p.set(1) }, { p.set(2) }, { p.set(1) }],
      {
        let r = p.rawValue
        let rep = zip(w.values, w.values.dropFirst()).contains { $0 == $1 }
        let f = fails(
          w.fault, want(w.values.last == r, "last \(w.values) stored \(r)"),
          want(!rep, "repeated \(w.values)"))
        d.dispose()
        return f
      }
    )
  }
  scenario("Promise: set, set, get", 3) {
    let p = Promise<Int>(7)
    let w = Watch()
    let w2 = Watch()
    let late = Cell<(any Disposable)?>(nil)
    let d = p.get().watch(w)
    return (
      [{ p.set(.single(101)) }, { p.set(.single(201)) }, { late.v = p.get().watch(w2) }],
      {
        let r = p.rawValue
        let f = fails(
          w.fault, w2.fault, want(w.values.last == r, "last \(w.values) stored \(String(describing: r))"),
          want(w2.values.last == r, "joined \(w2.values) stored \(String(describing: r))"))
        d.dispose()
        late.v?.dispose()
        return f
      }
    )
  }
  scenario("Promise: its signal sends, it goes away, the last leaves", 3) {
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let w = Watch()
    let freed = Cell(0)
    let p = Cell<Promise<Int>?>(Promise())
    p.v?.set(source(c, n))
    let s = c.v!
    let d: any Disposable
    do { d = p.v!.get().watch(w, Canary { freed.v += 1 }) }
    return (
      [
        {
          s.putNext(101)
          s.putNext(102)
        }, { p.v = nil },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        withExtendedLifetime(d) {
          fails(
            w.fault, w.ordered(), want(n.v == 1, "its signal was disposed of \(n.v) times"),
            want(freed.v == 1, "freed \(freed.v)"))
        }
      }
    )
  }
}
