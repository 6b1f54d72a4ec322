import SignalKit
import SignalTesting
import Testing

@Suite struct SharingRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift PublishSubject | ReactiveSwift Signal.pipe() | Combine PassthroughSubject
  // rows: ReactiveCocoa RACSubject | AsyncSequence AsyncStream.makeStream()
  @Test("a pipe has no end, keeps nothing, and sends to all")
  func pipe() {
    let pipe = ValuePipe<Int>()
    pipe.putNext(1)
    let recorders = [Recorder(pipe.signal(), on: queue), Recorder(pipe.signal(), on: queue)]
    pipe.putNext(2)
    for recorder in recorders { #expect(recorder.events == [.next(2)]) }
  }
  // end rows

  // rows: RxSwift BehaviorRelay | ReactiveSwift MutableProperty | Combine CurrentValueSubject
  // rows: ReactiveCocoa RACBehaviorSubject
  @Test("ValuePromise takes Equatable values, Promise any; both send what they store, and have no end")
  func current() {
    let state = ValuePromise(1)
    let recorder = Recorder(state.get(), on: queue)
    state.set(2)
    state.set(2)
    #expect(state.rawValue == 2)
    #expect(recorder.events == [.next(1), .next(2), .next(2)])
    let ofFreed = Recorder(ValuePromise(1).get(), on: queue)
    #expect(ofFreed.events == [.next(1)])
    let distinct = ValuePromise(1, ignoreRepeated: true)
    let once = Recorder(distinct.get(), on: queue)
    distinct.set(1)
    #expect(once.values == [1])

    struct View: Sendable { let title: String }
    let any = Promise(View(title: "a"))
    let titles = Recorder(any.get().map(\.title), on: queue)
    any.set(.single(View(title: "b")))
    #expect(any.rawValue?.title == "b")
    #expect(titles.events == [.next("a"), .next("b")])
  }
  // end rows

  // rows: Combine @Published
  @Test("the value is stored before it is sent")
  func published() {
    let state = ValuePromise(1)
    let stored = Atomic<[Int]>(value: [])
    let subscription = state.get().start(next: { _ in stored.modify { $0 + [state.rawValue] } })
    state.set(2)
    subscription.dispose()
    #expect(stored.with { $0 } == [1, 2])
  }
  // end rows

  // rows: RxSwift ReplaySubject | ReactiveCocoa RACReplaySubject
  @Test("a promise keeps one value, share(replay:) more of one run; neither keeps an end for ever")
  func replay() {
    let promise = Promise<Int>()
    promise.set(.sequence([1, 2, 3]))
    #expect(Recorder(promise.get(), on: queue).events == [.next(3)])
    let pipe = ValuePipe<Int>()
    let signal = pipe.signal().share(replay: 2)
    let first = Recorder(signal, on: queue)
    for value in 1...3 { pipe.putNext(value) }
    #expect(Recorder(signal, on: queue).values == [2, 3])
    #expect(first.values == [1, 2, 3])
  }
  // end rows

  // rows: RxSwift share() | AsyncSequence share
  @Test(
    "share runs once for those who listen; what it keeps is forgotten with the run, and the next starts anew")
  func share() {
    let runs = Atomic(value: 0)
    let signal = Signal<Int, NoError> { [queue] subscriber in
      subscriber.putNext(runs.modify { $0 + 1 })
      return queue.after(2) { subscriber.putCompletion() }
    }
    for (shared, late) in [(signal.share(), []), (signal.share(replay: 1), [.next(1)])]
      as [(Signal<Int, NoError>, [SignalEvent<Int, NoError>])]
    {
      runs.swap(0)
      let first = Recorder(shared, on: queue)
      let second = Recorder(shared, on: queue)
      #expect(second.events == late)
      queue.advance(by: 2)
      #expect(first.events == [.next(1), .completed])
      #expect(second.events == late + [.completed])
      #expect(Recorder(shared, on: queue).events == [.next(2)])
    }
  }
  // end rows

  // rows: Combine share() | ReactiveSwift replayLazily(upTo:)
  @Test("who comes after the end starts anew, where others get the end")
  func shareAgain() {
    let runs = Atomic(value: 0)
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(runs.modify { $0 + 1 })
      subscriber.putCompletion()
      return EmptyDisposable
    }
    for shared in [signal.share(), signal.share(replay: 1)] {
      runs.swap(0)
      for run in 1...2 { #expect(Recorder(shared, on: queue).events == [.next(run), .completed]) }
    }
    runs.swap(0)
    let promise = Promise(initializeOnFirstAccess: signal)
    #expect(runs.with { $0 } == 0)
    for _ in 1...2 { #expect(Recorder(promise.get(), on: queue).events == [.next(1)]) }
  }
  // end rows

  // rows: RxSwift share(replay:scope:) | ReactiveSwift Property
  @Test("a promise keeps the newest value, whoever listens; it passes on no end")
  func forever() {
    let runs = Atomic(value: 0)
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(runs.modify { $0 + 1 })
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let promise = Promise(initializeOnFirstAccess: signal)
    #expect(runs.with { $0 } == 0)
    for _ in 1...2 {
      let recorder = Recorder(promise.get(), on: queue)
      #expect(recorder.events == [.next(1)])
      recorder.dispose()
    }
    #expect(runs.with { $0 } == 1)
  }
  // end rows

  // rows: RxSwift publish() | Combine multicast | ReactiveCocoa publish
  @Test("many may subscribe to a pipe before the signal is started into it; there is no end")
  func multicast() {
    let runs = Atomic(value: 0)
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(runs.modify { $0 + 1 })
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let pipe = ValuePipe<Int>()
    let recorders = [Recorder(pipe.signal(), on: queue), Recorder(pipe.signal(), on: queue)]
    #expect(runs.with { $0 } == 0)
    signal.start(next: pipe.putNext)
    for recorder in recorders { #expect(recorder.events == [.next(1)]) }
  }
  // end rows
}
