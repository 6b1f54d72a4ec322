import SignalKit
import SignalTesting
import Testing

@Suite struct SubscriptionsRowTests: RowSuite {
  let queue = TestScheduler()

  // rows: RxSwift Observable | ReactiveSwift SignalProducer | Combine Publisher | ReactiveCocoa RACSignal
  @Test("a signal sends any number of values, has the type of its errors, and runs anew for each start")
  func signal() throws {
    let signal: Signal<String, Failure> = try failing("-a-b-#")
    for _ in 1...2 { try expectSignal(signal, sends: "-a-b-#", error: Failure(), on: queue) }
  }
  // end rows

  // rows: RxSwift Observable.create | ReactiveSwift SignalProducer.init(_:) | ReactiveCocoa createSignal:
  // rows: AsyncSequence AsyncStream.init(_:)
  @Test("a generator returns what ends its work")
  func generator() {
    let ends = Atomic(value: 0)
    let signal = Signal<Int, Failure> { subscriber in
      subscriber.putNext(1)
      subscriber.putError(Failure())
      subscriber.putNext(2)
      return ActionDisposable { ends.modify { $0 + 1 } }
    }
    for start in 1...2 {
      let recorder = Recorder(signal, on: queue)
      #expect(recorder.events == [.next(1), .error(Failure())])
      #expect(ends.with { $0 } == start)
    }
  }
  // end rows

  // rows: RxSwift AnyObserver | ReactiveSwift Signal.Observer | ReactiveCocoa RACSubscriber
  // rows: Combine Subscriber
  @Test("what a handler sends is queued until it returns")
  func subscriber() {
    let stored = Atomic<Subscriber<Int, Failure>?>(value: nil)
    let signal = Signal<Int, Failure> { subscriber in
      stored.swap(subscriber)
      return EmptyDisposable
    }
    let log = Atomic<[String]>(value: [])
    signal.start(
      next: { value in
        if value == 1 {
          stored.with { $0 }?.putNext(2)
          stored.with { $0 }?.putCompletion()
          stored.with { $0 }?.putError(Failure())
        }
        log.modify { $0 + ["\(value)"] }
      },
      completed: { log.modify { $0 + ["|"] } })
    stored.with { $0 }?.putNext(1)
    #expect(log.with { $0 } == ["1", "2", "|"])
  }
  // end rows

  // rows: RxSwift subscribe(onNext:onError:onCompleted:) | ReactiveSwift startWithValues
  // rows: Combine sink(receiveCompletion:receiveValue:) | ReactiveCocoa subscribeNext:error:completed:
  @Test("a subscription goes on without its disposable, and ends with dispose")
  func start() {
    let pipe = ValuePipe<Int>()
    let heard = Atomic<[Int]>(value: [])
    let signal = pipe.signal().castError(Failure.self)
    signal.start(next: { next in heard.modify { $0 + [next] } }, error: { _ in }, completed: {})
    let disposable = signal.start(next: { next in heard.modify { $0 + [next * 10] } })
    pipe.putNext(1)
    disposable.dispose()
    pipe.putNext(2)
    #expect(heard.with { $0 } == [1, 10, 2])
  }
  // end rows

  // rows: RxSwift Disposables.create | ReactiveSwift AnyDisposable | ReactiveCocoa RACDisposable
  // rows: Combine Cancellable | AsyncSequence onTermination
  @Test("an ActionDisposable runs its closure once")
  func action() {
    let runs = Atomic(value: 0)
    let disposable: any Disposable = ActionDisposable { runs.modify { $0 + 1 } }
    disposable.dispose()
    disposable.dispose()
    #expect(runs.with { $0 } == 1)
  }
  // end rows

  // rows: RxSwift SerialDisposable | ReactiveSwift SerialDisposable | ReactiveCocoa RACSerialDisposable
  @Test("MetaDisposable holds one, DisposableSet many, each once")
  func containers() {
    let log = Atomic<[String]>(value: [])
    func note(_ name: String) -> any Disposable {
      ActionDisposable { log.modify { $0 + [name] } }
    }
    let serial = MetaDisposable()
    serial.set(note("a"))
    serial.set(note("b"))
    #expect(log.with { $0 } == ["a"])
    let set = DisposableSet()
    let twice = note("c")
    set.add(twice)
    set.add(twice)
    set.add(serial)
    set.dispose()
    #expect(log.with { $0 } == ["a", "c", "b"])
  }
  // end rows

  // rows: RxSwift DisposeBag | ReactiveSwift Lifetime | Combine AnyCancellable
  // rows: ReactiveCocoa RACCompoundDisposable | AsyncSequence Task
  @Test("what is scoped ends with its owner, without an event; a set that is freed disposes of nothing")
  func owner() {
    final class Owner {
      let subscriptions = DisposableSet()
      private(set) lazy var scope = subscriptions.asScoped()
    }
    let pipe = ValuePipe<Int>()
    let log = Atomic<[String]>(value: [])
    func start(_ name: String) -> any Disposable {
      pipe.signal().start(
        next: { _ in log.modify { $0 + [name] } }, completed: { log.modify { $0 + ["completed"] } })
    }
    do {
      let owner = Owner()
      owner.subscriptions.add(start("a"))
      owner.subscriptions.add(start("b"))
      _ = owner.scope
      let set = DisposableSet()
      set.add(start("c"))
      let scoped = start("d").asScoped()
      pipe.putNext(1)
      withExtendedLifetime((owner, scoped)) {}
    }
    pipe.putNext(2)
    #expect(log.with { $0 } == ["a", "b", "c", "d", "c"])
  }
  // end rows

  // rows: ReactiveSwift take(during:)
  @Test("a scoped subscription ends with its owner; a trigger completes it")
  func takeDuring() throws {
    let signal = try letters("-a-b-c-")
    let heard = Atomic<[String]>(value: [])
    do {
      let subscription = signal.start(next: { next in heard.modify { $0 + [next] } }).asScoped()
      queue.advance(by: 2)
      withExtendedLifetime(subscription) {}
    }
    queue.advance(by: 5)
    #expect(heard.with { $0 } == ["a"])
    let ended = ValuePipe<Void>()
    let recorder = Recorder(signal.take(untilSignal: ended.signal()), on: queue)
    queue.advance(by: 2)
    ended.putNext(())
    #expect(recorder.events == [.next("a"), .completed])
  }
  // end rows

  // rows: RxSwift TestScheduler | ReactiveSwift TestScheduler | Combine ImmediateScheduler
  // rows: AsyncSequence Clock | ReactiveCocoa RACTestScheduler
  @Test("a test has its own time, and draws what it means")
  func testing() throws {
    let scheduler = TestScheduler()
    let typing = try scheduler.hot("-a-b--c-|")
    let recorder = Recorder(typing.signal.delayValues(1, on: scheduler), on: scheduler)
    try expectSignal(typing.signal, sends: "-a-b--c-|", on: scheduler)
    scheduler.run()
    #expect(recorder.marbles() == "--a-b--c-|")
    let none = Signal<Int, NoError>.single(1).delay(3_600, queue: ImmediateScheduler())
    #expect(Recorder(none, on: scheduler).values == [1])
  }
  // end rows

  // rows: RxSwift bind(to:) | ReactiveSwift <~ | Combine assign(to:on:) | ReactiveCocoa RAC(…)
  @Test("bind sets a property of an object that it holds weakly")
  func bind() {
    final class Account: Sendable {
      private let stored = Atomic(value: 0)
      var balance: Int {
        get { stored.with { $0 } }
        set { stored.swap(newValue) }
      }
    }
    let total = ValuePromise(1)
    weak var freed: Account?
    do {
      let account = Account()
      total.get().bind(to: account, \.balance, on: queue)
      queue.advance()
      #expect(account.balance == 1)
      freed = account
    }
    #expect(freed == nil)
  }
  // end rows
}
