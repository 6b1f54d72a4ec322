internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var queues: [Specification] {
    Specification(
      "deliverOn", inputs: ["-a-b--(cd)-|"],
      "deliverOn(queue)",
      "--a-b--(cd)-|"
    ) { $0.letters(0).deliverOn($0.queue) }

    Specification(
      "deliverOnMainQueue", letters: "-a-b-|",
      "deliverOnMainQueue()",
      "-a-b-|"
    ) { $0.deliverOnMainQueue() }

    Specification(
      "runOn", inputs: ["-a-b-|"],
      "runOn(queue)",
      "--a-b-|"
    ) { $0.letters(0).runOn($0.queue) }

    Specification(
      "deliverLatestOn", inputs: ["-a-(bcd)-|"],
      "deliverLatestOn(queue)",
      "--a-d-----|"
    ) { $0.letters(0).deliverLatestOn($0.queue) }
  }
}
