internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var transforming: [Specification] {
    Specification(
      "map", numbers: "--1--2--|",
      "map { $0 * 10 }",
      "--A--B--|", where: ["A": "10", "B": "20"]
    ) { $0.map { $0 * 10 } }

    Specification(
      "mapError", inputs: ["-a-#"],
      "mapError { Other($0) }",
      "-a-#"
    ) { stage in stage.letters(0).mapError { "\($0)" } }

    Specification(
      "castError", inputs: ["-a-b-|"],
      "castError(Failure.self)",
      "-a-b-|"
    ) { stage in stage.letters(0).replaceError(with: "").castError(Failure.self) }

    Specification(
      "compactMap", inputs: ["-1-x-2-|"],
      "compactMap { Int($0) }",
      "-1---2-|"
    ) { $0.letters(0).compactMap { Int($0) } }

    Specification(
      "flatMap", inputs: ["-1-n-2-|"],
      "flatMap { $0 * 10 }",
      "-A-n-B-|", where: ["A": "10", "B": "20", "n": "nil"]
    ) { $0.letters(0).map { Int($0) }.flatMap { $0 * 10 } }

    Specification(
      "scan", inputs: ["-1-2-3-|"],
      "scan(0, +)",
      "-1-3-6-|"
    ) { $0.numbers(0).scan(0, +) }

    Specification(
      "reduce", inputs: ["-1-2-3-|"],
      "reduce(0, +)",
      "-------(6|)"
    ) { $0.numbers(0).reduce(0, +) }

    Specification(
      "collect", inputs: ["-a-b-|"],
      "collect()",
      "-----(X|)", where: ["X": "[a,b]"]
    ) { $0.letters(0).collect() }

    Specification(
      "buffer", inputs: ["-a-b-c-|"],
      "buffer(count: 2)",
      "---X---(Y|)", where: ["X": "[a,b]", "Y": "[c]"]
    ) { $0.letters(0).buffer(count: 2) }

    Specification(
      "materialize", inputs: ["-a-#"],
      "materialize()",
      "-X-(Y|)", where: ["X": "next(a)", "Y": "error(failed)"]
    ) { $0.letters(0).materialize() }

    Specification(
      "dematerialize", inputs: ["-X-Y-"],
      "dematerialize()",
      "-a-|", where: ["X": "next(a)", "Y": "completed"]
    ) { stage in
      stage.letters(0).replaceError(with: "")
        .map { $0 == "next(a)" ? SignalEvent<String, Failure>.next("a") : .completed }
        .dematerialize()
    }

    Specification(
      "pairwise", inputs: ["-a-b-c-|"],
      "pairwise()",
      "---X-Y-|", where: ["X": "(a,b)", "Y": "(b,c)"]
    ) { $0.letters(0).pairwise() }

    Specification(
      "enumerated", inputs: ["-a-b-|"],
      "enumerated()",
      "-X-Y-|", where: ["X": "(0,a)", "Y": "(1,b)"]
    ) { $0.letters(0).enumerated() }

    Specification(
      "ignoreValues", inputs: ["-a-b-|"],
      "ignoreValues()",
      "-----|"
    ) { $0.letters(0).ignoreValues() }

    Specification(
      "buffer", inputs: ["-ab---c-d-e|"],
      "buffer(3, on: scheduler)",
      "----X----Y-(Z|)", where: ["X": "[a,b]", "Y": "[c,d]", "Z": "[e]"]
    ) { $0.letters(0).buffer(3, on: $0.scheduler) }

    Specification(
      "reduceLeft", inputs: ["-1-2-|"],
      "reduceLeft(value: 0, f: +)",
      "-----(3|)"
    ) { $0.numbers(0).reduceLeft(value: 0, f: +) }

    Specification(
      "reduceLeft", inputs: ["-1-2-|"],
      "reduceLeft(value: 0, f: { sum, n, emit in emit(n); return sum + n })",
      "-1-2-(3|)"
    ) { stage in
      stage.numbers(0).reduceLeft(value: 0) { sum, n, emit in
        emit(n)
        return sum + n
      }
    }

    Specification(
      "reduceLeft", inputs: ["-1-2-|"],
      "reduceLeft(0, generator: { sum, n in .single((sum + n, .some(n))) })",
      "-1-2-(3|)"
    ) { stage in stage.numbers(0).reduceLeft(0, generator: { sum, n in .single((sum + n, .some(n))) }) }
  }
}
