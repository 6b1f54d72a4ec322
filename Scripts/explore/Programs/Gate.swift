// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument
// What is missing is a fault of the program, which may well end then.

import Concurrency
import Disposables
import Interleaving
import Operators
import Promises
import Signals

func gatePrograms() {
  scenario("gate: 2 senders x 2", 2) {
    let w = Watch()
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let d = source(c).watch(w)
    let s = c.v!
    return (
      [
        {
          s.putNext(101)
          s.putNext(102)
        },
        {
          s.putNext(201)
          s.putNext(202)
        },
      ],
      {
        let all = want(w.values.count == 4, "lost: \(w.values)")
        s.putNext(301)
        let f = fails(w.fault, all, w.ordered(), want(w.values.last == 301, "stuck"))
        d.dispose()
        return f
      }
    )
  }
  scenario("gate: 3 sent by one, 1 by another", 2) {
    let w = Watch()
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let d = source(c).watch(w)
    let s = c.v!
    return (
      [{ for value in 101...103 { s.putNext(value) } }, { s.putNext(201) }],
      {
        let all = want(w.values.count == 4, "lost: \(w.values)")
        s.putNext(301)
        let f = fails(w.fault, all, w.ordered(), want(w.values.last == 301, "stuck"))
        d.dispose()
        return f
      }
    )
  }
  scenario("gate: 3 senders x 1", 3) {
    let w = Watch()
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let d = source(c).watch(w)
    let s = c.v!
    return (
      [{ s.putNext(101) }, { s.putNext(201) }, { s.putNext(301) }],
      {
        let all = want(w.values.count == 3, "lost: \(w.values)")
        s.putNext(401)
        let f = fails(w.fault, all, want(w.values.last == 401, "stuck"))
        d.dispose()
        return f
      }
    )
  }
  scenario("gate: send x2, complete, dispose", 3) {
    let w = Watch()
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let freed = Cell(0)
    let d: any Disposable
    do { d = source(c, n).watch(w, Canary { freed.v += 1 }) }
    let s = c.v!
    return (
      [
        {
          s.putNext(101)
          s.putNext(102)
        }, { s.putCompletion() },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        fails(
          w.fault, w.ordered(), want(n.v == 1, "disposed \(n.v) times"),
          want(freed.v == 1, "captured freed \(freed.v) times"), want(s.isOver, "open"),
          want(w.ended.count <= 1, "ends"))
      }
    )
  }
  scenario("gate: error, completion, send", 3) {
    let w = Watch()
    let n = Cell(0)
    let freed = Cell(0)
    let c = Cell<Subscriber<Int, Oops>?>(nil)
    let sig = SigE { s in
      c.v = s
      return ActionDisposable { n.v += 1 }
    }
    do { _ = sig.watch(w, Canary { freed.v += 1 }) }
    let s = c.v!
    return (
      [{ s.putError(Oops()) }, { s.putCompletion() }, { s.putNext(101) }],
      {
        c.v = nil
        return fails(
          w.fault, want(n.v == 1, "disposed \(n.v) times"), want(freed.v == 1, "captured freed \(freed.v)"),
          want(w.ended.count == 1, "ends \(w.ended)"))
      }
    )
  }
  scenario("gate: send x3, send and error, dispose: an error is heard or reported", 3) {
    let c = Cell<Subscriber<Int, Oops>?>(nil)
    let heard = Cell(0)
    let reported = Cell(0)
    let disposals = Cell(0)
    DroppedErrors.handler = { _ in reported.v += 1 }
    let d = SigE { s in
      c.v = s
      return ActionDisposable { disposals.v += 1 }
    }.start(error: { _ in heard.v += 1 })
    let s = c.v!
    return (
      [
        { for value in 101...103 { s.putNext(value) } },
        {
          s.putNext(201)
          s.putError(Oops())
        },
        { d.dispose() },
      ],
      {
        DroppedErrors.handler = nil
        return fails(
          want(heard.v + reported.v == 1, "heard \(heard.v), reported \(reported.v)"),
          want(disposals.v == 1, "disposed of \(disposals.v) times"))
      }
    )
  }
  scenario("gate: attach, send x2 and complete, dispose", 3) {
    let w = Watch()
    let n = Cell(0)
    let freed = Cell(0)
    var gate: Subscriber<Int, Never>?
    do {
      let k = Canary { freed.v += 1 }
      gate = Subscriber(
        Sink(
          next: {
            k.sing()
            w.next($0)
            return true
          }, error: { _ in }, completed: { w.end("completed") }, scope: nil))
    }
    let s = gate!
    gate = nil
    let d = s.subscription
    return (
      [
        { s.attach(ActionDisposable { n.v += 1 }) },
        {
          s.putNext(101)
          s.putCompletion()
        },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        fails(
          w.fault, want(n.v == 1, "disposed \(n.v) times"), want(freed.v == 1, "captured freed \(freed.v)"))
      }
    )
  }
  scenario("gate: next answers false, send, send", 3) {
    let w = Watch()
    let n = Cell(0)
    let freed = Cell(0)
    let s: Subscriber<Int, Never>
    do {
      let k = Canary { freed.v += 1 }
      s = Subscriber(
        Sink(
          next: {
            k.sing()
            w.next($0)
            return false
          }, error: { _ in }, completed: { w.end("completed") }, scope: nil))
    }
    s.attach(ActionDisposable { n.v += 1 })
    return (
      [{ s.putNext(101) }, { s.putNext(201) }, { s.putCompletion() }],
      {
        fails(
          w.fault, want(n.v == 1, "disposed \(n.v) times"), want(freed.v == 1, "captured freed \(freed.v)"),
          want(w.values.count + w.ended.count == 1, "after false: \(w.values) \(w.ended)"))
      }
    )
  }
  scenario("gate: reentrant send, send, dispose", 3) {
    let w = Watch()
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let d = source(c, n).start(
      next: { v in
        w.next(v)
        if v == 101 { c.v?.putNext(102) }
      }, completed: { w.end("c") })
    let s = c.v!
    return (
      [
        { s.putNext(101) }, { s.putNext(201) },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        fails(w.fault, want(n.v == 1, "disposed \(n.v) times"), w.ordered())
      }
    )
  }
  scenario("gate: the source lets go, dispose, kept object", 2) {
    let freed = Cell(0)
    let kept = Cell(0)
    let n = Cell(0)
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let d: any Disposable
    do {
      let k = Canary { freed.v += 1 }
      d = Sig { s in
        s.keepAlive(Canary { kept.v += 1 })
        c.v = s
        return ActionDisposable { n.v += 1 }
      }.start(next: { _ in k.sing() })
    }
    return (
      [{ c.v = nil }, { d.dispose() }],
      {
        withExtendedLifetime(d) {
          fails(
            want(freed.v == 1, "captured freed \(freed.v)"), want(n.v == 1, "disposed \(n.v)"),
            want(kept.v == 1, "the kept object is still there after disposal"))
        }
      }
    )
  }
  scenario("gate: keepAlive, complete, dispose", 3) {
    let kept = Cell(0)
    let n = Cell(0)
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let d = source(c, n).start()
    let s = c.v!
    return (
      [
        {
          s.keepAlive(Canary { kept.v += 1 })
          s.keepAlive(Canary { kept.v += 1 })
        }, { s.putCompletion() }, { d.dispose() },
      ],
      {
        withExtendedLifetime((d, s)) {
          fails(want(kept.v == 2, "kept objects freed: \(kept.v)"), want(n.v == 1, "disposed \(n.v)"))
        }
      }
    )
  }
  scenario("gate: the source sends and lets go, send, dispose", 3) {
    let freed = Cell(0)
    let n = Cell(0)
    let w = Watch()
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let c2 = Cell<Subscriber<Int, Never>?>(nil)
    let d: any Disposable
    do {
      let k = Canary { freed.v += 1 }
      d = Sig { s in
        c.v = s
        c2.v = s
        return ActionDisposable { n.v += 1 }
      }.watch(w, k)
    }
    return (
      [
        {
          c.v?.putNext(101)
          c.v = nil
        },
        {
          c2.v?.putNext(201)
          c2.v = nil
        },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        withExtendedLifetime(d) {
          fails(w.fault, want(freed.v == 1, "captured freed \(freed.v)"), want(n.v == 1, "disposed \(n.v)"))
        }
      }
    )
  }
}
