import Disposables
import Operators
import Signals
import TestSupport
import Testing

/// Values of `combineLatest` live until they are replaced, or everything is over; also when their input has completed.
@Suite("combineLatest, of inputs that complete in turn")
struct CombineLatestLivesTests {
  struct Value: Sendable {
    let life: Life
    let text: String
  }

  struct Arity: Sendable, CustomTestStringConvertible {
    let count: Int
    let combine: @Sendable ([Signal<Value, Failure>]) -> Signal<[Value], Failure>

    var testDescription: String { "\(count) inputs" }

    static let all = [
      Arity(count: 2) { combineLatest($0[0], $0[1]).map { [$0, $1] } },
      Arity(count: 3) { combineLatest($0[0], $0[1], $0[2]).map(list) },
      Arity(count: 4) { combineLatest($0[0], $0[1], $0[2], $0[3]).map(list) },
      Arity(count: 5) { combineLatest($0) },
      Arity(count: 8) { s in
        combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map(list)
      },
      Arity(count: 17) { s in
        combineLatest(
          s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14],
          s[15],
          s[16]
        ).map(list)
      },
      Arity(count: 18) { s in
        combineLatest(
          s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14],
          s[15],
          s[16], s[17]
        ).map(list)
      },
    ]

    @Sendable private static func list<each T>(_ values: (repeat each T)) -> [Value] {
      var list: [Value] = []
      for value in repeat each values {
        if let value = value as? Value { list.append(value) }
      }
      return list
    }
  }

  /// The inputs, and what comes out of them.
  private struct Run: ~Copyable {
    let lives = Lives.amongScribbles()
    let sources: [Source<Value, Failure>]
    let log = Recording<[String]>()
    let ends = Recording<String>()
    let subscription: any Disposable

    init(_ arity: Arity) {
      sources = (0..<arity.count).map { _ in Source() }
      subscription = arity.combine(sources.map(\.signal)).start(
        next: { [log] values in
          for value in values { value.life.use() }
          log.append(values.map(\.text))
        },
        error: { [ends] _ in ends.append("error") }, completed: { [ends] in ends.append("completed") })
    }

    func send(_ number: Int, from index: Int) {
      sources[index].putNext(Value(life: lives.life(), text: Self.text(number, index)))
    }

    static func text(_ number: Int, _ index: Int) -> String {
      "value \(number) of input \(index), which is no small string"
    }
  }

  @Test("an input that has completed is read on as it was, whichever it is", arguments: Arity.all)
  func eachInTurn(arity: Arity) {
    for first in 0..<arity.count {
      let run = Run(arity)
      let others = (0..<arity.count).filter { $0 != first }
      run.send(0, from: first)
      run.sources[first].putCompletion()
      #expect(run.lives.alive == 1)
      for index in others { run.send(1, from: index) }
      #expect(run.lives.alive == arity.count)
      for index in others { run.send(2, from: index) }
      #expect(run.lives.alive == arity.count)
      var expected = (0..<arity.count).map { Run.text($0 == first ? 0 : 1, $0) }
      var all = [expected]
      for index in others {
        expected[index] = Run.text(2, index)
        all.append(expected)
      }
      #expect(run.log.elements == all)
      for index in others {
        #expect(run.lives.alive == arity.count)
        run.sources[index].putCompletion()
      }
      #expect(run.ends.elements == ["completed"])
      #expect(run.lives.alive == 0)
      #expect(run.lives.faults == [])
    }
  }

  @Test("one after another completes, and the others send on", arguments: Arity.all)
  func oneAfterAnother(arity: Arity) {
    let run = Run(arity)
    for index in 0..<arity.count { run.send(0, from: index) }
    for completed in 0..<arity.count {
      run.sources[completed].putCompletion()
      for index in (completed + 1)..<max(arity.count, completed + 1) { run.send(completed + 1, from: index) }
      #expect(run.lives.alive == (completed == arity.count - 1 ? 0 : arity.count))
    }
    #expect(run.log.elements.last == (0..<arity.count).map { Run.text($0, $0) })
    #expect(run.ends.elements == ["completed"])
    #expect(run.lives.faults == [])
  }

  @Test("what an input has sent is freed at the end, though others have sent nothing", arguments: Arity.all)
  func silentOthers(arity: Arity) {
    for first in 0..<arity.count {
      for end in ["completion", "error", "disposal"] {
        let run = Run(arity)
        run.send(0, from: first)
        run.sources[first].putCompletion()
        #expect(run.lives.alive == 1)
        for index in 0..<arity.count where index != first {
          switch end {
          case "completion": run.sources[index].putCompletion()
          case "error": run.sources[index].put(.error(Failure()))
          default: run.subscription.dispose()
          }
        }
        #expect(run.lives.alive == 0, "\(end)")
        #expect(run.log.elements == [])
        #expect(run.ends.elements == (end == "disposal" ? [] : [end == "error" ? "error" : "completed"]))
        #expect(run.lives.faults == [])
      }
    }
  }

  @Test(
    "after an error, and after a disposal, nothing is left of those that have completed", arguments: Arity.all
  )
  func errorAndDisposal(arity: Arity) {
    for first in 0..<arity.count {
      for isError in [true, false] {
        let run = Run(arity)
        for index in 0..<arity.count { run.send(0, from: index) }
        run.sources[first].putCompletion()
        let other = (first + 1) % arity.count
        run.send(1, from: other)
        #expect(run.lives.alive == arity.count)
        if isError { run.sources[other].put(.error(Failure())) } else { run.subscription.dispose() }
        #expect(run.lives.alive == 0)
        #expect(run.log.elements.count == 2)
        #expect(run.ends.elements == (isError ? ["error"] : []))
        #expect(run.lives.faults == [])
      }
    }
  }

  @Test("inputs that end and go on from several threads", arguments: Arity.all)
  func severalThreads(arity: Arity) {
    for round in 0..<20 {
      let run = Run(arity)
      let (sources, lives, subscription) = (run.sources, run.lives, run.subscription)
      concurrently(3) { thread in
        for number in 0..<5 {
          for index in sources.indices where index % 3 == thread {
            sources[index].putNext(Value(life: lives.life(), text: Run.text(number, index)))
          }
        }
        for index in sources.indices where index % 3 == thread {
          // In some rounds it ends while others send.
          if round % 4 == 3 && index == round % arity.count { subscription.dispose() }
          sources[index].putCompletion()
        }
      }
      #expect(run.lives.alive == 0)
      #expect(run.lives.faults == [])
      guard round % 4 != 3 else { continue }
      #expect(run.log.elements.last == (0..<arity.count).map { Run.text(4, $0) })
      #expect(run.ends.elements == ["completed"])
    }
  }

  @Test("a value that replaces another frees it outside the lock, also when an input has completed")
  func replacedValues() {
    let (a, b) = (Source<Canary, NoError>(), Source<Canary, NoError>())
    let log = Recording<Int>()
    let numbers = Source<Int, NoError>()
    combineLatest(a.signal, b.signal, numbers.signal).start(next: { _, _, number in log.append(number) })
    let freed = Counter()
    a.put(.next(Canary { freed.increment() }), .completed)
    numbers.putNext(1)
    b.putNext(Canary { numbers.putNext(2) })
    b.putNext(Canary())
    #expect(log.elements == [1, 1, 2])
    #expect(freed.value == 0)
    b.putCompletion()
    numbers.put(.next(3), .completed)
    #expect(log.elements == [1, 1, 2, 3])
    #expect(freed.value == 1)
  }
}
