internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var recovering: [Specification] {
    Specification(
      "catch", inputs: ["-a-#"],
      "catch { _ in -b-| }",
      "-a--b-|"
    ) { stage in stage.letters(0).catch { _ in stage.inner(playing: "-b-|") } }
  }
}
