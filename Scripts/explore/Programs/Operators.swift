// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument
// What is missing is a fault of the program, which may well end then.

import Concurrency
import Disposables
import Interleaving
import Operators
import Promises
import Signals

func two(
  _ name: String, _ build: @escaping (Sig, Sig) -> Sig, _ a: [Int], _ b: [Int], completeA: Bool = false,
  completeB: Bool = false, dispose: Bool = false, _ check: @escaping (Watch) -> String?
) {
  scenario(name, dispose ? 3 : 2) {
    let ca = Cell<Subscriber<Int, Never>?>(nil)
    let cb = Cell<Subscriber<Int, Never>?>(nil)
    let w = Watch()
    let na = Cell(0)
    let nb = Cell(0)
    let freed = Cell(0)
    let d: any Disposable
    do { d = build(source(ca, na), source(cb, nb)).watch(w, Canary { freed.v += 1 }) }
    let sa = ca.v
    let sb = cb.v
    var bodies: [() -> Void] = [
      {
        for v in a { sa?.putNext(v) }
        if completeA { sa?.putCompletion() }
      },
      {
        for v in b { sb?.putNext(v) }
        if completeB { sb?.putCompletion() }
      },
    ]
    if dispose {
      bodies.append {
        d.dispose()
        w.disposed()
      }
    }
    return (
      bodies,
      {
        let f = fails(w.fault, check(w))
        d.dispose()
        return withExtendedLifetime(d) {
          fails(
            f, want(na.v == 1 && nb.v <= 1, "inputs disposed \(na.v) \(nb.v)"),
            want(freed.v == 1, "captured freed \(freed.v)"))
        }
      }
    )
  }
}

func operatorPrograms() {
  two("combineLatest: last pair", { combineLatest($0, $1).map { $0.0 * 1000 + $0.1 } }, [1, 2], [1, 2]) {
    want($0.values.last == 2002, "\($0.values)")
  }
  two(
    "combineLatest: ends", { combineLatest($0, $1).map { $0.0 * 1000 + $0.1 } }, [1], [1], completeA: true,
    completeB: true
  ) { fails(want($0.values.last == 1001, "\($0.values)"), want($0.ended == ["completed"], "no end")) }
  two(
    "combineLatest: disposed", { combineLatest($0, $1).map { $0.0 * 1000 + $0.1 } }, [1], [1],
    completeA: true, dispose: true
  ) { _ in nil }
  two(
    "combineLatest of 3: last", { combineLatest($0, $1, Sig.single(5)).map { $0.0 * 1000 + $0.1 } }, [1, 2],
    [1]
  ) { want($0.values.last == 2001, "\($0.values)") }
  two("zip", { zip($0, $1).map { $0.0 * 1000 + $0.1 } }, [1, 2], [1, 2], completeA: true, completeB: true) {
    fails(want($0.values == [1001, 2002], "\($0.values)"), want($0.ended == ["completed"], "no end"))
  }
  two("zip: one ends early", { zip($0, $1).map { $0.0 * 1000 + $0.1 } }, [1], [1, 2], completeA: true) {
    fails(want($0.values == [1001], "\($0.values)"), want($0.ended == ["completed"], "no end"))
  }
  two("merge", { $0.merge($1) }, [101, 102], [201], completeA: true, completeB: true) {
    fails(want($0.values.count == 3, "\($0.values)"), $0.ordered(), want($0.ended == ["completed"], "no end"))
  }
  two("merge: disposed", { $0.merge($1) }, [101], [201], completeA: true, completeB: true, dispose: true) {
    _ in nil
  }
  two(
    "withLatestFrom", { $0.withLatestFrom($1).map { $0.0 * 1000 + $0.1 } }, [1, 2], [1, 2], completeA: true
  ) {
    fails(
      want($0.ended == ["completed"], "no end"),
      want($0.values.map { $0 % 1000 } == $0.values.map { $0 % 1000 }.sorted(), "went back \($0.values)"))
  }
  two("take(untilSignal:)", { $0.take(untilSignal: $1) }, [101, 102], [201]) {
    fails(want($0.ended == ["completed"], "no end"), $0.ordered())
  }
  two("skip(untilSignal:)", { $0.skip(untilSignal: $1) }, [101, 102], [201], completeA: true) {
    fails(want($0.ended == ["completed"], "no end"), $0.ordered())
  }
  two("sample", { $0.sample(on: $1) }, [101, 102], [201], completeA: true) {
    fails(
      want($0.ended == ["completed"], "no end"), want($0.values.last == 102, "\($0.values)"), $0.ordered())
  }
  two("race", { race([$0, $1]) }, [101, 102], [201, 202], completeA: true, completeB: true) {
    fails(
      want($0.ended == ["completed"], "no end"),
      want($0.values == [101, 102] || $0.values == [201, 202], "\($0.values)"))
  }
  two("race: one ends at once", { race([$0, $1]) }, [101], [], completeA: true, completeB: true) {
    fails(
      want($0.ended == ["completed"], "no end"), want($0.values == [101] || $0.values == [], "\($0.values)"))
  }
  two(
    "catch of nothing, merged", { $0.then(.single(9)).merge($1) }, [101], [201], completeA: true,
    completeB: true
  ) { fails(want($0.ended == ["completed"], "no end"), want($0.values.count == 3, "\($0.values)")) }

  scenario("switchToLatest: outer x2, inner 1, inner 2", 3) {
    let co = Cell<Subscriber<Int, Never>?>(nil)
    let w = Watch()
    let no = Cell(0)
    let p1 = ValuePipe<Int>()
    let p2 = ValuePipe<Int>()
    let d = source(co, no).mapToSignal { $0 == 1 ? p1.signal() : Sig.single(900).then(p2.signal()) }.watch(w)
    let o = co.v!
    o.putNext(1)
    return (
      [
        { o.putNext(2) },
        {
          p1.putNext(101)
          p1.putNext(102)
        }, { p2.putNext(201) },
      ],
      {
        let i = w.values.firstIndex(of: 900)
        let f = fails(
          w.fault, want(i != nil, "the new inner is lost"),
          want(
            i == nil || !w.values[i!...].contains { $0 / 100 == 1 }, "a replaced inner is heard \(w.values)"),
          w.ordered())
        p2.putNext(202)
        let g = fails(f, want(w.values.last == 202, "stuck \(w.values)"))
        d.dispose()
        return g
      }
    )
  }
  scenario("switchToLatest: outer completes, inner completes", 2) {
    let co = Cell<Subscriber<Int, Never>?>(nil)
    let ci = Cell<Subscriber<Int, Never>?>(nil)
    let w = Watch()
    let no = Cell(0)
    let ni = Cell(0)
    let d = source(co, no).mapToSignal { _ in source(ci, ni) }.watch(w)
    let o = co.v!
    o.putNext(1)
    let i = ci.v!
    return (
      [
        { o.putCompletion() },
        {
          i.putNext(101)
          i.putCompletion()
        },
      ],
      {
        let f = fails(
          w.fault, want(w.values == [101], "\(w.values)"), want(w.ended == ["completed"], "no end"),
          want(no.v == 1 && ni.v == 1, "disposed \(no.v) \(ni.v)"))
        d.dispose()
        return f
      }
    )
  }
  scenario("switchToLatest: outer replaces, inner completes, dispose", 3) {
    let co = Cell<Subscriber<Int, Never>?>(nil)
    let ci = Cell<Subscriber<Int, Never>?>(nil)
    let w = Watch()
    let no = Cell(0)
    let ni = Cell(0)
    let starts = Cell(0)
    let d = source(co, no).mapToSignal { _ in
      Sig { s in
        starts.v += 1
        ci.v = s
        return ActionDisposable { ni.v += 1 }
      }
    }.watch(w)
    let o = co.v!
    o.putNext(1)
    let i = ci.v!
    return (
      [
        {
          o.putNext(2)
          o.putCompletion()
        },
        {
          i.putNext(101)
          i.putCompletion()
        },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        ci.v = nil
        return fails(
          w.fault, want(no.v == 1 && ni.v == starts.v, "disposed \(no.v), inners \(ni.v) of \(starts.v)"),
          want(w.ended == [], "ended though an inner runs"))
      }
    )
  }
  scenario("mapToQueue: outer x2 and end, first inner ends", 2) {
    let co = Cell<Subscriber<Int, Never>?>(nil)
    let ci = Cell<Subscriber<Int, Never>?>(nil)
    let w = Watch()
    let d = source(co).mapToQueue { $0 == 1 ? source(ci) : Sig.single($0) }.watch(w)
    let o = co.v!
    o.putNext(1)
    let i = ci.v!
    return (
      [
        {
          o.putNext(301)
          o.putNext(302)
          o.putCompletion()
        },
        {
          i.putNext(101)
          i.putCompletion()
        },
      ],
      {
        let f = fails(
          w.fault, want(w.values == [101, 301, 302], "\(w.values)"), want(w.ended == ["completed"], "no end"))
        d.dispose()
        return f
      }
    )
  }
  scenario("expand: two roots on two threads", 2) {
    let ca = Cell<Subscriber<Int, Never>?>(nil)
    let cb = Cell<Subscriber<Int, Never>?>(nil)
    let w = Watch()
    let d = source(ca).merge(source(cb)).expand { $0 % 100 < 3 ? Sig.single($0 + 1) : .complete() }.watch(w)
    let a = ca.v!
    let b = cb.v!
    return (
      [
        {
          a.putNext(101)
          a.putCompletion()
        },
        {
          b.putNext(202)
          b.putCompletion()
        },
      ],
      {
        let f = fails(
          w.fault, want(w.values.sorted() == [101, 102, 103, 202, 203], "\(w.values)"),
          want(w.ended == ["completed"], "no end"))
        d.dispose()
        return f
      }
    )
  }
  scenario("then: ends while starting, dispose", 3) {
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let c2 = Cell<Subscriber<Int, Never>?>(nil)
    let w = Watch()
    let n = Cell(0)
    let n2 = Cell(0)
    let starts = Cell(0)
    let d = source(c, n).then(
      Sig { s in
        starts.v += 1
        s.putNext(201)
        c2.v = s
        return ActionDisposable { n2.v += 1 }
      }
    ).watch(w)
    let s = c.v!
    return (
      [
        {
          s.putNext(101)
          s.putCompletion()
        },
        {
          c2.v?.putNext(202)
          c2.v?.putCompletion()
        },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        c2.v = nil
        return fails(
          w.fault, w.ordered(), want(n.v == 1, "first disposed \(n.v)"),
          want(n2.v == starts.v, "second disposed \(n2.v) of \(starts.v)"))
      }
    )
  }
  scenario("retry: error, dispose", 2) {
    let c = Cell<Subscriber<Int, Oops>?>(nil)
    let w = Watch()
    let n = Cell(0)
    let starts = Cell(0)
    let d = SigE { s in
      starts.v += 1
      c.v = s
      return ActionDisposable { n.v += 1 }
    }.retry(2).watch(w)
    let s = c.v!
    return (
      [
        {
          s.putNext(101)
          s.putError(Oops())
          c.v?.putNext(102)
        },
        {
          d.dispose()
          w.disposed()
        },
      ],
      {
        c.v = nil
        return fails(w.fault, want(n.v == starts.v, "disposed \(n.v) of \(starts.v)"))
      }
    )
  }
  scenario("share: the first leaves, another joins, the source sends", 3) {
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let starts = Cell(0)
    let w = Watch()
    let w2 = Watch()
    let late = Cell<(any Disposable)?>(nil)
    let sh = Sig { s in
      starts.v += 1
      c.v = s
      return ActionDisposable { n.v += 1 }
    }.share()
    let d = sh.watch(w)
    return (
      [
        {
          d.dispose()
          w.disposed()
        }, { late.v = sh.watch(w2) }, { c.v?.putNext(101) },
      ],
      {
        c.v?.putNext(102)
        let f = fails(
          w.fault, w2.fault,
          want(w2.values.last == 102, "who joined hears nothing \(w2.values) starts \(starts.v)"))
        late.v?.dispose()
        return fails(f, want(n.v == starts.v, "disposed \(n.v) of \(starts.v)"))
      }
    )
  }
  scenario("share(replay: 1): send x2, join, end", 3) {
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let starts = Cell(0)
    let w = Watch()
    let w2 = Watch()
    let late = Cell<(any Disposable)?>(nil)
    let sh = Sig { s in
      starts.v += 1
      c.v = s
      return ActionDisposable { n.v += 1 }
    }.share(replay: 1)
    let d = sh.watch(w)
    let s = c.v!
    s.putNext(101)
    return (
      [
        {
          s.putNext(102)
          s.putNext(103)
        }, { late.v = sh.watch(w2) }, { s.putCompletion() },
      ],
      {
        let f = fails(
          w.fault, w2.fault, w.ordered(), w2.ordered(), want(w.ended == ["completed"], "no end"),
          want(w2.ended == ["completed"] || starts.v == 2, "who joined has no end"),
          want(starts.v == 2 || w2.values.last == w.values.last, "joined \(w2.values), first \(w.values)"))
        c.v = nil
        d.dispose()
        late.v?.dispose()
        return fails(f, want(n.v == starts.v, "disposed \(n.v) of \(starts.v)"))
      }
    )
  }
  scenario("share: two join at once, both leave", 2) {
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let starts = Cell(0)
    let sh = Sig { s in
      starts.v += 1
      c.v = s
      return ActionDisposable { n.v += 1 }
    }.share()
    return (
      [{ sh.start().dispose() }, { sh.start().dispose() }],
      {
        c.v = nil
        return want(n.v == starts.v, "disposed \(n.v) of \(starts.v)")
      }
    )
  }
  scenario("MetaDisposable: set, set, dispose", 3) {
    let m = MetaDisposable()
    let n = Cell(0)
    return (
      [{ m.set(ActionDisposable { n.v += 1 }) }, { m.set(ActionDisposable { n.v += 10 }) }, { m.dispose() }],
      { want(n.v == 11, "\(n.v)") }
    )
  }
  scenario("DisposableSet: add, remove, dispose", 3) {
    let m = DisposableSet()
    let n = Cell(0)
    let x = ActionDisposable { n.v += 10 }
    m.add(x)
    return (
      [
        { m.add(ActionDisposable { n.v += 1 }) },
        {
          m.remove(x)
          x.dispose()
        }, { m.dispose() },
      ], { want(n.v == 11, "\(n.v)") }
    )
  }
}
