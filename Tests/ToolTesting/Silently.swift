import ScriptSupport
package import Testing

/// Keeps from the terminal what the tools print that a test runs.
package struct Silently: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await Tool.$say.withValue({ _ in }, operation: function)
  }
}

extension Trait where Self == Silently {
  /// Keeps from the terminal what the tools print that a test runs.
  package static var silently: Self { Silently() }
}
