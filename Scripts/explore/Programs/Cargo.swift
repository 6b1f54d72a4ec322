// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument
// What is missing is a fault of the program, which may well end then.

import Concurrency
import Disposables
import Interleaving
import Operators
import Promises
import Signals

/// A value that looks at its deinit whether a lock is held.
final class Cargo: Sendable {
  let id: Int
  let seen: Cell<Int>
  let memory = Plain("a value")
  init(_ i: Int, _ s: Cell<Int>) {
    id = i
    seen = s
    memory.write()
  }
  func open() { memory.read() }
  deinit { if Explorer.current.holdsLock { seen.v += 1 } }
}
func cargo(
  _ name: String, hand: Bool = false,
  _ build: @escaping (Signal<Cargo, Never>, Signal<Cargo, Never>, Hand) -> Signal<Cargo, Never>
) {
  scenario("cargo: " + name, hand ? 2 : 2) {
    let seen = Cell(0)
    let a = Cell<Subscriber<Cargo, Never>?>(nil)
    let b = Cell<Subscriber<Cargo, Never>?>(nil)
    let h = Hand()
    let d = build(
      Signal { s in
        a.v = s
        return EmptyDisposable
      },
      Signal { s in
        b.v = s
        return EmptyDisposable
      }, h
    ).start(next: { $0.open() })
    let sa = a.v
    let sb = b.v
    a.v = nil
    b.v = nil
    return (
      [
        {
          sa?.putNext(Cargo(1, seen))
          sa?.putNext(Cargo(2, seen))
          sa?.putCompletion()
        },
        {
          if hand {
            h.run()
          } else {
            sb?.putNext(Cargo(3, seen))
            sb?.putNext(Cargo(4, seen))
            sb?.putCompletion()
          }
        },
      ],
      {
        a.v = nil
        b.v = nil
        d.dispose()
        h.clear()
        return want(seen.v == 0, "a value was freed under a lock")
      }
    )
  }
}
final class Same: Equatable, Sendable {
  let c: Cargo
  init(_ i: Int, _ s: Cell<Int>) { c = Cargo(i, s) }
  func open() { c.open() }
  static func == (a: Same, b: Same) -> Bool {
    if Explorer.current.holdsLock { a.c.seen.v += 1 }
    return a.c.id == b.c.id
  }
}
/// A value whose deinit sends into a pipe.
final class Sender: Sendable {
  let pipe: ValuePipe<Int>?
  init(_ p: ValuePipe<Int>?) { pipe = p }
  deinit { pipe?.putNext(1) }
}

func cargoPrograms() {
  cargo("zip") { a, b, _ in zip(a, b).map { $0.0 } }
  cargo("zip of an array") { a, b, _ in zip([a, b]).map { $0[0] } }
  cargo("combineLatest") { a, b, _ in combineLatest(a, b).map { $0.0 } }
  cargo("combineLatest of 3") { a, b, _ in combineLatest(a, b, Signal<Int, Never>.single(1)).map { $0.0 } }
  cargo("combineLatest of an array") { a, b, _ in combineLatest([a, b]).map { $0[0] } }
  cargo("withLatestFrom") { a, b, _ in a.withLatestFrom(b).map { $0.0 } }
  cargo("sample") { a, b, _ in a.sample(on: b) }
  cargo("merge") { a, b, _ in a.merge(b) }
  cargo("race") { a, b, _ in race([a, b]) }
  cargo("switchToLatest") { a, b, _ in a.mapToSignal { _ in b } }
  cargo("share(replay: 1)") { a, b, _ in a.merge(b).share(replay: 1) }
  cargo("debounce", hand: true) { a, _, h in a.debounce(1, on: h) }
  cargo("throttle", hand: true) { a, _, h in a.throttle(1, on: h) }
  cargo("buffer", hand: true) { a, _, h in a.buffer(1, on: h).map { $0[0] } }
  cargo("delayValues", hand: true) { a, _, h in a.delayValues(1, on: h) }
  cargo("deliverOn", hand: true) { a, _, h in a.deliverOn(h) }
  cargo("deliverLatestOn", hand: true) { a, _, h in a.deliverLatestOn(h) }
  cargo("timeout", hand: true) { a, b, h in a.timeout(1, queue: h, alternate: b) }
  scenario("cargo: ValuePromise", 2) {
    let seen = Cell(0)
    let p = ValuePromise(Same(0, seen))
    let d = p.get().start(next: { $0.open() })
    return (
      [
        {
          p.set(Same(1, seen))
          p.set(Same(2, seen))
        }, { p.set(Same(3, seen)) },
      ],
      {
        d.dispose()
        return want(seen.v == 0, "a value was freed under a lock")
      }
    )
  }
  scenario("cargo: ValuePromise ignoring repeats", 2) {
    let seen = Cell(0)
    let p = ValuePromise(Same(0, seen), ignoreRepeated: true)
    let d = p.get().start(next: { $0.open() })
    return (
      [
        {
          p.set(Same(1, seen))
          p.set(Same(2, seen))
        }, { p.set(Same(3, seen)) },
      ],
      {
        d.dispose()
        return want(seen.v == 0, "a value was freed under a lock")
      }
    )
  }
  scenario("cargo: Promise", 2) {
    let seen = Cell(0)
    let p = Promise<Cargo>()
    let d = p.get().start(next: { $0.open() })
    return (
      [
        { p.set(.single(Cargo(1, seen))) },
        {
          p.set(.single(Cargo(2, seen)))
          p.get().start().dispose()
        },
      ],
      {
        d.dispose()
        return want(seen.v == 0, "a value was freed under a lock")
      }
    )
  }
  scenario("cargo: zip, an input fails", 2) {
    let seen = Cell(0)
    let a = Cell<Subscriber<Cargo, Oops>?>(nil)
    let b = Cell<Subscriber<Cargo, Oops>?>(nil)
    let d = zip(
      Signal<Cargo, Oops> { s in
        a.v = s
        return EmptyDisposable
      },
      Signal<Cargo, Oops> { s in
        b.v = s
        s.putNext(Cargo(9, seen))
        s.putNext(Cargo(8, seen))
        return EmptyDisposable
      }
    ).start(
      next: {
        $0.0.open()
        $0.1.open()
      }, error: { _ in })
    let sa = a.v
    let sb = b.v
    a.v = nil
    b.v = nil
    return (
      [
        {
          sa?.putNext(Cargo(1, seen))
          sa?.putNext(Cargo(2, seen))
        }, { sb?.putError(Oops()) },
      ],
      {
        d.dispose()
        return want(seen.v == 0, "a value was freed under a lock")
      }
    )
  }
  scenario("cargo: combineLatest, an input fails", 2) {
    let seen = Cell(0)
    let a = Cell<Subscriber<Cargo, Oops>?>(nil)
    let b = Cell<Subscriber<Cargo, Oops>?>(nil)
    let d = combineLatest(
      Signal<Cargo, Oops> { s in
        a.v = s
        return EmptyDisposable
      },
      Signal<Cargo, Oops> { s in
        b.v = s
        s.putNext(Cargo(9, seen))
        return EmptyDisposable
      }
    ).start(
      next: {
        $0.0.open()
        $0.1.open()
      }, error: { _ in })
    let sa = a.v
    let sb = b.v
    a.v = nil
    b.v = nil
    return (
      [
        {
          sa?.putNext(Cargo(1, seen))
          sa?.putNext(Cargo(2, seen))
        }, { sb?.putError(Oops()) },
      ],
      {
        d.dispose()
        return want(seen.v == 0, "a value was freed under a lock")
      }
    )
  }
  scenario("deadlock: sample, values that pull the trigger when they go away", 2) {
    let a = Cell<Subscriber<Sender, Never>?>(nil)
    let trigger = ValuePipe<Int>()
    let d = Signal<Sender, Never> { s in
      a.v = s
      return EmptyDisposable
    }.sample(on: trigger.signal()).start(next: { _ in })
    let sa = a.v
    a.v = nil
    return (
      [
        {
          sa?.putNext(Sender(trigger))
          sa?.putNext(Sender(trigger))
          sa?.putCompletion()
        }, { trigger.putNext(2) },
      ],
      {
        d.dispose()
        return nil
      }
    )
  }
  scenario("deadlock: zip of three, values that send into the third when they go away", 2) {
    let a = Cell<Subscriber<Sender, Oops>?>(nil)
    let b = Cell<Subscriber<Int, Oops>?>(nil)
    let third = ValuePipe<Int>()
    let d = zip(
      Signal<Sender, Oops> { s in
        a.v = s
        return EmptyDisposable
      },
      Signal<Int, Oops> { s in
        b.v = s
        s.putNext(1)
        s.putNext(2)
        return EmptyDisposable
      }, third.signal().castError(Oops.self)
    )
    .start(next: { _ in }, error: { _ in })
    third.putNext(1)
    third.putNext(2)
    let sa = a.v
    let sb = b.v
    a.v = nil
    b.v = nil
    return (
      [
        {
          sa?.putNext(Sender(third))
          sa?.putNext(Sender(third))
        }, { sb?.putError(Oops()) },
      ],
      {
        d.dispose()
        return nil
      }
    )
  }
  scenario("deadlock: zip of three, waiting values that send into the third", 2) {
    let a = Cell<Subscriber<Int, Oops>?>(nil)
    let b = Cell<Subscriber<Sender, Oops>?>(nil)
    let third = ValuePipe<Int>()
    let d = zip(
      Signal<Int, Oops> { s in
        a.v = s
        return EmptyDisposable
      },
      Signal<Sender, Oops> { s in
        b.v = s
        s.putNext(Sender(third))
        s.putNext(Sender(third))
        return EmptyDisposable
      }, third.signal().castError(Oops.self)
    )
    .start(next: { _ in }, error: { _ in })
    third.putNext(1)
    third.putNext(2)
    let sa = a.v
    let sb = b.v
    a.v = nil
    b.v = nil
    return (
      [
        {
          sa?.putNext(1)
          sa?.putNext(2)
        }, { sb?.putError(Oops()) },
      ],
      {
        d.dispose()
        return nil
      }
    )
  }
}
