internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var combining: [Specification] {
    Specification(
      "combineLatest", inputs: ["-a---b------|", "---1---2-3-|"],
      "combineLatest(s1, s2)",
      "---A-B-C-D--|", where: ["A": "(a,1)", "B": "(b,1)", "C": "(b,2)", "D": "(b,3)"]
    ) { combineLatest($0.letters(0), $0.numbers(1)) }

    Specification(
      "combineLatest", inputs: ["a-----b--|", "--1----2-|", "----x----|"],
      "combineLatest(s1, s2, s3)",
      "----A-BC-|", where: ["A": "(a,1,x)", "B": "(b,1,x)", "C": "(b,2,x)"]
    ) { combineLatest($0.letters(0), $0.numbers(1), $0.letters(2)) }

    Specification(
      "combineLatest", inputs: ["-1---2---|", "---7---8-|"],
      "combineLatest([s1, s2])",
      "---A-B-C-|", where: ["A": "[1,7]", "B": "[2,7]", "C": "[2,8]"]
    ) { combineLatest([$0.numbers(0), $0.numbers(1)]) }

    Specification("combineLatest", "combineLatest([])", "(A|)", where: ["A": "[]"]) { _ in
      combineLatest([Signal<Int, Failure>]())
    }

    Specification(
      "combineLatest", inputs: ["a---b---|", "--1-----|"],
      "combineLatest(queue: queue, s1, s2)",
      "---A-B---|", where: ["A": "(a,1)", "B": "(b,1)"]
    ) { combineLatest(queue: $0.queue, $0.letters(0), $0.numbers(1)) }

    Specification(
      "combineLatest", inputs: ["a---#", "--1----2-|"],
      "combineLatest(s1, s2)",
      "--A-#", where: ["A": "(a,1)"]
    ) { combineLatest($0.letters(0), $0.numbers(1)) }

    Specification(
      "then", inputs: ["-a-b-|"],
      "then(-c-|)",
      "-a-b--c-|"
    ) { stage in stage.letters(0).then(stage.inner(playing: "-c-|")) }

    Specification(
      "then", inputs: ["-a-#"],
      "then(-c-|)",
      "-a-#"
    ) { stage in stage.letters(0).then(stage.inner(playing: "-c-|")) }
  }
}
