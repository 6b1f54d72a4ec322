internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var filtering: [Specification] {
    Specification(
      "filter", numbers: "-1-2-3-4-|",
      "filter { $0 % 2 == 0 }",
      "---2---4-|"
    ) { $0.filter { $0 % 2 == 0 } }

    Specification(
      "distinctUntilChanged", letters: "-a-a-b-a-|",
      "distinctUntilChanged()",
      "-a---b-a-|"
    ) { $0.distinctUntilChanged() }

    Specification(
      "distinctUntilChanged", letters: "-A-B-C-D-|",
      "distinctUntilChanged { $0.count == $1.count }",
      "-A---C-D-|", where: ["A": "on", "B": "no", "C": "off", "D": "up"]
    ) { $0.distinctUntilChanged { $0.count == $1.count } }

    Specification(
      "take", letters: "-a-b-c-d-",
      "take(2)",
      "-a-(b|)"
    ) { $0.take(2) }

    Specification(
      "take", letters: "-a-b-c-d-",
      "take(0)",
      "|"
    ) { $0.take(0) }

    Specification(
      "debounce", inputs: ["-a-b---c-d|"],
      "debounce(2, on: scheduler)",
      "-----b----(d|)"
    ) { $0.letters(0).debounce(2, on: $0.scheduler) }

    Specification(
      "debounce", inputs: ["-a-b#"],
      "debounce(2, on: scheduler)",
      "----(b#)"
    ) { $0.letters(0).debounce(2, on: $0.scheduler) }

    Specification(
      "skip", inputs: ["-a-b-c-|"],
      "skip(2)",
      "-----c-|"
    ) { $0.letters(0).skip(2) }

    Specification(
      "skip", inputs: ["-1-2-3-1-|"],
      "skip(while: { $0 < 3 })",
      "-----3-1-|"
    ) { $0.numbers(0).skip(while: { $0 < 3 }) }

    Specification(
      "skip", inputs: ["-a-b-c-d-|", "----x-"],
      "skip(untilSignal: trigger)",
      "-----c-d-|"
    ) { $0.letters(0).skip(untilSignal: $0.letters(1)) }

    Specification(
      "take", inputs: ["-a-b-c-d-", "----x-"],
      "take(untilSignal: trigger)",
      "-a-b|"
    ) { $0.letters(0).take(untilSignal: $0.letters(1)) }

    Specification(
      "take", inputs: ["-1-2-3-4-"],
      "take(until: { SignalTakeAction(passthrough: true, complete: $0 == 3) })",
      "-1-2-(3|)"
    ) { stage in
      stage.numbers(0).take(until: { SignalTakeAction(passthrough: true, complete: $0 == 3) })
    }

    Specification(
      "take", inputs: ["-1-2-3-1-"],
      "take(while: { $0 < 3 })",
      "-1-2-|"
    ) { $0.numbers(0).take(while: { $0 < 3 }) }

    Specification(
      "takeLast", inputs: ["-a-b-c-|"],
      "takeLast(2)",
      "-------(bc|)"
    ) { $0.letters(0).takeLast(2) }

    Specification(
      "last", inputs: ["-a-b-|"],
      "last()",
      "-----(b|)"
    ) { $0.letters(0).last() }

    Specification(
      "first", inputs: ["-a-b-"],
      "first()",
      "-(a|)"
    ) { $0.letters(0).first() }

    Specification(
      "element", inputs: ["-a-b-c-"],
      "element(at: 1)",
      "---(b|)"
    ) { $0.letters(0).element(at: 1) }

    Specification(
      "throttle", inputs: ["-abc------d|"],
      "throttle(3, on: scheduler)",
      "-a--c-----d|"
    ) { $0.letters(0).throttle(3, on: $0.scheduler) }

    Specification(
      "sample", inputs: ["-a-b---c-|", "--x--x----"],
      "sample(on: trigger)",
      "--a--b---(c|)"
    ) { $0.letters(0).sample(on: $0.letters(1)) }
  }
}
