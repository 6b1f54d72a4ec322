package import Signals

/// What an operator does with certain inputs, as diagrams.
///
/// The tests run it, the comment of the operator shows it, and `swift run marbles` draws it. A value in a diagram is its
/// name; `where` says what a name stands for, in the inputs and in the output.
package struct Specification: Sendable {
  /// The operator, by its name in the library.
  package let name: String
  /// The diagrams of the inputs.
  package let inputs: [String]
  /// The diagrams of the signals that come as values, and their names.
  package let inner: [(label: String, marbles: String)]
  /// How the operator is applied, as one would write it.
  package let expression: String
  /// The diagram of what comes out; `^` in it delays the start, `!` disposes.
  package let output: String
  /// What names stand for.
  package let values: [Character: String]
  /// Where it is written, for the failure of its test.
  package let place: Place
  let apply: @Sendable (Stage) -> Signal<String, String>

  /// A line in a file.
  package struct Place: Sendable {
    package let fileID: String
    package let filePath: String
    package let line: Int
  }
}

extension Specification {
  /// Specifies an operator with any number of inputs.
  ///
  /// - Parameters:
  ///   - name: The operator.
  ///   - inputs: Their diagrams; `apply` gets at them by `letters(0)`, `numbers(1)`.
  ///   - inner: Signals by their names; `apply` gets at them by `inner("x")`.
  ///   - expression: How the operator is applied, as one would write it.
  ///   - output: What comes out.
  ///   - values: What names stand for; others stand for themselves.
  ///   - apply: Makes the signal.
  package init<R: Sendable, E: Sendable>(
    _ name: String, inputs: [String] = [], inner: KeyValuePairs<String, String> = [:], _ expression: String,
    _ output: String, where values: [Character: String] = [:], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line,
    apply: @escaping @Sendable (Stage) -> Signal<R, E>
  ) {
    self.name = name
    self.inputs = inputs
    self.inner = inner.map { (label: $0.key, marbles: $0.value) }
    self.expression = expression
    self.output = output
    self.values = values
    place = Place(fileID: fileID, filePath: filePath, line: line)
    self.apply = { described(apply($0)) }
  }

  /// Specifies an operator with one input, whose values are their names.
  package init<R: Sendable, E: Sendable>(
    _ name: String, letters input: String, _ expression: String, _ output: String,
    where values: [Character: String] = [:], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, apply: @escaping @Sendable (Signal<String, Failure>) -> Signal<R, E>
  ) {
    self.init(
      name, inputs: [input], expression, output, where: values, fileID: fileID, filePath: filePath, line: line
    ) { apply($0.letters(0)) }
  }

  /// Specifies an operator with one input, whose values are numbers.
  package init<R: Sendable, E: Sendable>(
    _ name: String, numbers input: String, _ expression: String, _ output: String,
    where values: [Character: String] = [:], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, apply: @escaping @Sendable (Signal<Int, Failure>) -> Signal<R, E>
  ) {
    self.init(
      name, inputs: [input], expression, output, where: values, fileID: fileID, filePath: filePath, line: line
    ) { apply($0.numbers(0)) }
  }

  /// The block that the operator's comment shows.
  package var documentation: [String] {
    inputs + inner.map { "\($0.label): \($0.marbles)" } + [expression, output + legend]
  }

  private var legend: String {
    let names = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return names.isEmpty ? "" : "   " + names.joined(separator: "  ")
  }
}

extension Specification: CustomStringConvertible {
  package var description: String {
    (inputs + [expression, output]).joined(separator: "  ")
  }
}

/// What `#` stands for in a specification.
package struct Failure: Error, Equatable, CustomStringConvertible {
  package let description = "failed"
}

/// Collects specifications, one after the other.
@resultBuilder
package enum SpecificationList {
  package static func buildExpression(_ specification: Specification) -> [Specification] { [specification] }

  package static func buildBlock(_ specifications: [Specification]...) -> [Specification] {
    specifications.flatMap(\.self)
  }
}
