/// A fault to plant: a piece of an operator, and what takes its place.
struct Mutation: Sendable {
  let name: String
  /// The file, below `Modules`.
  let file: String
  /// Occurs once in the file.
  let original: String
  let mutant: String
  /// The weaker ordering, if it is nothing but that.
  var ordering: String?

  static let all: [Mutation] = [
    Mutation(
      name: "take lets one value more through", file: "Operators/Filtering/Take.swift",
      original: "let remaining = SerialState(count)", mutant: "let remaining = SerialState(count + 1)"),
    Mutation(
      name: "distinctUntilChanged compares with the first value",
      file: "Operators/Filtering/DistinctUntilChanged.swift",
      original: "if let previous = newest.value, isEqual(previous, value) { return true }",
      mutant: "if let previous = newest.value { return isEqual(previous, value) ? true : next(value) }"),
    Mutation(
      name: "debounce sends a value again at the end", file: "Operators/Filtering/Debounce.swift",
      original: """
          @inlinable mutating func momentCame() -> PacingStep<T, T> {
            PacingStep(output: waiting.take())
        """,
      mutant: """
          @inlinable mutating func momentCame() -> PacingStep<T, T> {
            PacingStep(output: waiting)
        """),
    Mutation(
      name: "throttle loses what waits at the end", file: "Operators/Filtering/Throttle.swift",
      original: """
          @inlinable mutating func sourceEnded(byError: Bool) -> T? {
            waiting.take()
        """,
      mutant: """
          @inlinable mutating func sourceEnded(byError: Bool) -> T? {
            nil
        """),
    Mutation(
      name: "a publisher is asked for one value after the other", file: "Bridges/Combine+Signal.swift",
      original: "subscription.request(.unlimited)", mutant: "subscription.request(.max(1))"),
    Mutation(
      name: "a subscriber that cancels at once starts the signal", file: "Bridges/Combine+Signal.swift",
      original: "guard !delivery.isOver else { return }", mutant: ""),
    Mutation(
      name: "a publisher that has ended is cancelled", file: "Bridges/Combine+Signal.swift",
      original: "upstream.end()", mutant: ""),
    Mutation(
      name: "a property that is observed is not read at the start", file: "Bridges/KeyValueObserving.swift",
      original: "options: .initial", mutant: "options: []"),
    Mutation(
      name: "combineLatest completes with its first input", file: "Operators/Combining/CombineLatest.swift",
      original: "return state.active == 0 ? gate.reserve(event: .completed) : .nothing",
      mutant: "return gate.reserve(event: .completed)"),
    Mutation(
      name: "combineLatest frees the value of an input that completes",
      file: "Operators/Combining/CombineLatest.swift",
      original: """
                    return update { element.exchange(&exchanged, &$0) }
                  },
                  error: { self.gate.putError($0) },
                  completed: { self.inputCompleted() },
        """,
      mutant: """
                    return update { element.exchange(&exchanged, &$0) }
                  },
                  error: { self.gate.putError($0) },
                  completed: {
                    element.empty()
                    self.inputCompleted()
                  },
        """),
    Mutation(
      name: "combineLatest never frees its last values", file: "Operators/Combining/CombineLatest.swift",
      original: "for element in elements { element.empty() }", mutant: ""),
    Mutation(
      name: "zip waits for all inputs to complete", file: "Operators/Combining/Zip.swift",
      original: "if isComplete { tally.isOver = true }", mutant: ""),
    Mutation(
      name: "withLatestFrom completes with the other signal",
      file: "Operators/Combining/WithLatestFrom.swift",
      original: "completed: {},", mutant: "completed: { gate.putCompletion() },"),
    Mutation(
      name: "switchToLatest counts the completion of a replaced signal",
      file: "Operators/Flattening/SwitchToLatest.swift",
      original: "guard round == self.round else { return false }", mutant: ""),
    Mutation(
      name: "switchToLatest delivers a queued value of a replaced signal",
      file: "Operators/Flattening/SwitchToLatest.swift",
      original: "return isCurrent ? sink.next(value) : true",
      mutant: "return isCurrent || true ? sink.next(value) : true"),
    Mutation(
      name: "switchToLatest fails by a queued error of a replaced signal",
      file: "Operators/Flattening/SwitchToLatest.swift",
      original: "let counts = round == decided.round && !isOver", mutant: "let counts = !isOver"),
    Mutation(
      name: "what a part has returned is disposed of when the next part has begun",
      file: "Operators/Succession.swift",
      original: "    current.set(nil)\n", mutant: ""),
    Mutation(
      name: "throttled keeps everything that waits", file: "Operators/Flattening/Flattening.swift",
      original: "let replaced = waiting.popFirst()", mutant: "let replaced: Inner? = nil"),
    Mutation(
      name: "a flattening operator completes with the outer signal",
      file: "Operators/Flattening/Flattening.swift",
      original: """
            isOuterActive = false
            return isComplete
        """,
      mutant: """
            isOuterActive = false
            return true
        """),
    Mutation(
      name: "retry makes one start less", file: "Operators/Recovering/Retry.swift",
      original: "failures <= maxRetries ? .againAtOnce : .giveUp(error)",
      mutant: "failures < maxRetries ? .againAtOnce : .giveUp(error)"),
    Mutation(
      name: "a value does not reset retry", file: "Operators/Recovering/Retry.swift",
      original: "failures.withLock { $0 = 0 }", mutant: ""),
    Mutation(
      name: "a timeout is not cancelled by the first event", file: "Operators/Time/Timeout.swift",
      original: "if progress == .waiting { progress = .inTime }", mutant: ""),
    Mutation(
      name: "delayValues delays an error", file: "Operators/Time/DelayValues.swift",
      original: "gate.putError(error)",
      mutant: "_ = line.scheduler.after(line.interval) { gate.putError(error) }"),
    Mutation(
      name: "an older timer takes the place of a newer one", file: "Operators/LatestTimer.swift",
      original: "if state.isDisposed || number < state.number { return timer }",
      mutant: "if state.isDisposed { return timer }"),
    Mutation(
      name: "deliverOn overtakes what waits", file: "Operators/Queues/DeliverOn.swift",
      original: "let isFirst = service == .none", mutant: "let isFirst = true"),
    Mutation(
      name: "share keeps the run of a signal that has ended", file: "Promises/Connections.swift",
      original: "table.withLock { remove(connection.members, key, from: &$0) }", mutant: ""),
    Mutation(
      name: "a handler is entered by two threads", file: "Signals/Subscriber.swift",
      original: """
            if subscription.turn.enter() { return deliverClaimed(value) }
            put(.next(value))
        """,
      mutant: """
            _ = subscription.turn.enter()
            if isActive { return deliverClaimed(value) }
        """),
    Mutation(
      name: "the sinks of an operator's inputs are entered by two threads",
      file: "Signals/Making/Inputs.swift",
      original: "if subscription.turn.enter() {", mutant: "if subscription.turn.enter() || !isOver {"),
    Mutation(
      name: "an input that is not wanted, as is found out later, goes on",
      file: "Signals/Making/Inputs.swift",
      original: "if !isOver && !run.isOver && !next(value) { run.dispose() }",
      mutant: "if !isOver && !run.isOver { _ = next(value) }"),
    Mutation(
      name: "an input is started when the run is over", file: "Signals/Making/Inputs.swift",
      original: "guard !isOver, outer.isOpen else {", mutant: "guard outer.isOpen else {"),
    Mutation(
      name: "a sink outlives its subscriber", file: "Signals/Subscriber.swift",
      original: "subscription.abandon()", mutant: ""),
    Mutation(
      name: "deliverOn keeps its queue for itself", file: "Operators/Queues/DeliverOn.swift",
      original: "if isTurnOver {", mutant: "if isTurnOver && waiting.isEmpty {"),
    Mutation(
      name: "a turnstile offers the turn and keeps it", file: "SignalPrimitives/Turnstile.swift",
      original: "let offered = (hasNew ? held : held | Self.inLine) & ~Self.taken",
      mutant: "let offered = (hasNew ? held : held | Self.inLine)"),
    Mutation(
      name: "what was not queued is never freed", file: "SignalPrimitives/WaitingNode.swift",
      original: "Unmanaged.passUnretained(self).release()", mutant: ""),
    Mutation(
      name: "a hub is not told that somebody has gone", file: "Promises/HubCore.swift",
      original: "if turn.raise(Self.changed).before", mutant: "if turn.raise(0).before"),
    Mutation(
      name: "a seat that is given up holds its subscription", file: "Promises/HubSubscription.swift",
      original: "storage.pointee.seats[position]?.subscription.release()", mutant: ""),
    Mutation(
      name: "a sink is dropped while its handler runs", file: "Signals/Subscription.swift",
      original: """
            detach(ifFirst: before)
            if entered { dropSink() }
        """,
      mutant: """
            detach(ifFirst: before)
            if entered { dropSink() } else { sink.drop() }
        """),
    Mutation(
      name: "who disposes of a container second does not help", file: "Disposables/Holdings.swift",
      original: "return Helper.help(owner, thread) { forEach(taken) { ($0 as? any Finishable)?.dispose() } }",
      mutant: "return"),
    Mutation(
      name: "the ticket of a gate does not keep its value", file: "Signals/Subscriber+Operators.swift",
      original: "case .queued, .refused: .kept(value)", mutant: "case .queued, .refused: .nothing"),
    Mutation(
      name: "the ticket of a hub does not keep its value", file: "Promises/Hub.swift",
      original: "case .queued, .refused: .kept(value)", mutant: "case .queued, .refused: .nothing"),
  ]
}
