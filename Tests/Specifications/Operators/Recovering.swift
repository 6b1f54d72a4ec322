internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var recovering: [Specification] {
    Specification(
      "catch", inputs: ["-a-#"],
      "catch { _ in -b-| }",
      "-a--b-|"
    ) { stage in stage.letters(0).catch { _ in stage.inner(playing: "-b-|") } }

    Specification(
      "restart", inputs: ["-a-|"],
      "restart()",
      "-a--a--a-!"
    ) { $0.letters(0).restart() }

    Specification(
      "restartIfError", inputs: ["-a-#"],
      "restartIfError()",
      "-a--a--a-!"
    ) { $0.letters(0).restartIfError() }

    Specification(
      "replaceError", inputs: ["-a-#"],
      "replaceError(with: x)",
      "-a-(x|)"
    ) { $0.letters(0).replaceError(with: "x") }

    Specification(
      "ifEmpty", inputs: ["---|"],
      "ifEmpty(x-|)",
      "---x-|"
    ) { stage in stage.letters(0).ifEmpty(stage.inner(playing: "x-|")) }
  }
}
