import SignalTesting
import Signals
import Testing

/// What a test can't mean stops it with a message, also in a release build.
@Suite struct MisuseTests {
  private func expectMessage(
    _ result: ExitTest.Result?, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for part in parts {
      #expect(message.contains(part), "\(message)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "no frame is negative, empty, endless, no number, or shorter than virtual time counts",
    arguments: ["-1.0", "0.0", "inf", "nan", "1e-10"])
  func frames(frame: String) async {
    let what = "a frame of \(frame) seconds; frame: has to be a finite number"
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [frame] in
        _ = try TestScheduler().cold("-a|", frame: try #require(Double(frame)))
      }, "TestScheduler.cold: \(what)")
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [frame] in
        _ = try TestScheduler().hot("---", values: ["a": 1], frame: try #require(Double(frame)))
      }, "TestScheduler.hot: \(what)")
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [frame] in
        try expectSignal(
          Signal<String, NoError>.never(), sends: "---", on: TestScheduler(),
          frame: try #require(Double(frame)))
      }, "expectSignal: \(what)", "MisuseTests.swift:")
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [frame] in
        _ = Recorder(Signal<Int, NoError>.single(1), on: TestScheduler()).marbles(
          frame: try #require(Double(frame)))
      }, "Recorder.marbles: \(what)")
  }

  @Test("a diagram ends before virtual time does")
  func longDiagrams() async {
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try TestScheduler().cold("----a", frame: 1e9)
      }, "TestScheduler.cold: 4 frames of 1000000000.0 seconds", "make frame: shorter")
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try expectSignal(Signal<String, NoError>.never(), sends: "-----", on: TestScheduler(), frame: 1e300)
      }, "expectSignal: 5 frames of 1e+300 seconds")
  }

  @Test("a drawing that would not end is not begun")
  func longDrawings() async {
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let scheduler = TestScheduler()
        scheduler.advance(by: 10)
        _ = Recorder(Signal<Int, NoError>.single(1), on: scheduler).marbles(frame: 1e-9)
      }, "Recorder.marbles: an event at 10.0 is 10000000000.0 frames away from 0.0; make frame: longer")
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Recorder(Signal<Int, NoError>.single(1), on: TestScheduler()).marbles(from: .nan)
      }, "Recorder.marbles: from: has to be a moment of virtual time, and is nan")
  }

  @Test("frames are counted from 0, also those that are set later")
  func negativeFrames() async {
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Marbles.Moment(frame: -1, mark: .error)
      }, "Marbles.Moment: frame -1; frames are counted from 0")
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var moment = Marbles.Moment(frame: 1, mark: .error)
        moment.frame -= 2
      }, "Marbles.Moment: frame -1")
    expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Marbles(moments: [], length: -3)
      }, "Marbles: length -3; no diagram is shorter than 0 frames")
  }

  @Test("a scheduler goes nowhere for a time that is none or negative, or no number, and runs what is due")
  func times() {
    let scheduler = TestScheduler()
    scheduler.advance(by: 2)
    for seconds: Double in [0, -1, .nan, -.infinity] {
      scheduler.async {}
      scheduler.advance(by: seconds)
      #expect(scheduler.pending == 0)
      scheduler.async {}
      scheduler.advance(to: seconds)
      #expect(scheduler.pending == 0)
      #expect(scheduler.now == 2)
    }
  }
}
