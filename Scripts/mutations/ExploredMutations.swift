extension Mutation {
  /// Faults that `explore` has to find: a program of it breaks the contract under some schedule.
  static let explored: [Mutation] = races + orderings

  /// Each ordering in the sources that asks for something, one step weaker.
  static let orderings: [Mutation] = [
    weaker(
      "Turnstile.has", "SignalPrimitives/Turnstile.swift",
      "word.load(ordering: .acquiring) & flag != 0", "acquiring", "relaxed"),
    weaker(
      "Turnstile.enter", "SignalPrimitives/Turnstile.swift",
      "expected: free, desired: free | Self.taken, ordering: .acquiring", "acquiring", "relaxed"),
    weaker(
      "Turnstile.link", "SignalPrimitives/Turnstile.swift",
      "desired: address | current & Self.flags | flag,\n      successOrdering: .acquiringAndReleasing",
      "acquiringAndReleasing", "acquiring"),
    weaker(
      "Turnstile.link", "SignalPrimitives/Turnstile.swift",
      "desired: address | current & Self.flags | flag,\n      successOrdering: .acquiringAndReleasing",
      "acquiringAndReleasing", "releasing"),
    weaker(
      "Turnstile.enterIfOffered", "SignalPrimitives/Turnstile.swift",
      "desired: seen | Self.taken, successOrdering: .acquiring", "acquiring", "relaxed"),
    weaker(
      "Turnstile.leave", "SignalPrimitives/Turnstile.swift",
      "desired: held & ~Self.taken, ordering: .releasing", "releasing", "relaxed"),
    weaker(
      "Turnstile.takeNewest", "SignalPrimitives/Turnstile.swift",
      "word.bitwiseAnd(Self.flags, ordering: .acquiring)", "acquiring", "relaxed"),
    weaker(
      "Turnstile.offer", "SignalPrimitives/Turnstile.swift",
      "desired: offered, successOrdering: .releasing", "releasing", "relaxed"),
    weaker(
      "Turnstile.raise", "SignalPrimitives/Turnstile.swift",
      "(enters ? Self.taken : 0),\n        successOrdering: .acquiringAndReleasing", "acquiringAndReleasing",
      "acquiring"),
    weaker(
      "Turnstile.raise", "SignalPrimitives/Turnstile.swift",
      "(enters ? Self.taken : 0),\n        successOrdering: .acquiringAndReleasing", "acquiringAndReleasing",
      "releasing"),
    weaker(
      "Turnstile.raiseIfFree", "SignalPrimitives/Turnstile.swift",
      "desired: current | raised, successOrdering: .acquiring", "acquiring", "relaxed"),
    weaker(
      "HeldObject.drop", "SignalPrimitives/HeldObject.swift",
      "address.exchange(0, ordering: .acquiringAndReleasing)", "acquiringAndReleasing", "acquiring"),
    weaker(
      "HeldObject.drop", "SignalPrimitives/HeldObject.swift",
      "address.exchange(0, ordering: .acquiringAndReleasing)", "acquiringAndReleasing", "releasing"),
    weaker(
      "HeldObject.hold", "SignalPrimitives/HeldObject.swift",
      "UInt(bitPattern: held.toOpaque()), ordering: .releasing", "releasing", "relaxed"),
    weaker(
      "HeldObject.pointer", "SignalPrimitives/HeldObject.swift", "address.load(ordering: .acquiring)",
      "acquiring", "relaxed"),
    weaker(
      "ActionDisposable.isFinished", "Disposables/ActionDisposable.swift",
      "isTaken.load(ordering: .acquiring)", "acquiring", "relaxed"),
    weaker(
      "ActionDisposable.dispose", "Disposables/ActionDisposable.swift",
      "isTaken.exchange(true, ordering: .releasing)", "releasing", "relaxed"),
    weaker(
      "Cutoff.isCut", "Operators/Cutoff.swift", "flag.load(ordering: .acquiring)", "acquiring", "relaxed"),
    weaker(
      "Cutoff.dispose", "Operators/Cutoff.swift", "cutoff.flag.store(true, ordering: .releasing)",
      "releasing", "relaxed"),
    weaker(
      "StartedSignal.isFinished", "Signals/Signal+Start.swift", "?? isDisposed.load(ordering: .acquiring)",
      "acquiring", "relaxed"),
    weaker(
      "StartedSignal.dispose", "Signals/Signal+Start.swift", "isDisposed.store(true, ordering: .releasing)",
      "releasing", "relaxed"),
  ]

  private static func weaker(
    _ access: String, _ file: String, _ original: String, _ strong: String, _ weak: String
  ) -> Mutation {
    Mutation(
      name: "\(access) is \(weak) and not \(strong)", file: file, original: original,
      mutant: original.replacing(".\(strong)", with: ".\(weak)"), ordering: weak)
  }

  /// What goes wrong between threads alone.
  static let races: [Mutation] = [
    Mutation(
      name: "leave does not look for what waits", file: "SignalPrimitives/Turnstile.swift",
      original: "return held & ~(Self.marks & ~heeded) == Self.taken\n      && word.compareExchange(",
      mutant: "return held != 0\n      && word.compareExchange("),
    Mutation(
      name: "enter takes a turn that is offered", file: "SignalPrimitives/Turnstile.swift",
      original: "return free & ~Self.marks == 0\n      && word",
      mutant: "return free & (Self.taken | Self.closed) == 0\n      && word"),
    Mutation(
      name: "enter does not check whether it is taken", file: "SignalPrimitives/Turnstile.swift",
      original: "return free & ~Self.marks == 0\n      && word",
      mutant: "return free & Self.closed == 0\n      && word"),
    Mutation(
      name: "push says that the item waits for a holder who has gone",
      file: "SignalPrimitives/Turnstile.swift",
      original: "return current & Self.taken == 0 ? .entered : .queued", mutant: "return .queued"),
    Mutation(
      name: "who closes a turnstile has the turn that another offers",
      file: "SignalPrimitives/Turnstile.swift",
      original: "let enters = raised & Self.closed != 0 && current & ~Self.marks == 0",
      mutant: "let enters = raised & Self.closed != 0 && current & Self.taken == 0"),
    Mutation(
      name: "who closes a free turnstile does not take the turn", file: "SignalPrimitives/Turnstile.swift",
      original: "let enters = raised & Self.closed != 0 && current & ~Self.marks == 0",
      mutant: "let enters = false"),
    Mutation(
      name: "who offers the turn does not take it back", file: "SignalPrimitives/Turnstile.swift",
      original: "    return enterIfOffered()\n", mutant: "    return false\n"),
    Mutation(
      name: "who offers the turn takes it back in any case", file: "SignalPrimitives/Turnstile.swift",
      original: "    return enterIfOffered()\n", mutant: "    _ = enterIfOffered()\n    return true\n"),
    Mutation(
      name: "the mark is raised before the upstream is stored", file: "Signals/Subscription.swift",
      original: "upstream = disposable\n    let before = turn.raise(Self.attached).before",
      mutant: "let before = turn.raise(Self.attached).before\n    upstream = disposable"),
    Mutation(
      name: "what is returned after the disposal is not disposed of", file: "Signals/Subscription.swift",
      original: "if before & Self.detached != 0 { takeUpstream()?.dispose() }", mutant: ""),
    Mutation(
      name: "an upstream is disposed of by everybody", file: "Signals/Subscription.swift",
      original: "guard before & Self.detached == 0 else { return }", mutant: ""),
    Mutation(
      name: "a sink is dropped while its handler runs", file: "Signals/Subscription.swift",
      original: "detach(ifFirst: before)\n    if entered { dropSink() }",
      mutant: "detach(ifFirst: before)\n    sink.drop()"),
    Mutation(
      name: "what is kept alive after the end stays", file: "Signals/Subscription.swift",
      original: "if turn.raise(0).before & Self.detached != 0 { owned.giveUp() }", mutant: ""),
    Mutation(
      name: "an action runs for each who disposes", file: "Disposables/ActionDisposable.swift",
      original: "guard !isTaken.exchange(true, ordering: .releasing) else { return }",
      mutant:
        "if isTaken.load(ordering: .acquiring) { return }\n    _ = isTaken.exchange(true, ordering: .releasing)"
    ),
    Mutation(
      name: "who goes has the seat vacated under another's delivery", file: "Promises/HubCore.swift",
      original: "if turn.raise(Self.changed).before & (Turnstile.taken | Turnstile.closed) != 0 {",
      mutant: "if turn.raise(Self.changed).before & Turnstile.closed != 0 {"),
    Mutation(
      name: "who comes sits down during a delivery", file: "Promises/HubCore.swift",
      original: "guard turn.raiseIfFree(Self.changed) else { return false }", mutant: ""),
    Mutation(
      name: "a promise decides the order outside its lock", file: "Promises/ValuePromise.swift",
      original: "let (replaced, ticket) = stored.withLock { ($0.replace(with: value), hub.reserve(value)) }",
      mutant:
        "let replaced = stored.withLock { $0.replace(with: value) }\n      let ticket = hub.reserve(value)"),
  ]
}
