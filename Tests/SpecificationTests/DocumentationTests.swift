import Foundation
import ScriptSupport
import Specifications
import Testing

@Suite struct DocumentationTests {
  let operators: [PublicOperator]

  init() throws {
    operators = try Self.found.get()
  }

  /// Read once for all tests.
  private static let found = Result {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let layers = ["Signals", "Promises", "Operators", "Bridges"]
    let files = try layers.reduce(into: Files()) {
      try $0.merge(
        Files.read("Modules/\($1)", in: root) {
          $0.hasSuffix(".swift") && !$0.hasSuffix("/NamesElsewhere.swift")
        }
      ) { $1 }
    }
    return PublicOperator.all(in: files)
  }

  @Test("every public operator has a specification")
  func complete() {
    let specified = Set(Specification.all.map(\.name))
    for found in operators where !specified.contains(found.name) && Specification.exempt[found.name] == nil {
      Issue.record("\(found.file):\(found.line): \(found.name) has no specification in Tests/Specifications")
    }
    #expect(operators.count > 25)
  }

  @Test("every specification is one of a public operator")
  func known() {
    let names = Set(operators.map(\.name))
    for specification in Specification.all { #expect(names.contains(specification.name)) }
  }

  @Test("every diagram in a comment is a specification, word for word")
  func wordForWord() {
    for found in operators {
      let specified = Specification.all.filter { $0.name == found.name }.map(\.documentation)
      for block in found.blocks where !specified.contains(block.text) {
        Issue.record(
          """
          \(found.file):\(block.line): the comment of \(found.name) shows
          \(indented(block.text))
          which is not specified; what is:
          \(specified.map(indented).joined(separator: "\n\n"))
          """)
      }
    }
  }

  @Test("every operator shows a diagram")
  func shown() {
    let shown = Set(operators.filter { !$0.blocks.isEmpty }.map(\.name))
    for found in operators where !shown.contains(found.name) && Specification.exempt[found.name] == nil {
      Issue.record("\(found.file):\(found.line): the comment of \(found.name) shows no diagram")
    }
  }

  private func indented(_ lines: [String]) -> String {
    lines.map { "      \($0)" }.joined(separator: "\n")
  }
}

@Suite struct PublicOperatorTests {
  @Test("functions and properties that make a signal are found, others are not")
  func found() {
    let source = """
      extension Signal {
        /// Keeps.
        ///
        ///     -a-|
        ///     keep()
        ///     -a-|
        ///
        ///     signal.keep()
        @preconcurrency
        @inlinable public func `keep`(_ f: @escaping @Sendable (T) -> Bool) -> Signal<T, E>
        where T == Signal<R, E> {
        }
        public static func none() -> Signal<T, E> {
        public var all: Signal<T, E> {
        func hidden() -> Signal<T, E> {
        public func start(_ f: @escaping (Signal<T, E>) -> Void) -> any Disposable {
      }

      @inlinable public func keep<T, E>(
        _ f: @escaping (T) -> Bool
      ) -> (Signal<T, E>) -> Signal<T, E> {
      public final class Box {
        public func get() -> Signal<Int, Never> {
      """
    let found = PublicOperator.all(in: source, file: "A.swift")
    #expect(found.map(\.name) == ["keep", "none", "all", "keep", "Box.get"])
    #expect(found[0].blocks == [.init(line: 4, text: ["-a-|", "keep()", "-a-|"])])
    #expect(found.dropFirst().allSatisfy { $0.blocks.isEmpty })
  }
}
