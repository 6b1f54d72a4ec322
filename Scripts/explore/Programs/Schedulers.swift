// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument
// What is missing is a fault of the program, which may well end then.

import Concurrency
import Disposables
import Interleaving
import Operators
import Promises
import Signals

/// A scheduler whose work is done by threads of the program.
final class Hand: Scheduler, @unchecked Sendable {
  // safe: one thread runs at a time
  private var works: [() -> Void] = []
  private let spot = Spot("scheduler")
  var now: Double { 0 }

  func isCurrent() -> Bool { false }

  func async(_ work: @escaping @Sendable () -> Void) {
    spot.touch("gives work to the scheduler")
    works.append(work)
  }

  func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    let waiting = Cell<(@Sendable () -> Void)?>(work)
    async {
      let work = waiting.v
      waiting.v = nil
      work?()
    }
    return ActionDisposable { waiting.v = nil }
  }

  /// Does what is there to do.
  func run() {
    while true {
      spot.touch("looks for work")
      if works.isEmpty { return }
      works.removeFirst()()
    }
  }

  /// Lets go of what is left.
  func clear() {
    let left = works
    works = []
    withExtendedLifetime(left) {}
  }
}
func onHand(
  _ name: String, _ build: @escaping (Sig, Hand) -> Sig, dispose: Bool = false, workers: Int = 1,
  _ check: @escaping (Watch) -> String?
) {
  scenario(name, 1 + workers + (dispose ? 1 : 0)) {
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let w = Watch()
    let h = Hand()
    let freed = Cell(0)
    let d: any Disposable
    do { d = build(source(c, n), h).watch(w, Canary { freed.v += 1 }) }
    let s = c.v!
    var bodies: [() -> Void] = [
      {
        s.putNext(101)
        s.putNext(102)
        s.putCompletion()
      }
    ]
    for _ in 0..<workers { bodies.append { h.run() } }
    if dispose {
      bodies.append {
        d.dispose()
        w.disposed()
      }
    }
    return (
      bodies,
      {
        h.run()
        let f = fails(w.fault, w.ordered(), dispose ? nil : check(w))
        d.dispose()
        h.run()
        h.clear()
        return withExtendedLifetime(d) {
          fails(f, want(n.v == 1, "disposed \(n.v)"), want(freed.v == 1, "captured freed \(freed.v)"))
        }
      }
    )
  }
}
let whole: (Watch) -> String? = {
  fails(want($0.values == [101, 102], "\($0.values)"), want($0.ended == ["completed"], "no end"))
}

func schedulerPrograms() {
  onHand("deliverOn", { $0.deliverOn($1) }, whole)
  onHand("deliverOn, two threads serve the queue", { $0.deliverOn($1) }, workers: 2, whole)
  onHand("deliverOn, disposed", { $0.deliverOn($1) }, dispose: true, whole)
  onHand("deliverLatestOn", { $0.deliverLatestOn($1) }) {
    fails(want($0.values.last == 102, "\($0.values)"), want($0.ended == ["completed"], "no end"))
  }
  onHand("debounce", { $0.debounce(1, on: $1) }) {
    fails(want($0.values.last == 102, "\($0.values)"), want($0.ended == ["completed"], "no end"))
  }
  onHand("throttle", { $0.throttle(1, on: $1) }) { whole($0) }
  onHand("throttle, disposed", { $0.throttle(1, on: $1) }, dispose: true) { whole($0) }
  onHand("buffer", { $0.buffer(1, on: $1).map { $0.reduce(0) { $0 * 1000 + $1 } } }) {
    fails(
      want($0.values == [101102] || $0.values == [101, 102], "\($0.values)"),
      want($0.ended == ["completed"], "no end"))
  }
  onHand("delayValues", { $0.delayValues(1, on: $1) }, whole)
  onHand("delayValues, two threads serve", { $0.delayValues(1, on: $1) }, workers: 2, whole)
  onHand("timeout", { $0.timeout(1, queue: $1, alternate: Sig.single(901)) }) {
    fails(
      want($0.values == [101, 102] || $0.values == [901], "\($0.values)"),
      want($0.ended == ["completed"], "no end"))
  }
  onHand("timeout, disposed", { $0.timeout(1, queue: $1, alternate: Sig.single(901)) }, dispose: true) { _ in
    nil
  }
  scenario("delay: timer, dispose", 2) {
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let n = Cell(0)
    let starts = Cell(0)
    let w = Watch()
    let h = Hand()
    let d = Sig { s in
      starts.v += 1
      s.putNext(101)
      c.v = s
      return ActionDisposable { n.v += 1 }
    }.delay(1, queue: h).watch(w)
    return (
      [
        { h.run() },
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
  scenario("runOn: start, dispose", 2) {
    let n = Cell(0)
    let starts = Cell(0)
    let w = Watch()
    let h = Hand()
    let c = Cell<Subscriber<Int, Never>?>(nil)
    let d = Sig { s in
      starts.v += 1
      s.putNext(101)
      c.v = s
      return ActionDisposable { n.v += 1 }
    }.runOn(h).watch(w)
    return (
      [
        { h.run() },
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
  scenario("Timer: tick, invalidate, start", 3) {
    let h = Hand()
    let fired = Cell(0)
    let freed = Cell(0)
    let late = Cell(false)
    var k: Canary? = Canary { freed.v += 1 }
    let t = Timer(
      timeout: 1, repeat: false,
      completion: { [k] in
        k?.sing()
        fired.v += 1
      }, queue: h)
    k = nil
    return (
      [
        { t.start() }, { h.run() },
        {
          t.invalidate()
          late.v = true
        },
      ],
      {
        h.run()
        h.clear()
        return fails(want(fired.v <= 1, "fired \(fired.v)"), want(freed.v == 1, "closure freed \(freed.v)"))
      }
    )
  }
}
