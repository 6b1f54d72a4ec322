import Concurrency
import Disposables
import SignalTesting
import Signals
import TestSupport
import Testing

/// What a stranger sees of the contract suite; that each clause finds what breaks it is known by Tests/ContractTests.
@Suite(.filterIssues { !isReport($0) }) struct CheckContractTests {
  private typealias Values = Signal<ContractValue, ContractError>

  /// Passes on what comes, and does something with each value.
  @Sendable private static func watching(
    _ upstream: Values, _ act: @escaping @Sendable (ContractValue) -> Bool = { _ in true }
  ) -> Values {
    upstream.operate { downstream in
      Sink(
        next: { act($0) ? downstream.next($0) : true }, error: downstream.error,
        completed: downstream.completed)
    }
  }

  /// What is reported about an operator; its failure is none of this test's.
  private func report(
    traits: OperatorTraits = [], patience: Double = 0.5, sourceLocation: SourceLocation = #_sourceLocation,
    _ apply: @escaping @Sendable (Values, ContractContext) -> Values
  ) -> String {
    let reported = Recording<String>()
    withKnownIssue(sourceLocation: sourceLocation) {
      checkContract(of: "it", traits: traits, patience: patience, withContext: apply)
    } matching: { issue in
      reported.append(issue.comments.map(\.rawValue).joined())
      return isReport(issue)
    }
    #expect(reported.count == 1, sourceLocation: sourceLocation)
    return reported.elements.joined()
  }

  // MARK: What is right

  @Test func `an operator that keeps the contract passes`() {
    checkContract(of: "nothing") { upstream in upstream }
    checkContract(of: "watching") { Self.watching($0) }
    checkContract(of: "hooked") { upstream, context in
      Self.watching(upstream) { context.hook(true, with: $0) }
    }
  }

  @Test func `an operator that works on the scheduler of the suite passes`() {
    checkContract(of: "later") { upstream, context in
      Signal { subscriber in
        // Held by this run alone, so that a disposal lets go of what waits.
        let waiting = DisposableSet()
        waiting.add(
          upstream.start(
            in: subscriber,
            next: { value in waiting.add(context.scheduler.after(0.5) { subscriber.putNext(value) }) },
            error: { error in waiting.add(context.scheduler.after(0.5) { subscriber.putError(error) }) },
            completed: { waiting.add(context.scheduler.after(0.5) { subscriber.putCompletion() }) }))
        return waiting
      }
    }
  }

  @Test func `an operator with several inputs passes, in the place of each`() {
    @Sendable func both(_ a: Values, _ b: Values) -> Values {
      .joining { downstream, inputs in
        let running = SerialState(2)
        for signal in [a, b] {
          inputs.start(
            signal,
            Sink(
              next: downstream.next, error: downstream.error,
              completed: {
                running.value -= 1
                if running.value == 0 { downstream.completed() }
              }))
        }
      }
    }
    checkContract(of: "both, the first") { upstream, context in both(upstream, context.input()) }
    checkContract(of: "both, the second") { upstream, context in both(context.input(), upstream) }
  }

  @Test func `what an operator does otherwise is said by its traits`() {
    checkContract(of: "first", traits: [.dropsValues, .endsByItself]) { upstream in
      upstream.operate { downstream in
        Sink(
          next: { value in
            if downstream.next(value) { downstream.completed() }
            return false
          }, error: downstream.error, completed: downstream.completed)
      }
    }
    checkContract(of: "ends", traits: .sendsNoValues) { Self.watching($0) { _ in false } }
    checkContract(of: "hopeful", traits: [.swallowsErrors, .swallowsCompletion]) { upstream in
      upstream.operate { Sink(next: $0.next, error: { (_: ContractError) in }, completed: {}) }
    }
    checkContract(of: "all", traits: [.sendsNoValues, .keepsValues]) { upstream in
      upstream.operate { downstream in
        let all = SerialState<[ContractValue]>([])
        return Sink(
          next: { value in
            all.value.append(value)
            return true
          }, error: downstream.error, completed: downstream.completed)
      }
    }
  }

  // MARK: What is wrong

  @Test func `a failure names the operator, the clauses, and what was seen`() {
    let text = report { upstream, _ in
      let remaining = Counter()
      remaining.increment(by: 5)
      return Self.watching(upstream) { _ in remaining.increment(by: -1) >= 0 }
    }
    #expect(text.hasPrefix("it does not keep the delivery contract\n  “"), "\(text)")
    #expect(
      text.contains("“the state is fresh at each start”\n    the events of a second start: ["), "\(text)")
  }

  @Test func `a failure is at the place of the call`() {
    let line = #line + 2
    withKnownIssue {
      checkContract(of: "it") { _ in .never() }
    } matching: {
      $0.sourceLocation?.line == line && $0.sourceLocation?.fileName == "CheckContractTests.swift"
    }
  }

  @Test func `an operator that never starts its upstream fails, and is asked nothing else`() {
    #expect(
      report { _, _ in .never() } == """
        it does not keep the delivery contract
          “it starts its upstream, and passes on what it is said to pass on”
            the upstream was not started, nor when a second of virtual time had passed
          (nothing else was asked, as the other clauses take this one for granted)
        """)
  }

  @Test func `no trait lets pass what does not start its upstream`() {
    let traits: OperatorTraits = [
      .dropsValues, .sendsNoValues, .swallowsErrors, .swallowsCompletion, .keepsValues, .waitsForOtherInputs,
    ]
    #expect(report(traits: traits) { _, _ in .never() }.contains("the upstream was not started"))
  }

  @Test func `an operator that drops every value fails, unless it is said to`() {
    let text = report { upstream, _ in Self.watching(upstream) { _ in false } }
    #expect(text.contains("the value 1 did not come out"), "\(text)")
    #expect(text.contains("has the trait sendsNoValues"), "\(text)")
  }

  @Test func `an operator that has not the trait that it is said to have fails`() {
    for (trait, complaint) in [
      (OperatorTraits.sendsNoValues, "with the trait sendsNoValues"),
      (.swallowsErrors, "with the trait swallowsErrors"),
      (.swallowsCompletion, "with the trait swallowsCompletion"),
      (.waitsForOtherInputs, "with the trait waitsForOtherInputs"),
    ] {
      let text = report(traits: trait) { upstream, _ in upstream }
      #expect(text.contains(complaint), "\(text)")
    }
  }

  @Test func `an operator on a queue of its own is told to take one of the suite`() {
    let text = report(patience: 2) { upstream, _ in
      let queue = Queue(name: "its own")
      return Signal { subscriber in
        upstream.start(
          in: subscriber, next: { value in queue.async { subscriber.putNext(value) } },
          error: { subscriber.putError($0) }, completed: { subscriber.putCompletion() })
      }
    }
    #expect(text.contains("has to use context.scheduler or context.queue() here"), "\(text)")
  }

  @Test func `an operator that sends without an end fails`() {
    let text = report { upstream, _ in
      .bare { sink in
        upstream.subscribe(
          Sink(
            next: { value in
              while sink.next(value) {}
              return false
            }, error: sink.error, completed: sink.completed, scope: sink.scope))
      }
    }
    #expect(text.contains("it sends without an end: 100000 values came"), "\(text)")
  }

  // MARK: What comes to a stop

  @Test func `an operator that comes to a stop at a value, or at its start, is reported`() {
    let goOn = Latch()
    defer { goOn.open() }
    let atValue = report { upstream, _ in
      Self.watching(upstream) { _ in
        goOn.wait()
        return true
      }
    }
    #expect(
      atValue.contains("it came to a stop: the suite has been sending a value of the upstream for 1.0 s"),
      "\(atValue)")
    #expect(atValue.contains("nothing else was asked, as a thread is still held up"), "\(atValue)")
    let atStart = report { upstream, _ in
      Signal { subscriber in
        goOn.wait()
        return upstream.subscribe(subscriber.asSink)
      }
    }
    #expect(atStart.contains("it came to a stop: the suite has been starting it"), "\(atStart)")
    let application = report { upstream, _ in
      goOn.wait()
      return upstream
    }
    #expect(application.contains("it came to a stop: the suite has been applying it"), "\(application)")
  }

  @Test func `an operator that comes to a stop when it is disposed of, or at an end, is reported`() {
    let goOn = Latch()
    defer { goOn.open() }
    let atDisposal = report { upstream, _ in
      .bare { sink in
        let run = upstream.subscribe(sink)
        return ActionDisposable {
          goOn.wait()
          run.dispose()
        }
      }
    }
    #expect(atDisposal.contains("it came to a stop: the suite has been disposing of it"), "\(atDisposal)")
    let atEnd = report { upstream, _ in
      upstream.operate { downstream in
        Sink(
          next: downstream.next, error: downstream.error,
          completed: {
            goOn.wait()
            downstream.completed()
          })
      }
    }
    #expect(atEnd.contains("it came to a stop: the suite has been completing the upstream"), "\(atEnd)")
  }

  @Test func `an operator whose time does not pass is reported`() {
    let isOver = Recording<Bool>()
    defer { isOver.append(true) }
    let text = report { upstream, context in
      Self.watching(upstream) { _ in
        @Sendable func again() {
          if isOver.count == 0 { _ = context.scheduler.after(0) { again() } }
        }
        again()
        return true
      }
    }
    #expect(text.contains("letting a second of virtual time pass"), "\(text)")
  }

  // MARK: Where no test runs

  #if !canImport(Darwin)  // there, the run gets an issue
    @Test func `a failure that belongs to no test stops the program`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Task.detached { checkContract(of: "it") { _ in .never() } }.value
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("CheckContractTests.swift"), "\(message)")
      #expect(message.contains("it does not keep the delivery contract"), "\(message)")
    }
  #endif

  @Test(arguments: ["0", "-1", "inf", "nan"])
  func `a patience that is none stops the program`(seconds: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [seconds] in
      checkContract(of: "it", patience: try #require(Double(seconds))) { upstream in upstream }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("checkContract: patience: has to be a finite span of time"), "\(message)")
  }
}

/// Whether an issue is what `report` looks for.
@Sendable private func isReport(_ issue: Issue) -> Bool {
  issue.comments.map(\.rawValue).joined().hasPrefix("it does not keep the delivery contract")
}
