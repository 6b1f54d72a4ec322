internal import Operators
internal import Signals
internal import TestSupport

// The operators with several inputs. The model walks through the events of all inputs in the order of their times; of
// those at one time the events of an input that is started earlier come first.

extension Join {
  /// Makes an operator with random parameters, and says how many inputs it takes.
  typealias Maker = @Sendable (inout SplitMix) -> Join

  static let all: [(make: Maker, inputs: Int)] = [
    (combine("combineLatest(s1, s2)") { combineLatest($0[0], $0[1]).map { mix($0, $1) } }, 2),
    (
      combine("combineLatest(s1, s2, s3)") {
        combineLatest($0[0], $0[1], $0[2]).map { mix(mix($0, $1), $2) }
      }, 3
    ),
    (
      combine("combineLatest([s1, s2, s3])") { combineLatest($0).map { $0.dropFirst().reduce($0[0], mix) } },
      3
    ),
    (
      combine("combineLatest(s1, 4, s2, 9)", initial: [4, 9]) {
        combineLatest($0[0], 4, $0[1], 9).map { mix($0, $1) }
      }, 2
    ),
    (zipping("zip(s1, s2)") { zip($0[0], $0[1]).map { mix($0, $1) } }, 2),
    (zipping("zip(s1, s2, s3)") { zip($0[0], $0[1], $0[2]).map { mix(mix($0, $1), $2) } }, 3),
    (zipping("zip([s1, s2])") { zip($0).map { $0.dropFirst().reduce($0[0], mix) } }, 2),
    (merging("merge([s1, s2, s3])", atOnce: 3) { Operators.merge($0) }, 3),
    (
      merging("merge([s1, s2, s3], maxConcurrent: 2)", atOnce: 2) { Operators.merge($0, maxConcurrent: 2) }, 3
    ),
    (merging("concat([s1, s2, s3])", atOnce: 1) { concat($0) }, 3),
    (merging("s1.merge(s2)", atOnce: 2) { $0[0].merge($0[1]) }, 2),
    (merging("s1.then(s2)", atOnce: 1) { $0[0].then($0[1]) }, 2),
    (race, 2), (withLatestFrom, 2), (takeUntilSignal, 2), (skipUntilSignal, 2), (sample, 2), (catching, 2),
    (ifEmpty, 2),
    (timeout, 2),
  ]

  // MARK: Walking through all inputs

  /// The events of all inputs in their order, with the number of the input.
  private static func walk(
    _ inputs: [Model], _ start: Time, _ order: [Int]? = nil
  ) throws -> [(input: Int, timed: TimedEvent)] {
    let order = order ?? Array(inputs.indices)
    let all = try order.flatMap { index in try inputs[index](start).map { (input: index, timed: $0) } }
    // The sort of the standard library keeps the order of equals.
    return all.sorted { $0.timed.time < $1.timed.time }
  }

  private static func combine(
    _ name: String, initial: [Int]? = nil, _ real: @escaping @Sendable ([Real]) -> Real
  ) -> Maker {
    { _ in
      Join(
        name: name, real: { signals, _ in real(signals) },
        model: { inputs, start in
          var values: [Int?] = initial ?? inputs.map { _ in nil }
          var (out, active) = (Line(), inputs.count)
          func send(at time: Time) {
            let present = values.compactMap { $0 }
            guard present.count == inputs.count else { return }
            out.append(TimedEvent(time: time, event: .next(present.dropFirst().reduce(present[0], mix))))
          }
          send(at: start)
          for (input, timed) in try walk(inputs, start) {
            switch timed.event {
            case .next(let value):
              values[input] = value
              send(at: timed.time)
            case .error: return out + [timed]
            case .completed:
              active -= 1
              if active == 0 { return out + [timed] }
            }
          }
          return out
        })
    }
  }

  private static func zipping(_ name: String, _ real: @escaping @Sendable ([Real]) -> Real) -> Maker {
    { _ in
      Join(
        name: name, real: { signals, _ in real(signals) },
        model: { inputs, start in
          var waiting: [[Int]] = inputs.map { _ in [] }
          var hasCompleted = inputs.map { _ in false }
          var out = Line()
          for (input, timed) in try walk(inputs, start) {
            switch timed.event {
            case .next(let value): waiting[input].append(value)
            case .error: return out + [timed]
            case .completed: hasCompleted[input] = true
            }
            if waiting.allSatisfy({ !$0.isEmpty }) {
              let tuple = waiting.map { $0[0] }
              waiting = waiting.map { Array($0.dropFirst()) }
              out.append(TimedEvent(time: timed.time, event: .next(tuple.dropFirst().reduce(tuple[0], mix))))
            }
            if inputs.indices.contains(where: { hasCompleted[$0] && waiting[$0].isEmpty }) {
              return out + [TimedEvent(time: timed.time, event: .completed)]
            }
          }
          return out
        })
    }
  }

  private static func merging(
    _ name: String, atOnce: Int, _ real: @escaping @Sendable ([Real]) -> Real
  ) -> Maker {
    { _ in
      Join(
        name: name, real: { signals, _ in real(signals) },
        model: { inputs, start in
          let outer =
            inputs.indices.map { TimedEvent(time: start, event: .next($0)) } + [
              TimedEvent(time: start, event: .completed)
            ]
          var running = Running(limit: atOnce, policy: .wait) { try inputs[$0]($1) }
          return try running.line(of: outer)
        })
    }
  }

  private static let race: Maker = { _ in
    Join(
      name: "race", real: { signals, _ in Operators.race(signals) },
      model: { inputs, start in
        guard let winner = try walk(inputs, start).first?.input else { return [] }
        return try inputs[winner](start)
      })
  }

  private static let withLatestFrom: Maker = { _ in
    Join(
      name: "s1.withLatestFrom(s2)",
      real: { signals, _ in signals[0].withLatestFrom(signals[1]).map { mix($0, $1) } },
      model: { inputs, start in
        var (out, newest) = (Line(), nil as Int?)
        for (input, timed) in try walk(inputs, start, [1, 0]) {
          switch (input, timed.event) {
          case (0, .next(let value)):
            if let newest { out.append(TimedEvent(time: timed.time, event: .next(mix(value, newest)))) }
          case (_, .next(let value)): newest = value
          case (_, .error), (0, .completed): return out + [timed]
          case (_, .completed): break
          }
        }
        return out
      })
  }

  private static let takeUntilSignal: Maker = { _ in
    Join(
      name: "s1.take(untilSignal: s2)", real: { signals, _ in signals[0].take(untilSignal: signals[1]) },
      model: { inputs, start in
        var out = Line()
        for (input, timed) in try walk(inputs, start, [1, 0]) {
          switch (input, timed.event) {
          case (0, .next): out.append(timed)
          case (_, .next): return out + [TimedEvent(time: timed.time, event: .completed)]
          case (_, .error), (0, .completed): return out + [timed]
          case (_, .completed): break
          }
        }
        return out
      })
  }

  private static let skipUntilSignal: Maker = { _ in
    Join(
      name: "s1.skip(untilSignal: s2)", real: { signals, _ in signals[0].skip(untilSignal: signals[1]) },
      model: { inputs, start in
        var (out, isOpen) = (Line(), false)
        for (input, timed) in try walk(inputs, start, [1, 0]) {
          switch (input, timed.event) {
          case (0, .next): if isOpen { out.append(timed) }
          case (_, .next): isOpen = true
          case (0, .error), (0, .completed): return out + [timed]
          // An open way stays open, and its trigger is not listened to any more.
          case (_, .error): if !isOpen { return out + [timed] }
          case (_, .completed): break
          }
        }
        return out
      })
  }

  private static let sample: Maker = { _ in
    Join(
      name: "s1.sample(on: s2)", real: { signals, _ in signals[0].sample(on: signals[1]) },
      model: { inputs, start in
        var (out, waiting) = (Line(), nil as TimedEvent?)
        for (input, timed) in try walk(inputs, start, [1, 0]) {
          if input == 0, !timed.event.isTerminal {
            waiting = timed
            continue
          }
          if let value = waiting { out.append(value.at(timed.time)) }
          waiting = nil
          if timed.event.isTerminal { return out + [timed] }
        }
        return out
      })
  }

  private static let catching: Maker = { _ in
    Join(
      name: "s1.catch { _ in s2 }", real: { signals, _ in signals[0].catch { _ in signals[1] } },
      model: { inputs, start in
        let line = try inputs[0](start)
        guard let end = line.last, case .error = end.event else { return line }
        return try line.dropLast() + inputs[1](end.time)
      })
  }

  private static let ifEmpty: Maker = { _ in
    Join(
      name: "s1.ifEmpty(s2)", real: { signals, _ in signals[0].ifEmpty(signals[1]) },
      model: { inputs, start in
        let line = try inputs[0](start)
        guard let only = line.first, only.event == .completed else { return line }
        return try inputs[1](only.time)
      })
  }

  private static let timeout: Maker = { random in
    let timeout = randomDelay(using: &random)
    return Join(
      name: "s1.timeout(\(timeout), alternate: s2)",
      real: { signals, stage in
        signals[0].timeout(seconds(timeout), queue: stage.scheduler, alternate: signals[1])
      },
      model: { inputs, start in
        let line = try inputs[0](start)
        if let first = line.first, first.time < start + timeout { return line }
        return try inputs[1](start + timeout)
      })
  }
}
