import SignalKit
import SignalTesting
import Testing

@testable import OwnOperators

// snippet: contract
@Test func `steps(of:) keeps the contract`() {
  checkContract(of: "steps(of:)") { upstream in
    upstream.map(\.number).steps(of: 0).map { ContractValue($0) }
  }
}
// end snippet

// snippet: contract-inputs
@Test func `passing(while:) keeps the contract for its values`() {
  checkContract(of: "passing(while:)") { upstream, context in
    upstream.passing(while: context.input(true))
  }
}

@Test func `passing(while:) keeps the contract for its other input`() {
  checkContract(of: "passing(while:), the other", traits: .sendsNoValues) { upstream, context in
    context.input(0).passing(while: upstream.map { _ in true })
  }
}
// end snippet
