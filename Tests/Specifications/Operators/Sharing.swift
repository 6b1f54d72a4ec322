internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var sharing: [Specification] {
    Specification(
      "share", inputs: ["-a-b-c-d-|"],
      "share()",
      "----^c-d-|"
    ) { $0.afterAnother($0.letters(0).share()) }

    Specification(
      "share", inputs: ["-a--b-----c-|"],
      "share(replay: 1)",
      "-----(^b)-c-|"
    ) { $0.afterAnother($0.letters(0).share(replay: 1)) }
  }
}
