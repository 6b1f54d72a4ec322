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

    Specification(
      "recurse", inputs: ["-a-|"],
      "recurse(nil)",
      "-a--a--a-!"
    ) { $0.letters(0).recurse(nil) }

    Specification(
      "retry", inputs: ["-a-#"],
      "retry(1, maxDelay: 2, onQueue: scheduler)",
      "-a---a----a--!"
    ) { $0.letters(0).retry(1, maxDelay: 2, onQueue: $0.scheduler) }

    Specification(
      "retry", inputs: ["-a-#"],
      "retry(retryOnError: { _ in true }, delayIncrement: 1, maxDelay: 2, maxRetries: 1, onQueue: scheduler)",
      "-a---a-#"
    ) { stage in
      stage.letters(0).retry(
        retryOnError: { _ in true }, delayIncrement: 1, maxDelay: 2, maxRetries: 1, onQueue: stage.scheduler)
    }

    Specification(
      "retry", inputs: ["-a-#"],
      "retry(1)",
      "-a--a-#"
    ) { $0.letters(0).retry(1) }

    Specification(
      "retry", inputs: ["-a-#"],
      "retry(2, backoff: Backoff(1, jitter: 0), on: scheduler)",
      "-a---a----a-#"
    ) { $0.letters(0).retry(2, backoff: Backoff(1, jitter: 0), on: $0.scheduler) }

    Specification(
      "feedbackLoop",
      "feedbackLoop(once: { state < 4 ? -state| : nil }, reduce: +)",
      "-1-2-4|"
    ) { stage in
      feedbackLoop(
        once: { state -> Signal<Int, Failure>? in
          switch state {
          case .initial: stage.number(1, playing: "-n|")
          case .loop(let sum): sum < 4 ? stage.number(sum, playing: "-n|") : nil
          }
        }, reduce: +)
    }
  }
}
