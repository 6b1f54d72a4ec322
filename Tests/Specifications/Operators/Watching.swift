internal import Operators
internal import Signals

extension Specification {
  @SpecificationList static var watching: [Specification] {
    Specification(
      "beforeNext", inputs: ["-a-b-|"],
      "beforeNext { print($0) }",
      "-a-b-|"
    ) { $0.letters(0).beforeNext { _ in } }

    Specification(
      "afterNext", inputs: ["-a-b-|"],
      "afterNext { print($0) }",
      "-a-b-|"
    ) { $0.letters(0).afterNext { _ in } }

    Specification(
      "beforeStarted", inputs: ["-a-b-|"],
      "beforeStarted { print(\"started\") }",
      "-a-b-|"
    ) { $0.letters(0).beforeStarted {} }

    Specification(
      "beforeCompleted", inputs: ["-a-b-|"],
      "beforeCompleted { print(\"completed\") }",
      "-a-b-|"
    ) { $0.letters(0).beforeCompleted {} }

    Specification(
      "afterCompleted", inputs: ["-a-b-|"],
      "afterCompleted { print(\"completed\") }",
      "-a-b-|"
    ) { $0.letters(0).afterCompleted {} }

    Specification(
      "afterDisposed", inputs: ["-a-b-|"],
      "afterDisposed { print(\"disposed\") }",
      "-a-b-|"
    ) { $0.letters(0).afterDisposed {} }

    Specification(
      "withState", inputs: ["-a-b-|"],
      "withState({ Log() }, next: { value, log in log.add(value) })",
      "-a-b-|"
    ) { $0.letters(0).withState({ 0 }, next: { _, _ in }) }

    Specification(
      "trace", inputs: ["-a-b-|"],
      "trace(\"search\")",
      "-a-b-|"
    ) { $0.letters(0).trace("search", to: { _ in }) }
  }
}
