import SignalKit
import SignalTesting
import Testing

@Suite struct AsyncRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift values | Combine values | AsyncSequence for await
  @Test("values() is followed by a loop, which ends the subscription when it is left")
  func values() async {
    let ends = Atomic(value: 0)
    let signal = Signal<Int, NoError> { subscriber in
      for value in 1...3 { subscriber.putNext(value) }
      return ActionDisposable { ends.modify { $0 + 1 } }
    }
    var seen: [Int] = []
    for await value in signal.values() {
      seen.append(value)
      if value == 2 { break }
    }
    #expect(seen == [1, 2])
    #expect(ends.with { $0 } == 1)
    var newest: [Int] = []
    for await value in signal.take(3).values(buffering: .newest(1)) { newest.append(value) }
    #expect(newest == [3])
  }
  // end rows

  // rows: AsyncSequence AsyncSequence
  @Test("an asynchronous sequence becomes a signal; so does a function")
  func async() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for value in 1...2 { continuation.yield(value) }
    continuation.finish()
    #expect(await Signal<Int, NoError>.async(stream).collect() == [1, 2])
    #expect(await Signal<Int, NoError>.async(stream).collect() == [])
    #expect(await Signal<Int, NoError>.task { 3 }.first() == 3)
  }
  // end rows

  // rows: AsyncSequence map { await … }
  @Test("a step that waits is a signal of a task, one after the other")
  func asyncMap() async {
    let signal = Signal<Int, NoError>.sequence([1, 2])
    #expect(await signal.mapToQueue { value in .task { value * 10 } }.collect() == [10, 20])
  }
  // end rows

  // rows: AsyncSequence first(where:)
  @Test("one value, or all of them, of a signal are waited for")
  func collecting() async {
    let signal = Signal<Int, NoError>.sequence([1, 2, 3])
    #expect(await signal.filter { $0 > 1 }.first() == 2)
    #expect(await signal.last() == 3)
    #expect(await signal.collect() == [1, 2, 3])
    #expect(await signal.reduce(0) { $0 + $1 }.last() == 6)
    #expect(await Signal<Int, NoError>.complete().first() == nil)
  }
  // end rows

  // rows: AsyncSequence AsyncChannel
  @Test("a sender does not wait for who takes the values: they are kept, or some are dropped")
  func channel() async {
    let pipe = ValuePipe<Int>()
    var values = pipe.signal().start(with: [0]).values().makeAsyncIterator()
    #expect(await values.next() == 0)
    for value in 1...3 { pipe.putNext(value) }
    for value in 1...3 { #expect(await values.next() == value) }
  }
  // end rows

  // rows: AsyncSequence merge
  @Test("merge starts its signals in their order, and ends with the last")
  func merged() throws {
    let (first, second) = (try letters("-a--b|"), try letters("--c|"))
    try expectSignal(merge(first, second), sends: "-ac-b|", on: queue)
  }
  // end rows

  // rows: AsyncSequence AsyncThrowingStream
  @Test("an error has a type, and ends the loop")
  func throwing() async {
    let signal = Signal<Int, Failure>.fail(Failure()).start(with: [1])
    var seen: [Int] = []
    do {
      for try await value in signal.values() { seen.append(value) }
      Issue.record("no error")
    } catch {
      let typed: Failure = error
      #expect(typed == Failure())
    }
    #expect(seen == [1])
  }
  // end rows

  // rows: AsyncSequence Observations
  @Test("the states of a model, on any scheduler")
  func observing() {
    let state = Atomic(value: 1)
    let signal = Signal<Int, NoError>.observing(on: queue) { state.with { $0 } }
    let recorder = Recorder(signal, on: queue)
    queue.advance()
    #expect(recorder.values == [1])
  }
  // end rows
}
