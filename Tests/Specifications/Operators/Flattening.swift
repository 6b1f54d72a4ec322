internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var flattening: [Specification] {
    Specification(
      "switchToLatest", inputs: ["---x-------y-----|"], inner: ["x": "-a-b-c-d-e-", "y": "--f-g-|"],
      "switchToLatest()",
      "----a-b-c-d--f-g-|"
    ) { stage in stage.letters(0).map { stage.inner($0) }.switchToLatest() }

    Specification(
      "mapToSignal", inputs: ["--1-----2---|"],
      "mapToSignal { n in -n-n-n-n-| }",
      "---1-1-1-2-2-2-2-|"
    ) { stage in stage.letters(0).mapToSignal { stage.inner(playing: "-n-n-n-n-|", where: ["n": $0]) } }

    Specification(
      "queue", inputs: ["-x-y-----|"], inner: ["x": "a-b-|", "y": "c-d-|"],
      "queue()",
      "-a-b-c-d-|"
    ) { stage in stage.letters(0).map { stage.inner($0) }.queue() }

    Specification(
      "mapToQueue", inputs: ["-1-2----|"],
      "mapToQueue { n in n-n| }",
      "-1-12-2-|"
    ) { stage in stage.letters(0).mapToQueue { stage.inner(playing: "n-n|", where: ["n": $0]) } }

    Specification(
      "throttled", inputs: ["-x-y-z----|"], inner: ["x": "a--b|", "y": "c--d|", "z": "e--f|"],
      "throttled()",
      "-a--be--f-|"
    ) { stage in stage.letters(0).map { stage.inner($0) }.throttled() }

    Specification(
      "mapToThrottled", inputs: ["-1-2-3----|"],
      "mapToThrottled { n in n--n| }",
      "-1--13--3-|"
    ) { stage in stage.letters(0).mapToThrottled { stage.inner(playing: "n--n|", where: ["n": $0]) } }

    Specification(
      "mapToFirst", inputs: ["-1-2---3---|"],
      "mapToFirst { n in n--n| }",
      "-1--1--3--3|"
    ) { stage in stage.letters(0).mapToFirst { stage.inner(playing: "n--n|", where: ["n": $0]) } }

    Specification(
      "flatten", inputs: ["-x-y------|"], inner: ["x": "a--a|", "y": "b--b|"],
      "flatten()",
      "-a-ba-b---|"
    ) { stage in stage.letters(0).map { stage.inner($0) }.flatten() }

    Specification(
      "mapToMerged", inputs: ["-1-2------|"],
      "mapToMerged { n in n--n| }",
      "-1-21-2---|"
    ) { stage in stage.letters(0).mapToMerged { stage.inner(playing: "n--n|", where: ["n": $0]) } }

    Specification(
      "expand", inputs: ["1------|"],
      "expand { n in n < 4 ? --(n+1)| : | }",
      "1-2--3--4|"
    ) { stage in
      stage.numbers(0).expand { number in
        guard number < 4 else { return .complete() }
        return stage.inner(playing: "--n|", where: ["n": "\(number + 1)"]).compactMap { Int($0) }
      }
    }

    Specification(
      "mapToSignalPromotingError", inputs: ["--1-----2---|"],
      "mapToSignalPromotingError { n in -n-n-n-n-| }",
      "---1-1-1-2-2-2-2-|"
    ) { stage in
      infallible(stage.letters(0)).mapToSignalPromotingError { n in
        stage.inner(playing: "-n-n-n-n-|", where: ["n": n])
      }
    }
  }
}
