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

    Specification(
      "merge", inputs: ["-a---b-|", "---c-----d|"],
      "s1.merge(s2)",
      "-a-c-b---d|"
    ) { $0.letters(0).merge($0.letters(1)) }

    Specification(
      "merge", inputs: ["-a---b-|", "---c-----d|"],
      "merge([s1, s2])",
      "-a-c-b---d|"
    ) { Operators.merge([$0.letters(0), $0.letters(1)]) }

    Specification(
      "concat", inputs: ["-a-b|", "-c-|"],
      "concat([s1, s2])",
      "-a-b-c-|"
    ) { concat([$0.letters(0), $0.letters(1)]) }

    Specification(
      "start", inputs: ["-----a-|"],
      "start(with: [x, y])",
      "(xy)-a-|"
    ) { $0.letters(0).start(with: ["x", "y"]) }

    Specification(
      "withLatestFrom", inputs: ["--1---2-3-|", "-a--b-----"],
      "s1.withLatestFrom(s2)",
      "--X---Y-Z-|", where: ["X": "(1,a)", "Y": "(2,b)", "Z": "(3,b)"]
    ) { $0.numbers(0).withLatestFrom($0.letters(1)) }

    Specification(
      "race", inputs: ["---a-a-|", "--b-b-b|"],
      "race([s1, s2])",
      "--b-b-b|"
    ) { race([$0.letters(0), $0.letters(1)]) }

    Specification(
      "combineLatest", inputs: ["--a---|", "----b-|"],
      "combineLatest(s1, x, s2, y)",
      "A-B-C-|", where: ["A": "(x,y)", "B": "(a,y)", "C": "(a,b)"]
    ) { combineLatest($0.letters(0), "x", $0.letters(1), "y") }

    Specification(
      "zip", inputs: ["-a-b---c-|", "---1-2|"],
      "zip(s1, s2)",
      "---A-B|", where: ["A": "(a,1)", "B": "(b,2)"]
    ) { zip($0.letters(0), $0.letters(1)) }

    Specification(
      "zip", inputs: ["-a-b---c-|", "---1-2|"],
      "s1.zip(with: s2)",
      "---A-B|", where: ["A": "(a,1)", "B": "(b,2)"]
    ) { $0.letters(0).zip(with: $0.letters(1)) }
  }
}
