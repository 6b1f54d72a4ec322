internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var time: [Specification] {
    Specification(
      "delay", inputs: ["-a-b-|"],
      "delay(2, queue: scheduler)",
      "---a-b-|"
    ) { $0.letters(0).delay(2, queue: $0.scheduler) }
  }
}
