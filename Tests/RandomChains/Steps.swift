internal import Operators
internal import Signals
internal import TestSupport

// The operators with one input. What comes out is written down twice: by the real operator, and by a loop over a list.

extension Step {
  /// Makes an operator with random parameters.
  typealias Maker = @Sendable (inout SplitMix) -> Step

  static let all: [Maker] = values + ends + paces + rounds + neutral

  // MARK: Value by value

  private static let values: [Maker] = [
    { _ in Step("map", real: { $0.map { $0 * 7 % 41 } }, events: { $0.mapValues { [$0 * 7 % 41] } }) },
    { _ in
      Step(
        "filter", real: { $0.filter { $0 % 2 == 0 } }, events: { $0.mapValues { $0 % 2 == 0 ? [$0] : [] } })
    },
    { _ in
      Step(
        "compactMap", real: { $0.compactMap { $0 > 9 ? $0 - 1 : nil } },
        events: { $0.mapValues { $0 > 9 ? [$0 - 1] : [] } })
    },
    { _ in
      Step(
        "distinctUntilChanged", real: { $0.map { $0 / 10 }.distinctUntilChanged() },
        events: { line in
          var last: Int?
          return line.mapValues { value in
            defer { last = value / 10 }
            return last == value / 10 ? [] : [value / 10]
          }
        })
    },
    { _ in
      Step(
        "scan", real: { $0.scan(3) { mix($0, $1) } },
        events: { line in
          var state = 3
          return line.mapValues { value in
            state = mix(state, value)
            return [state]
          }
        })
    },
    { _ in
      Step(
        "pairwise", real: { $0.pairwise().map { mix($0, $1) } },
        events: { line in
          var last: Int?
          return line.mapValues { value in
            defer { last = value }
            return last.map { [mix($0, value)] } ?? []
          }
        })
    },
    { _ in
      Step(
        "enumerated", real: { $0.enumerated().map { mix($0, $1) } },
        events: { line in
          var number = -1
          return line.mapValues { value in
            number += 1
            return [mix(number, value)]
          }
        })
    },
    { _ in
      Step(
        "flatMap", real: { $0.map { $0 % 3 == 0 ? nil : $0 }.flatMap { $0 + 1 }.map { $0 ?? 0 } },
        events: { $0.mapValues { [$0 % 3 == 0 ? 0 : $0 + 1] } })
    },
    { _ in
      Step(
        "reduceLeft, sending",
        real: { signal in
          signal.reduceLeft(value: 1) { state, value, emit in
            if value % 2 == 0 { emit(value) }
            return mix(state, value)
          }
        },
        events: { line in
          var state = 1
          let sent = line.mapValues { value in
            state = mix(state, value)
            return value % 2 == 0 ? [value] : []
          }
          return sent.withLast { [state] }
        })
    },
    { _ in
      Step(
        "reduceLeft of signals",
        real: { signal in
          signal.reduceLeft(1) { state, value in
            .single((mix(state, value), value % 2 == 0 ? .some(state) : .none))
          }
        },
        events: { line in
          var state = 1
          let sent = line.mapValues { value in
            defer { state = mix(state, value) }
            return value % 2 == 0 ? [state] : []
          }
          return sent.withLast { [state] }
        })
    },
    { _ in
      Step(
        "ignoreValues", real: { $0.ignoreValues().map { _ -> Int in } }, events: { $0.mapValues { _ in [] } })
    },
    { random in
      let count = Int.random(in: 0...3, using: &random)
      return Step(
        "skip(\(count))", real: { $0.skip(count) },
        events: { line in
          var left = count
          return line.mapValues { value in
            left -= 1
            return left < 0 ? [value] : []
          }
        })
    },
    { _ in
      Step(
        "skip(while:)", real: { $0.skip(while: { $0 < 25 }) },
        events: { line in
          var isOpen = false
          return line.mapValues { value in
            isOpen = isOpen || value >= 25
            return isOpen ? [value] : []
          }
        })
    },
  ]

  // MARK: At the end, or ending early

  private static let ends: [Maker] = [
    { random in
      let count = Int.random(in: 0...4, using: &random)
      return Step(
        "take(\(count))", real: { $0.take(count) },
        model: { input, start in
          if count == 0 { return [TimedEvent(time: start, event: .completed)] }
          var left = count
          return try input(start).endingEarly { _ in
            left -= 1
            return (true, left == 0)
          }
        })
    },
    { _ in
      Step(
        "take(while:)", real: { $0.take(while: { $0 < 30 }) },
        events: { $0.endingEarly { ($0 < 30, $0 >= 30) } })
    },
    { _ in
      Step(
        "take(until:)",
        real: { $0.take(until: { SignalTakeAction(passthrough: $0 % 2 == 0, complete: $0 > 30) }) },
        events: { $0.endingEarly { ($0 % 2 == 0, $0 > 30) } })
    },
    { _ in Step("first", real: { $0.first() }, events: { $0.endingEarly { _ in (true, true) } }) },
    { random in
      let index = Int.random(in: 0...3, using: &random)
      return Step(
        "element(at: \(index))", real: { $0.element(at: index) },
        events: { line in
          var position = -1
          return line.endingEarly { _ in
            position += 1
            return (position == index, position == index)
          }
        })
    },
    { random in
      let count = Int.random(in: 0...3, using: &random)
      return Step(
        "takeLast(\(count))", real: { $0.takeLast(count) },
        events: { line in line.mapValues { _ in [] }.withLast { line.values.suffix(count) } })
    },
    { _ in
      Step(
        "last", real: { $0.last().map { $0 ?? -1 }.map { abs($0) } },
        events: { line in line.mapValues { _ in [] }.withLast { [line.values.last ?? 1] } })
    },
    { _ in
      Step(
        "reduce", real: { $0.reduce(5) { mix($0, $1) } },
        events: { line in line.mapValues { _ in [] }.withLast { [line.values.reduce(5, mix)] } })
    },
    { _ in
      Step(
        "reduceLeft", real: { $0.reduceLeft(value: 5, f: { mix($0, $1) }) },
        events: { line in line.mapValues { _ in [] }.withLast { [line.values.reduce(5, mix)] } })
    },
    { _ in
      Step(
        "collect", real: { $0.collect().map { $0.reduce(0, mix) } },
        events: { line in line.mapValues { _ in [] }.withLast { [line.values.reduce(0, mix)] } })
    },
    { random in
      let count = Int.random(in: 1...3, using: &random)
      return Step(
        "buffer(count: \(count))", real: { $0.buffer(count: count).map { $0.reduce(0, mix) } },
        events: { line in
          var values: [Int] = []
          let full = line.mapValues { value in
            values.append(value)
            guard values.count == count else { return [] }
            defer { values = [] }
            return [values.reduce(0, mix)]
          }
          return full.withLast { values.isEmpty ? [] : [values.reduce(0, mix)] }
        })
    },
    { _ in
      Step(
        "replaceError", real: { $0.replaceError(with: 8).castError(Failure.self) },
        events: { line in
          line.flatMap { timed -> Line in
            guard case .error = timed.event else { return [timed] }
            return [
              TimedEvent(time: timed.time, event: .next(8)), TimedEvent(time: timed.time, event: .completed),
            ]
          }
        })
    },
    { _ in
      Step(
        "mapError", real: { $0.mapError { Failure(code: $0.code + 1) } },
        events: { line in
          line.map { timed in
            guard case .error(let failure) = timed.event else { return timed }
            return TimedEvent(time: timed.time, event: .error(Failure(code: failure.code + 1)))
          }
        })
    },
    { _ in
      Step(
        "start(with:)", real: { $0.start(with: [6, 7]) },
        model: { input, start in
          try [6, 7].map { TimedEvent(time: start, event: .next($0)) } + input(start)
        })
    },
  ]

  // MARK: In time

  private static let paces: [Maker] = [
    { random in
      let interval = randomDelay(using: &random)
      return Step(
        "debounce(\(interval))", real: { $0.debounce(seconds(interval), on: $1.scheduler) },
        model: { input, start in
          var (out, waiting) = (Line(), nil as TimedEvent?)
          for timed in try input(start) {
            if let value = waiting, value.time < timed.time {
              out.append(value)
              waiting = nil
            }
            if timed.event.isTerminal { return out + (waiting.map { [$0.at(timed.time)] } ?? []) + [timed] }
            waiting = timed.at(timed.time + interval)
          }
          return out + (waiting.map { [$0] } ?? [])
        })
    },
    { random in
      let interval = randomDelay(using: &random)
      let latest = Bool.random(using: &random)
      return Step(
        "throttle(\(interval), latest: \(latest))",
        real: { $0.throttle(seconds(interval), latest: latest, on: $1.scheduler) },
        model: { input, start in
          var (out, waiting, end) = (Line(), nil as TimedEvent?, nil as Time?)
          func pass(to time: Time) {
            while let moment = end, moment < time {
              end = waiting == nil ? nil : moment + interval
              if let value = waiting { out.append(value.at(moment)) }
              waiting = nil
            }
          }
          for timed in try input(start) {
            pass(to: timed.time)
            if timed.event.isTerminal { return out + (waiting.map { [$0.at(timed.time)] } ?? []) + [timed] }
            if end == nil {
              out.append(timed)
              end = timed.time + interval
            } else if latest {
              waiting = timed
            }
          }
          pass(to: .max)
          return out
        })
    },
    { random in
      let interval = randomDelay(using: &random)
      return Step(
        "buffer(\(interval))",
        real: { $0.buffer(seconds(interval), on: $1.scheduler).map { $0.reduce(0, mix) } },
        model: { input, start in
          var (out, values, end) = (Line(), [Int](), 0)
          func flush(at time: Time) {
            if !values.isEmpty { out.append(TimedEvent(time: time, event: .next(values.reduce(0, mix)))) }
            values = []
          }
          for timed in try input(start) {
            if end < timed.time { flush(at: end) }
            switch timed.event {
            case .next(let value):
              if values.isEmpty { end = timed.time + interval }
              values.append(value)
            case .completed:
              flush(at: timed.time)
              return out + [timed]
            case .error: return out + [timed]
            }
          }
          flush(at: end)
          return out
        })
    },
    { random in
      let interval = randomDelay(using: &random)
      return Step(
        "delay(\(interval))", real: { $0.delay(seconds(interval), queue: $1.scheduler) },
        model: { try $0($1 + interval) })
    },
    { random in
      let (timeout, granularity) = (randomDelay(using: &random), randomDelay(using: &random))
      return Step(
        "suspendAwareDelay(\(timeout))",
        real: { signal, stage in
          signal.suspendAwareDelay(
            seconds(timeout), granularity: seconds(granularity), queue: stage.scheduler, sleeplessTime: { 0 })
        }, model: { try $0($1 + timeout) })
    },
    { random in
      let interval = randomDelay(using: &random)
      return Step(
        "delayValues(\(interval))", real: { $0.delayValues(seconds(interval), on: $1.scheduler) },
        model: { input, start in
          let line = try input(start)
          guard let error = line.last, case .error = error.event else {
            return line.map { $0.at($0.time + interval) }
          }
          return line.dropLast().map { $0.at($0.time + interval) }.filter { $0.time < error.time } + [error]
        })
    },
    { random in
      let timeout = randomDelay(using: &random)
      return Step(
        "timeout(\(timeout), error:)",
        real: { $0.timeout(seconds(timeout), queue: $1.scheduler, error: Failure(code: 77)) },
        model: { input, start in
          let line = try input(start)
          if let first = line.first, first.time < start + timeout { return line }
          return [TimedEvent(time: start + timeout, event: .error(Failure(code: 77)))]
        })
    },
  ]

  // MARK: Again and again

  private static let rounds: [Maker] = [
    { random in
      // The pause makes time pass in every round.
      let pause = randomDelay(using: &random)
      return Step(
        "delay(\(pause)).restart", real: { $0.delay(seconds(pause), queue: $1.scheduler).restart() },
        model: { input, start in
          try loop(input, from: start, pause: pause) { _, end in end.event == .completed ? pause : nil }
        })
    },
    { random in
      let pause = randomDelay(using: &random)
      return Step(
        "delay(\(pause)).restartIfError",
        real: { $0.delay(seconds(pause), queue: $1.scheduler).restartIfError().castError(Failure.self) },
        model: { input, start in
          try loop(input, from: start, pause: pause) { _, end in end.event == .completed ? nil : pause }
        })
    },
    { random in
      let count = Int.random(in: 0...3, using: &random)
      return Step(
        "retry(\(count))", real: { signal, _ in signal.retry(count) },
        model: { input, start in
          try loop(input, from: start) { failures, end in
            end.event == .completed || failures > count ? nil : 0
          }
        })
    },
    { random in
      let (increment, most, count) = (
        randomDelay(using: &random), randomDelay(using: &random), Int.random(in: 0...3, using: &random)
      )
      return Step(
        "retry(delayIncrement: \(increment), maxDelay: \(most), maxRetries: \(count)), unless the code is odd",
        real: { signal, stage in
          signal.retry(
            retryOnError: { $0.code % 2 == 0 }, delayIncrement: seconds(increment), maxDelay: seconds(most),
            maxRetries: count, onQueue: stage.scheduler)
        },
        model: { input, start in
          try loop(input, from: start) { failures, end in
            guard case .error(let failure) = end.event, failures <= count, failure.code % 2 == 0 else {
              return nil
            }
            return min(most, increment * failures)
          }
        })
    },
    { random in
      let (increment, most) = (randomDelay(using: &random), randomDelay(using: &random))
      return Step(
        "retry(\(increment), maxDelay: \(most))",
        real: { signal, stage in
          signal.retry(seconds(increment), maxDelay: seconds(most), onQueue: stage.scheduler)
            .castError(Failure.self)
        },
        model: { input, start in
          try loop(input, from: start) { failures, end in
            end.event == .completed ? nil : min(most, increment * failures)
          }
        })
    },
    { random in
      let (initial, count) = (randomDelay(using: &random), Int.random(in: 0...3, using: &random))
      return Step(
        "retry(\(count), backoff: Backoff(\(initial)))",
        real: { signal, stage in
          signal.retry(
            count, backoff: Backoff(seconds(initial), factor: 2, maximum: 1e12, jitter: 0),
            on: stage.scheduler)
        },
        model: { input, start in
          try loop(input, from: start) { failures, end in
            end.event == .completed || failures > count ? nil : initial << (failures - 1)
          }
        })
    },
    { random in
      let pause = randomDelay(using: &random)
      return Step(
        "feedbackLoop(delay(\(pause)))",
        real: { signal, stage in
          feedbackLoop(
            once: { state in
              if case .loop(let state) = state, state % 5 == 0 { return nil }
              return signal.delay(seconds(pause), queue: stage.scheduler)
            }, reduce: { mix($0, $1) })
        },
        model: { input, start in
          var (out, time, state) = (Line(), start, nil as Int?)
          while true {
            let line = try input(time + pause)
            for timed in line {
              guard case .next(let value) = timed.event else { continue }
              state = state.map { mix($0, value) } ?? value
              out.append(TimedEvent(time: timed.time, event: .next(state ?? 0)))
            }
            guard let end = line.last, end.event.isTerminal else { return out }
            if end.event != .completed || state == nil || (state ?? 0) % 5 == 0 { return out + [end] }
            if out.count > 300 { throw TooManyEvents() }
            time = end.time
          }
        })
    },
  ]

  // MARK: Those that let everything pass

  private static let neutral: [Maker] = [
    neutral("deliverOn") { $0.deliverOn($1.scheduler) },
    neutral("deliverLatestOn") { $0.deliverLatestOn($1.scheduler) },
    neutral("runOn") { $0.runOn($1.scheduler) },
    neutral("materialize, dematerialize") { signal, _ in signal.materialize().dematerialize() },
    // Of one start, that is: two at the same time would share.
    neutral("share") { signal, _ in deferred { signal.share() } },
    neutral("share(replay:)") { signal, _ in deferred { signal.share(replay: 2) } },
    neutral("withState") { signal, _ in signal.withState({ 0 }, next: { _, _ in }) },
    neutral("trace") { signal, _ in signal.trace("it", to: { _ in }) },
    neutral("the hooks") { signal, _ in
      signal.beforeNext { _ in }.afterNext { _ in }.beforeStarted {}.beforeCompleted {}.afterCompleted {}
        .afterDisposed {}
    },
    neutral("a generator") { signal, _ in
      Signal { subscriber in
        signal.start(
          next: { subscriber.putNext($0) }, error: { subscriber.putError($0) },
          completed: { subscriber.putCompletion() })
      }
    },
  ]

  private static func neutral(_ name: String, real: @escaping @Sendable (Real, Stage) -> Real) -> Maker {
    { _ in Step(name, real: real, model: { try $0($1) }) }
  }
}

/// One of few values, so that equal ones follow each other now and then.
@Sendable func mix(_ a: Int, _ b: Int) -> Int { (a * 31 + b) % 43 }

/// Plays an input again and again.
///
/// - Parameter again: How long to wait after an end, given how often it has failed; `nil` to let the end pass.
private func loop(
  _ input: Model, from start: Time, pause: Time = 0, again: (_ failures: Int, _ end: TimedEvent) -> Time?
) throws -> Line {
  var (out, time, ends) = (Line(), start + pause, 0)
  while true {
    let line = try input(time)
    guard let end = line.last, end.event.isTerminal else { return out + line }
    ends += 1
    guard let wait = again(ends, end) else { return out + line }
    out += line.dropLast()
    if out.count > 300 || ends > 300 { throw TooManyEvents() }
    time = end.time + wait
  }
}

extension TimedEvent {
  func at(_ time: Time) -> TimedEvent { TimedEvent(time: time, event: event) }
}

extension Line {
  var values: [Int] {
    compactMap { timed in
      if case .next(let value) = timed.event { value } else { nil }
    }
  }

  func mapValues(_ f: (Int) -> [Int]) -> Line {
    flatMap { timed -> Line in
      guard case .next(let value) = timed.event else { return [timed] }
      return f(value).map { TimedEvent(time: timed.time, event: .next($0)) }
    }
  }

  /// With values before the completion, if there is one.
  func withLast(_ last: () -> [Int]) -> Line {
    guard let end = self.last, end.event == .completed else { return self }
    return dropLast() + last().map { TimedEvent(time: end.time, event: .next($0)) } + [end]
  }

  /// - Parameter decide: Whether to let a value pass, and whether to complete after it.
  func endingEarly(_ decide: (Int) -> (passes: Bool, ends: Bool)) -> Line {
    var out = Line()
    for timed in self {
      guard case .next(let value) = timed.event else { return out + [timed] }
      let (passes, ends) = decide(value)
      if passes { out.append(timed) }
      if ends { return out + [TimedEvent(time: timed.time, event: .completed)] }
    }
    return out
  }
}
