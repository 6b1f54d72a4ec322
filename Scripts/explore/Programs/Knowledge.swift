import Disposables
import Interleaving
import Operators
import Promises
import SignalPrimitives
import Signals

/// Who finds that something is over knows what was done before it was disposed of.
private func knowledge(
  _ name: String, _ make: @escaping () -> (dispose: () -> Void, isOver: () -> Bool)
) {
  scenario("over: " + name, 2) {
    let memory = Plain("what was done before a disposal")
    let (dispose, isOver) = make()
    return (
      [
        {
          memory.write()
          dispose()
        },
        { if isOver() { memory.read() } },
      ], { want(isOver(), "it goes on") }
    )
  }
}

/// A disposable as others write them.
private final class Foreign: Disposable {
  func dispose() {}
}

private func isFinished(_ disposable: any Disposable) -> () -> Bool {
  { (disposable as? any Finishable)?.isFinished ?? false }
}

func knowledgePrograms() {
  knowledge("a subscriber") {
    let cell = Cell<Subscriber<Int, Never>?>(nil)
    let subscription = source(cell).merge(.never()).watch(Watch())
    let subscriber = cell.v
    return ({ subscription.dispose() }, { subscriber?.isActive == false })
  }
  knowledge("a subscriber of an operator with one input") {
    let cell = Cell<Subscriber<Int, Never>?>(nil)
    let subscription = source(cell).map { $0 }.take(2).watch(Watch())
    let subscriber = cell.v
    return ({ subscription.dispose() }, { subscriber?.isActive == false })
  }
  knowledge("an action") {
    let action = ActionDisposable {}
    return ({ action.dispose() }, isFinished(action))
  }
  knowledge("a subscription") {
    let subscription = source(Cell(nil)).watch(Watch())
    return ({ subscription.dispose() }, isFinished(subscription))
  }
  knowledge("a subscription to a pipe") {
    let pipe = ValuePipe<Int>()
    let subscription = pipe.signal().watch(Watch())
    return (
      {
        subscription.dispose()
        withExtendedLifetime(pipe) {}
      }, isFinished(subscription)
    )
  }
  knowledge("a subscription to what others write") {
    let subscription = Sig.bare(runsForeignCode: false) { _ in Foreign() }.map { $0 }.watch(Watch())
    return ({ subscription.dispose() }, isFinished(subscription))
  }
  knowledge("an operator with one input over what others write") {
    let subscription = Sig.bare(runsForeignCode: false) { _ in Foreign() }.take(2).watch(Watch())
    return ({ subscription.dispose() }, isFinished(subscription))
  }
  knowledge("a container") {
    let subscription = MetaDisposable(ActionDisposable {})
    return ({ subscription.dispose() }, isFinished(subscription))
  }
}

/// Knows in its deinit what was done before it was made.
private final class Kept {
  private let memory: Plain

  init(_ memory: Plain) {
    self.memory = memory
    memory.write()
  }

  deinit { memory.write() }
}

/// A struct that is not copied can't be captured.
private final class Holder {
  let held = HeldObject()
}

func heldObjectPrograms() {
  scenario("held object: hold, hold, drop", 3) {
    let holder = Holder()
    let freed = Cell(0)
    func hold() {
      holder.held.hold(
        Canary { [kept = Kept(Plain("what is held"))] in withExtendedLifetime(kept) { freed.v += 1 } })
    }
    return (
      [{ hold() }, { hold() }, { holder.held.drop() }],
      {
        holder.held.drop()
        return want(freed.v == 2, "freed \(freed.v) of 2")
      }
    )
  }
}
