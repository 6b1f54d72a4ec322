public import Concurrency
public import Signals

/// Asks an operator of your own every clause of the delivery contract that applies to it, and fails the test where it breaks one.
///
///     @Test func `spacing keeps the contract`() {
///       checkContract(of: "spacing") { upstream in upstream.spacing() }
///     }
///
/// The closure applies the operator to a signal that the suite drives, so that each value comes out as it went in. What the
/// operator does otherwise is said by `traits`. An operator that has more than one input, takes a scheduler, or calls closures, gets
/// these from the suite: see ``checkContract(of:traits:patience:fileID:filePath:line:column:withContext:)``.
///
/// All that is wrong is one failure, with the names of the clauses and what was seen. It works in Swift Testing and in XCTest, as
/// ``expectSignal(_:sends:values:error:on:frame:fileID:filePath:line:column:)`` does: call it in the task of the test.
/// <doc:CheckingAnOperator> lists the clauses.
///
/// - Parameters:
///   - name: What a failure calls the operator.
///   - traits: In what it differs from an operator that passes on everything.
///   - patience: How long the suite waits for what has to come: more than nothing, and finite. When nothing goes on for twice as long, the
///     operator has come to a stop; a clause that takes twenty times as long is given up.
///   - fileID: The file to name in a failure.
///   - filePath: The path of that file.
///   - line: The line to name in a failure.
///   - column: The column to name in a failure.
///   - apply: Applies the operator. It runs at least once for each clause, on threads of the suite.
@preconcurrency
public func checkContract(
  of name: String, traits: OperatorTraits = [], patience: some TimeSpan = 10,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  _ apply:
    @escaping @Sendable (Signal<ContractValue, ContractError>) -> Signal<ContractValue, ContractError>
) {
  checkContract(
    of: name, traits: traits, patience: patience, fileID: fileID, filePath: filePath, line: line,
    column: column, withContext: { upstream, _ in apply(upstream) })
}

/// Asks an operator every clause of the delivery contract that applies to it, and gives it what it needs besides its upstream.
///
///     checkContract(of: "spacing(_:on:)") { upstream, context in
///       upstream.spacing(0.5, on: context.scheduler)
///     }
///
/// As ``checkContract(of:traits:patience:fileID:filePath:line:column:_:)``, for an operator that has more than one input, takes a scheduler,
/// or calls closures.
///
/// - Parameters:
///   - name: What a failure calls the operator.
///   - traits: In what it differs from an operator that passes on everything.
///   - patience: How long the suite waits for what has to come: more than nothing, and finite.
///   - fileID: The file to name in a failure.
///   - filePath: The path of that file.
///   - line: The line to name in a failure.
///   - column: The column to name in a failure.
///   - apply: Applies the operator. It runs at least once for each clause, on threads of the suite.
@preconcurrency
public func checkContract(
  of name: String, traits: OperatorTraits = [], patience: some TimeSpan = 10,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  withContext apply:
    @escaping @Sendable (Signal<ContractValue, ContractError>, ContractContext) -> Signal<
      ContractValue, ContractError
    >
) {
  let patience = patience.inSeconds
  demand(
    patience > 0 && patience < .infinity,
    "checkContract: patience: has to be a finite span of time, and is \(patience) s", file: fileID, line: line
  )
  let subject = ContractSubject(name, Facts(traits), apply: apply)
  if let report = ContractReport(on: subject, .foreign(patience: patience)).text {
    reportTestFailure(
      report, at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// What came of asking a subject all clauses.
package struct ContractReport: Sendable {
  package struct Failure: Sendable {
    package let clause: String
    package let violations: [String]
  }

  package let name: String
  package private(set) var failures: [Failure] = []
  /// Why not all clauses were asked, if so.
  private var remark: String?

  package init(on subject: ContractSubject, _ manner: Bench.Manner) {
    name = subject.name
    for clause in Clause.all where clause.applies(subject.facts) {
      let verdict = clause.verdict(on: subject, manner)
      if verdict.violations.isEmpty { continue }
      failures.append(Failure(clause: clause.name, violations: verdict.violations.withoutRepetitions))
      if verdict.isStuck {
        remark = "nothing else was asked, as a thread is still held up"
        return
      }
      if Clause.preconditions.contains(where: { $0.name == clause.name }) {
        remark = "nothing else was asked, as the other clauses take this one for granted"
        return
      }
    }
  }

  /// The failures in words; `nil` if there are none.
  package var text: String? {
    if failures.isEmpty { return nil }
    let lines = failures.flatMap { failure in
      ["  “\(failure.clause)”"] + failure.violations.map { "    \($0)" }
    }
    return (["\(name) does not keep the delivery contract"] + lines + (remark.map { ["  (\($0))"] } ?? []))
      .joined(separator: "\n")
  }
}

extension [String] {
  /// Each once, where it comes first.
  fileprivate var withoutRepetitions: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
