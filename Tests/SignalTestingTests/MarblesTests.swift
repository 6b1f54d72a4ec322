import Disposables
import SignalTesting
import Signals
import TestSupport
import Testing

@Suite struct MarblesTests {
  @Test("a diagram is read: a character is a frame, a group is a moment, spaces are nothing")
  func reading() throws {
    let marbles = try Marbles("a-b -(cd)-|")
    #expect(
      marbles.moments == [
        .init(frame: 0, mark: .value("a")), .init(frame: 2, mark: .value("b")),
        .init(frame: 4, mark: .value("c")), .init(frame: 4, mark: .value("d")),
        .init(frame: 9, mark: .completed),
      ])
    #expect(marbles.length == 10)
  }

  @Test("a start, a disposal and an error are read")
  func otherMarks() throws {
    let marbles = try Marbles("--^a#-!")
    #expect(marbles.startFrame == 2)
    #expect(marbles.disposalFrame == 6)
    #expect(marbles.moments.map(\.mark) == [.start, .value("a"), .error, .disposal])
  }

  @Test(
    "a diagram that is written again is the same",
    arguments: ["", "---", "a-b-(cd)-|", "--^-a#", "(a|)", "^--!"])
  func writing(text: String) throws {
    #expect(try Marbles(text).description == text)
  }

  @Test(
    "a mistake is named with its column",
    arguments: [
      ("a-?-|", 3), ("a-(b-c)", 5), ("(a(b))", 3), ("a)-", 2), ("--()", 4), ("-a|b", 4), ("a#|", 3),
      ("-(ab", 2),
      ("^-^", 3), ("!!", 2), ("-!-^a", 4), ("(!^)", 3), ("^a!-b", 5), ("(a!b)", 4), ("-!|", 3), ("!-#", 3),
    ])
  func mistakes(text: String, column: Int) {
    #expect {
      try Marbles(text)
    } throws: { error in
      (error as? Marbles.ParseError)?.column == column
    }
  }

  @Test("after the disposal there is time, and the end may stand before it")
  func afterTheDisposal() throws {
    for text in ["^-a!--", "(a!)-", "a-|!-", "-#--!"] { #expect(try Marbles(text).disposalFrame != nil) }
    #expect {
      try Marbles("-!-^a")
    } throws: { error in
      (error as? Marbles.ParseError)?.reason
        == "a subscription starts before it is disposed of: put the '^' before the '!'"
    }
  }

  @Test("moments are put into the order of time; those of one frame stay in theirs")
  func unsortedMoments() {
    let moments: [Marbles.Moment] = [
      .init(frame: 6, mark: .completed), .init(frame: 1, mark: .value("b")),
      .init(frame: 1, mark: .value("a")),
    ]
    var marbles = Marbles(moments: moments, length: 0)
    #expect(marbles.description == "-(ba)-|")
    #expect(marbles.moments.map(\.frame) == [1, 1, 6])
    marbles.moments = moments
    #expect(marbles.description == "-(ba)-|")
  }

  @Test("the description of a mistake points at it")
  func description() {
    #expect {
      try Marbles("a-?")
    } throws: { error in
      "\(error)" == """
        column 3: '?' means nothing here; values are letters and digits, time is '-'
          a-?
            ^
        """
    }
  }
}

@Suite struct ExpectSignalTests {
  @Test("what is sent as expected passes, with names, with a table, and with an error")
  func passes() throws {
    let scheduler = TestScheduler()
    try expectSignal(try scheduler.cold("a-b-(cd)-|").signal, sends: "a-b-(cd)-|", on: scheduler)
    try expectSignal(
      try scheduler.cold("1-2#", values: ["1": 10, "2": 20], error: "bad").signal,
      sends: "1-2#", values: ["1": 10, "2": 20], error: "bad", on: scheduler, frame: 1)
    try expectSignal(Signal<Int, NoError>.single(7), sends: "(7|)", values: ["7": 7], on: scheduler)
  }

  @Test("^ delays the start, ! disposes, and the source knows when it was listened to")
  func startAndDisposal() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("-a-b-c-d")
    try expectSignal(source.signal, sends: "--^a-b!---", on: scheduler)
    #expect(source.subscriptions.map(\.description) == ["--^---!"])
    #expect(scheduler.pending == 0)
  }

  @Test("a hot source plays once; what stands before ^ is over")
  func hot() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.hot("xy^-a-b-c|")
    scheduler.advance(by: 3)
    try expectSignal(source.signal, sends: "-b-c|", on: scheduler)
    #expect(source.subscriptions == [.init(3, 7)])
  }

  @Test("an unknown name and a missing error are named with their columns")
  func tables() {
    let scheduler = TestScheduler()
    #expect {
      try scheduler.cold("-a-b", values: ["a": 1])
    } throws: { error in
      (error as? Marbles.ParseError)?.column == 4
    }
    #expect {
      try scheduler.cold("-a-#")
    } throws: { error in
      (error as? Marbles.ParseError)?.column == 4
    }
  }

  @Sendable private static func isDifference(_ issue: Issue) -> Bool {
    issue.comments.map(\.rawValue).joined() == """
      the signal did not send what was expected
        expected: --a-b---|
        actual:   --a--z|--
                      ^
        z = 200
      """
  }

  @Test("a difference fails the test, and shows both lines, aligned", .filterIssues { !isDifference($0) })
  func difference() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("--a--b|", values: ["a": 1, "b": 200])
    try withKnownIssue {
      try expectSignal(source.signal, sends: "--a-b---|", values: ["a": 1, "b": 2], on: scheduler)
    } matching: {
      Self.isDifference($0)
    }
  }

  /// The message about a signal of these events, times in frames, where a diagram is expected.
  private func message(
    _ events: [(frame: Double, event: SignalEvent<String, String>)], expected: String, error: String = "bad"
  ) throws -> String {
    let scheduler = TestScheduler()
    let signal = Signal<String, String> { subscriber in
      for (frame, event) in events { scheduler.after(frame) { subscriber.put(event: event) } }
      return EmptyDisposable
    }
    return try compareSignal(
      signal, with: expected, values: ["a": "a", "b": "b", "c": "c", "d": "d"], error: error, on: scheduler,
      frame: 1
    ).difference ?? "no difference"
  }

  @Test("events that are drawn alike and came at other times are listed with their frames")
  func drawnAlike() throws {
    #expect(
      try message([(0, .next("a")), (0, .next("b")), (3, .next("c"))], expected: "(ab)c") == """
        the signal did not send what was expected
          expected: (ab)c
          actual:   (ab)c
          c is expected in frame 4, and came in frame 3
        """)
    #expect(
      try message([(0, .next("a")), (0, .next("b")), (1, .next("c")), (4, .completed)], expected: "(ab)c|")
        == """
        the signal did not send what was expected
          expected: (ab)c|
          actual:   (ab)c|
          c is expected in frame 4, and came in frame 1
          | is expected in frame 5, and came in frame 4
        """)
    #expect(
      try message([(0, .next("a")), (2.5, .next("b"))], expected: "a-b-") == """
        the signal did not send what was expected
          expected: a-b-
          actual:   a-b-
          b is expected in frame 2, and came between two frames, at 2.5
        """)
    #expect(
      try message([(1, .error("worse"))], expected: "-#") == """
        the signal did not send what was expected
          expected: -#
          actual:   -#
          # should be bad, and is worse
        """)
  }

  @Test("where a group moves the rest to the right, what is missing and what is too much is listed as well")
  func drawnMoved() throws {
    let events: [(Double, SignalEvent<String, String>)] = [
      (0, .next("a")), (0, .next("b")), (2, .next("c")), (3, .next("d")),
    ]
    #expect(
      try message(events, expected: "(ab)-cc") == """
        the signal did not send what was expected
          expected: (ab)-cc
          actual:   (ab)cd-
                        ^
          c is expected in frame 5, and came in frame 2
          c is expected in frame 6, and did not come
          d came in frame 3, and is not expected
        """)
  }

  @Sendable private static func isFiner(_ issue: Issue) -> Bool {
    let text = issue.comments.map(\.rawValue).joined()
    return text.contains("# should be other, and is one") && text.contains("between two frames, at 1.5")
  }

  @Test("an event between two frames, and another error, are told apart", .filterIssues { !isFiner($0) })
  func finerDifferences() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("-#", error: "one", frame: 1.5)
    try withKnownIssue {
      try expectSignal(source.signal, sends: "-#-", error: "other", on: scheduler)
    } matching: {
      Self.isFiner($0)
    }
  }

  @Test("a difference is drawn in the right frames, also where a frame is a fraction that binary can't hold")
  func fractions() throws {
    let scheduler = TestScheduler()
    let recorder = Recorder(try scheduler.cold("---a---b", frame: 0.1).signal, on: scheduler)
    scheduler.run()
    #expect(recorder.marbles(frame: 0.1) == "---a---b")
  }

  @Test("a recorder knows when its source was subscribed to")
  func sourceIntervals() throws {
    let scheduler = TestScheduler()
    let source = try scheduler.cold("a-b-c|").signal
    scheduler.advance(to: 5)
    let whole = Recorder(source, on: scheduler)
    let twice = Recorder(of: source, on: scheduler) { source in
      Signal<String, NoError> { subscriber in
        let first = source.start(next: { subscriber.putNext($0) })
        scheduler.after(1) {
          first.dispose()
          subscriber.keepAlive(source.start(next: { subscriber.putNext($0) }).asScoped())
        }
        return EmptyDisposable
      }
    }
    scheduler.advance(by: 3)
    #expect(whole.subscriptions == [.init(start: 5, end: nil)])
    scheduler.run()
    #expect(whole.subscriptions == [.init(start: 5, end: 10)])
    #expect(twice.subscriptions == [.init(start: 5, end: 6), .init(start: 6, end: 11)])
    #expect(twice.values == ["a", "a", "b", "c"])
  }

  @Test("a recorder's source that sends without an end stops when the operators have enough")
  func endlessSource() {
    let scheduler = TestScheduler()
    let sent = Recording<Int>()
    let endless = Signal<Int, NoError> { subscriber in
      var number = 0
      while subscriber.isActive {
        number += 1
        sent.append(number)
        subscriber.putNext(number)
      }
      return EmptyDisposable
    }
    let recorder = Recorder(of: endless, on: scheduler) { source in
      Signal<Int, NoError> { subscriber in
        source.start(
          in: subscriber,
          next: { value in
            subscriber.putNext(value)
            if value == 2 { subscriber.putCompletion() }
          })
      }
    }
    #expect(recorder.values == [1, 2])
    #expect(sent.elements == [1, 2])
  }

  @Test("what came before frame 0 of a drawing is left out, and marks are no names")
  func drawingFromLater() throws {
    let scheduler = TestScheduler()
    let recorder = Recorder(try scheduler.cold("a-b-c|").signal, on: scheduler)
    scheduler.run()
    #expect(recorder.marbles(from: 2) == "b-c|")
    #expect(recorder.marbles(values: ["-": "a", "|": "b"]) == "a-b-c|")
  }

  @Test("a recorder draws what came")
  func drawing() throws {
    let scheduler = TestScheduler()
    let recorder = Recorder(
      try scheduler.cold("a-1-(2x)|", values: ["a": 5, "1": 1, "2": 2, "x": 99]).signal, on: scheduler)
    scheduler.run()
    #expect(recorder.marbles(values: ["a": 5]) == "a-1-(2z)|\nz = 99")
    #expect(recorder.values == [5, 1, 2, 99])
    #expect(recorder.isTerminated)
    #expect(Set(recorder.entries.map(\.thread)).count == 1)
    #expect(recorder.entries.map(\.time) == [0, 2, 4, 4, 8])
  }
}
