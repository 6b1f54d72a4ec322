import Disposables
import Operators
import Signals
import TestSupport
import Testing

@Suite(.serialized) struct OperateTests {
  private struct Failure: Error, Equatable {}

  /// Numbers the values, up to a limit.
  private static func numbered(
    _ signal: Signal<String, Failure>, upTo limit: Int = .max
  ) -> Signal<(Int, String), Failure> {
    signal.operate { downstream in
      let count = SerialState(0)
      return Sink(
        next: { value in
          count.value += 1
          guard downstream.next((count.value, value)) else { return false }
          if count.value < limit { return true }
          downstream.completed()
          return false
        },
        error: downstream.error, completed: downstream.completed)
    }
  }

  @Test("each start has a state of its own, and the end passes")
  func freshState() {
    let signal = Self.numbered(.sequence(["a", "b"]))
    for _ in 1...2 {
      let log = Recording<String>()
      signal.start(next: { log.append("\($0)\($1)") }, completed: { log.append("|") })
      #expect(log.elements == ["1a", "2b", "|"])
    }
    let log = Recording<String>()
    Self.numbered(.fail(Failure())).start(error: { log.append("\($0)") })
    #expect(log.elements == ["Failure()"])
  }

  @Test("an operator that ends by itself stops a source that sends without an end while it starts")
  func endlessSource() {
    let (sent, log) = (Counter(), Recording<Int>())
    let endless = Signal<String, Failure> { subscriber in
      while subscriber.isActive && sent.value < 1_000 {
        sent.increment()
        subscriber.putNext("")
      }
      return EmptyDisposable
    }
    Self.numbered(endless, upTo: 3).start(next: { log.append($0.0) }, completed: { log.append(0) })
    #expect(log.elements == [1, 2, 3, 0])
    #expect(sent.value == 3)
    // The scope of the downstream passes as well: here it ends behind a gate.
    sent.increment(by: -3)
    Self.numbered(endless).mapToQueue { .single($0.0) }.take(2).start()
    #expect(sent.value == 2)
  }

  @Test("debug builds say when the downstream is sent something after the end")
  func afterTheEnd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Signal<Int, Never>.single(1).operate { downstream -> Sink<Int, Never> in
        Sink(
          next: {
            _ = downstream.next($0)
            downstream.completed()
            return true
          },
          error: downstream.error, completed: downstream.completed)
      }.start()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("operate: the downstream was sent a completion after the end."))
  }

  @Test("debug builds say when the downstream is sent something after it has answered false")
  func afterFalse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Signal<Int, Never>.single(1).operate { downstream -> Sink<Int, Never> in
        Sink(
          next: {
            _ = downstream.next($0)
            return downstream.next($0)
          },
          error: downstream.error, completed: downstream.completed)
      }.take(1).start()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("operate: the downstream was sent a value after it had answered false."))
  }

  @Test("debug builds say when the downstream is sent something while it deals with another event")
  func twoAtOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (isInside, goOn) = (Latch(), Latch())
      Signal<Int, Never>.single(1).operate { downstream -> Sink<Int, Never> in
        Sink(
          next: { value in
            let other = Worker { _ = downstream.next(value) }
            isInside.wait()
            _ = downstream.next(value)
            other.join()
            return true
          },
          error: downstream.error, completed: downstream.completed)
      }.start(next: { _ in
        isInside.open()
        goOn.wait()
      })
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        "operate: the downstream was sent a value while it was dealing with another event: on two threads at once"
      ))
  }
}
