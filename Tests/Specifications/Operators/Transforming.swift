internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var transforming: [Specification] {
    Specification(
      "map", numbers: "--1--2--|",
      "map { $0 * 10 }",
      "--A--B--|", where: ["A": "10", "B": "20"]
    ) { $0.map { $0 * 10 } }
  }
}
