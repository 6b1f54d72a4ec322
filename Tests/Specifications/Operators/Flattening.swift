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
  }
}
