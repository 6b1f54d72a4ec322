internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var filtering: [Specification] {
    Specification(
      "filter", numbers: "-1-2-3-4-|",
      "filter { $0 % 2 == 0 }",
      "---2---4-|"
    ) { $0.filter { $0 % 2 == 0 } }

    Specification(
      "distinctUntilChanged", letters: "-a-a-b-a-|",
      "distinctUntilChanged()",
      "-a---b-a-|"
    ) { $0.distinctUntilChanged() }

    Specification(
      "distinctUntilChanged", letters: "-A-B-C-D-|",
      "distinctUntilChanged { $0.count == $1.count }",
      "-A---C-D-|", where: ["A": "on", "B": "no", "C": "off", "D": "up"]
    ) { $0.distinctUntilChanged { $0.count == $1.count } }

    Specification(
      "take", letters: "-a-b-c-d-",
      "take(2)",
      "-a-(b|)"
    ) { $0.take(2) }

    Specification(
      "take", letters: "-a-b-c-d-",
      "take(0)",
      "|"
    ) { $0.take(0) }

    Specification(
      "debounce", inputs: ["-a-b---c-d|"],
      "debounce(2, on: scheduler)",
      "-----b----(d|)"
    ) { $0.letters(0).debounce(2, on: $0.scheduler) }

    Specification(
      "debounce", inputs: ["-a-b#"],
      "debounce(2, on: scheduler)",
      "----(b#)"
    ) { $0.letters(0).debounce(2, on: $0.scheduler) }
  }
}
