import SignalKit
import Testing

// Release builds do not look.
#if DEBUG
  /// What a debug build says of operators that misuse what is downstream of them.
  @Suite struct MisuseTests {
    private func expectMessage(
      _ result: ExitTest.Result?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains(text), "\(message)", sourceLocation: sourceLocation)
    }

    @Test func `an operator that completes after it was told that no more is wanted`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Signal<Int, NoError>.single(1).operate { (downstream: Sink<Int, NoError>) in
          Sink(
            next: { value in
              _ = downstream.next(value)
              return true
            },
            error: downstream.error, completed: downstream.completed)
        }.take(1).start()
      }
      expectMessage(result, "operate: the downstream was sent a completion after it had answered false")
    }

    @Test func `an operator that sends something after the end`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Signal<Int, NoError>.single(1).operate { (downstream: Sink<Int, NoError>) in
          Sink(
            next: { _ in
              downstream.completed()
              return true
            },
            error: downstream.error, completed: downstream.completed)
        }.start()
      }
      expectMessage(result, "operate: the downstream was sent a completion after the end")
    }

    @Test func `an operator that sends past its inputs`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (first, second) = (ValuePipe<Int>(), ValuePipe<Int>())
        Signal<Int, NoError>.joining { downstream, _ in
          // No inputs: nobody makes one of these wait for the other.
          first.signal().start(next: { _ = downstream.next($0) })
          second.signal().start(next: { _ = downstream.next($0) })
        }.start(next: { if $0 == 1 { second.putNext(2) } })
        first.putNext(1)
      }
      expectMessage(
        result, "joining: the downstream was sent a value while it was dealing with another event")
    }
  }
#endif
