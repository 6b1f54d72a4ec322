internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var time: [Specification] {
    Specification(
      "delay", inputs: ["-a-b-|"],
      "delay(2, queue: scheduler)",
      "---a-b-|"
    ) { $0.letters(0).delay(2, queue: $0.scheduler) }

    Specification(
      "suspendAwareDelay", inputs: ["-a-b-|"],
      "suspendAwareDelay(2, granularity: 1, queue: scheduler)",
      "---a-b-|"
    ) { $0.letters(0).suspendAwareDelay(2, granularity: 1, queue: $0.scheduler) }

    Specification(
      "delayValues", inputs: ["-a-b-|"],
      "delayValues(2, on: scheduler)",
      "---a-b-|"
    ) { $0.letters(0).delayValues(2, on: $0.scheduler) }

    Specification(
      "timeout", inputs: ["---a-|"],
      "timeout(2, queue: scheduler, alternate: -x|)",
      "---x|"
    ) { $0.letters(0).timeout(2, queue: $0.scheduler, alternate: $0.inner(playing: "-x|")) }

    Specification(
      "timeout", inputs: ["---a-|"],
      "timeout(2, queue: scheduler, error: failure)",
      "--#"
    ) { $0.letters(0).timeout(2, queue: $0.scheduler, error: Failure()) }
  }
}
