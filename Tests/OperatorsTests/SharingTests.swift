import Disposables
import Operators
import Promises
import Signals
import TestSupport
import Testing

@Suite struct ShareTests {
  @Test("who comes after a signal was told to stop while it starts gets a run of its own")
  func newcomer() {
    let (isInside, isTold, hasJoined) = (Latch(), Latch(), Latch())
    let (starts, got) = (Counter(), Recording<Int>())
    let stop = ValuePipe<Int>()
    let shared = Signal<Int, NoError> { subscriber in
      if starts.increment() == 1 {
        isInside.open()
        let deadline = ContinuousClock.now + .seconds(60)
        while subscriber.isActive, .now < deadline {}
        #expect(!subscriber.isActive)
        isTold.open()
        hasJoined.wait()
        #expect(!subscriber.isActive)
      } else {
        subscriber.putNext(7)
      }
      return EmptyDisposable
    }.share()
    let first = Slot<any Disposable>()
    let starter = Worker { first.exchange(shared.take(untilSignal: stop.signal()).start()) }
    #expect(isInside.wait())
    stop.putNext(1)
    #expect(isTold.wait())
    let second = shared.start(next: { got.append($0) })
    hasJoined.open()
    #expect(starter.join())
    #expect(got.elements == [7])
    #expect(starts.value == 2)
    first.value?.dispose()
    second.dispose()
  }

  @Test("a run that is replaced, as it was told to stop, is let go of outside the lock")
  func replacedRun() {
    let (isInside, isTold, hasReturned, goOn) = (Latch(), Latch(), Latch(), Latch())
    let (starts, calls) = (Counter(), Counter())
    let (again, stop) = (Slot<Signal<Canary, NoError>>(), ValuePipe<Int>())
    let shared = Signal<Canary, NoError> { subscriber in
      guard starts.increment() == 1 else { return EmptyDisposable }
      subscriber.putNext(
        Canary {
          calls.increment()
          again.value?.start().dispose()
        })
      isInside.open()
      let deadline = ContinuousClock.now + .seconds(60)
      while subscriber.isActive, .now < deadline {}
      isTold.open()
      return EmptyDisposable
    }.share(replay: 1)
    again.exchange(shared)
    let held = Signal<Canary, NoError> { subscriber in
      let subscription = shared.subscribe(subscriber.asSink)
      hasReturned.open()
      goOn.wait()
      return subscription
    }
    let starter = Worker { held.take(untilSignal: stop.signal()).start() }
    #expect(isInside.wait())
    stop.putNext(1)
    #expect(isTold.wait())
    #expect(hasReturned.wait())
    shared.start().dispose()
    goOn.open()
    #expect(starter.join())
    again.exchange(nil)
    #expect(calls.value == 1)
  }

  @Test("who joins from the first one's handler gets the rest of a sequence")
  func joinsInside() {
    let multicast = Multicast<Int>()
    let numbers = Signal<Int, NoError>.sequence(1...10)
    let (log, ends) = (Recording<Int>(), Counter())
    multicast.get(key: "numbers", signal: numbers).take(2).start(next: { number in
      guard number == 1 else { return }
      multicast.get(key: "numbers", signal: numbers).start(
        next: { log.append($0) }, completed: { ends.increment() })
    })
    #expect(log.elements == Array(2...10))
    #expect(ends.value == 1)
  }

  @Test("a member that has left holds nothing downstream, though the signal runs on for others")
  func hasLeft() {
    let (source, aviary) = (Source<Int, NoError>(), Aviary())
    let shared = source.signal.share()
    let other: any Disposable
    do {
      let pipe = ValuePipe<Int>()
      let canary = aviary.canary()
      merge([shared.take(1), pipe.signal()]).start(next: { _ in canary.sing() })
      other = shared.start()
      source.putNext(1)
      withExtendedLifetime(pipe) {}
    }
    #expect(aviary.alive == 0)
    other.dispose()
  }

  @Test("the first subscriber leaves while the signal is being started; who has come meanwhile gets the rest")
  func firstLeaves() {
    let (hasSent, hasJoined) = (Latch(), Latch())
    let shared = Signal<Int, NoError> { subscriber in
      var number = 0
      while subscriber.isActive, number < 100 {
        number += 1
        if number == 2 { hasJoined.wait() }
        subscriber.putNext(number)
        hasSent.open()
      }
      subscriber.putCompletion()
      return EmptyDisposable
    }.share()
    let (first, second) = (Recording<Int>(), Recording<Int>())
    let starter = Worker { shared.take(2).start(next: { first.append($0) }) }
    #expect(hasSent.wait())
    let isOver = Latch()
    shared.start(next: { second.append($0) }, completed: { isOver.open() })
    hasJoined.open()
    #expect(isOver.wait())
    #expect(starter.join())
    #expect(first.elements == [1, 2])
    #expect(second.elements == Array(2...100))
  }

  @Test(
    "the first subscriber starts the signal, the last one that leaves ends it, and the next one starts anew")
  func oneRun() {
    let source = Source<Int, NoError>()
    let shared = source.signal |> share
    let (a, b) = (Recording<Int>(), Recording<Int>())
    let first = shared.start(next: { a.append($0) })
    source.putNext(1)
    let second = shared.start(next: { b.append($0) })
    source.putNext(2)
    first.dispose()
    source.putNext(3)
    #expect(source.starts == 1 && source.disposals.value == 0)
    second.dispose()
    #expect(source.disposals.value == 1)
    #expect(a.elements == [1, 2] && b.elements == [2, 3])
    shared.start().dispose()
    #expect(source.starts == 2 && source.disposals.value == 2)
  }

  @Test("a late subscriber gets the newest values first, and each value once")
  func replay() {
    let source = Source<Int, NoError>()
    let shared = source.signal |> share(replay: 2)
    let first = shared.start()
    for number in 1...3 { source.putNext(number) }
    let log = Recording<Int>()
    let second = shared.start(next: { log.append($0) })
    #expect(log.elements == [2, 3])
    source.putNext(4)
    #expect(log.elements == [2, 3, 4])
    first.dispose()
    second.dispose()
    let third = Recording<Int>()
    shared.start(next: { third.append($0) }).dispose()
    #expect(third.elements.isEmpty, "what an older run kept")
  }

  @Test("B103: a signal that sends and completes while it starts reaches the first subscriber")
  func synchronous() {
    let starts = Counter()
    let shared = Signal<Int, NoError>.sequence([1, 2]).beforeStarted { starts.increment() }.share(replay: 1)
    #expect(record(shared).elements == [.next(1), .next(2), .completed])
    #expect(record(shared).elements == [.next(1), .next(2), .completed])
    #expect(starts.value == 2)
    let endless = Signal<Int, NoError>.sequence(0...).share().take(3)
    #expect(record(endless).elements == [.next(0), .next(1), .next(2), .completed])
  }

  @Test("B103: the last one leaves while the first of others arrives, from two threads")
  func leavingAndArriving() {
    let source = Source<Int, NoError>()
    let shared = source.signal.share(replay: 1)
    for round in 1...500 {
      let leaving = shared.start()
      let arrived = Slot<any Disposable>()
      let log = Recording<Int>()
      concurrently(2) { thread in
        if thread == 0 {
          leaving.dispose()
        } else {
          arrived.exchange(shared.start(next: { log.append($0) }))
        }
      }
      #expect(source.starts - source.disposals.value == 1, "one run is open")
      source.putNext(round)
      #expect(log.elements == [round])
      arrived.value?.dispose()
      #expect(source.starts == source.disposals.value)
    }
  }

  @Test("B103: a value that comes while another subscriber gets the replayed ones is seen once, after them")
  func valueDuringReplay() {
    let source = Source<Int, NoError>()
    let shared = source.signal.share(replay: 1)
    let first = shared.start()
    source.putNext(1)
    let (isInside, goOn, log) = (Latch(), Latch(), Recording<Int>())
    let joining = Worker {
      shared.start(next: { value in
        log.append(value)
        if value == 1 {
          isInside.open()
          goOn.wait()
        }
      })
    }
    isInside.wait()
    source.putNext(2)  // does not wait for the handler
    source.putNext(3)
    goOn.open()
    joining.join()
    #expect(log.elements == [1, 2, 3])
    first.dispose()
    source.putCompletion()
  }

  @Test("B103: a completion that comes during the replay follows the replayed values")
  func completionDuringReplay() {
    let source = Source<Int, NoError>()
    let shared = source.signal.share(replay: 2)
    shared.start()
    source.put(.next(1), .next(2))
    let log = Recording<SignalEvent<Int, NoError>>()
    shared.start(
      next: { value in
        log.append(.next(value))
        if value == 1 { source.putCompletion() }
      }, completed: { log.append(.completed) })
    #expect(log.elements == [.next(1), .next(2), .completed])
  }

  @Test("B103: who starts again inside the completion handler opens a new run")
  func againInsideCompletion() {
    let source = Source<Int, NoError>()
    let shared = source.signal.share(replay: 1)
    let (second, log) = (Slot<any Disposable>(), Recording<Int>())
    shared.start(completed: {
      second.exchange(shared.start(next: { log.append($0) }))
    })
    source.put(.next(1), .completed)
    #expect(source.starts == 2)
    #expect(log.elements.isEmpty, "what the older run kept")
    source.putNext(2)
    #expect(log.elements == [2])
    second.value?.dispose()
    #expect(source.disposals.value == 2)
  }

  @Test("events of an older run are ignored, also when it ignores its disposal")
  func olderRun() {
    let subscribers = Recording<Subscriber<Int, Failure>>()
    let shared = Signal<Int, Failure> { subscriber in
      subscribers.append(subscriber)
      return EmptyDisposable
    }.share(replay: 1)
    shared.start().dispose()
    let log = Recording<SignalEvent<Int, Failure>>()
    let second = shared.start(
      next: { log.append(.next($0)) }, error: { log.append(.error($0)) },
      completed: { log.append(.completed) })
    subscribers.elements[0].putNext(1)
    subscribers.elements[0].putError(Failure())
    #expect(log.elements.isEmpty)
    subscribers.elements[1].putNext(2)
    #expect(log.elements == [.next(2)])
    second.dispose()
  }

  @Test("an error reaches all subscribers, and the next one starts anew")
  func error() {
    let source = Source<Int, Failure>()
    let shared = source.signal.share(replay: 1)
    let (a, b) = (record(shared), record(shared))
    source.put(.next(1), .error(Failure()))
    #expect(a.elements == [.next(1), .error(Failure())] && b.elements == a.elements)
    let third = shared.start()
    #expect(source.starts == 2)
    third.dispose()
  }

  @Test("B52: after the end nothing of the subscribers nor of the values is held, while the signal is kept")
  func freed() {
    let aviary = Aviary()
    let source = Source<Canary, NoError>()
    let shared = source.signal.share(replay: 3)
    let subscriptions = (0..<2).map { _ in
      let canary = aviary.canary()
      return shared.start(next: { _ in canary.sing() })
    }
    for _ in 1...5 { source.putNext(aviary.canary()) }
    #expect(aviary.alive == 5)  // two handlers, three values
    source.putCompletion()
    #expect(aviary.alive == 0)
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test("B31: disposal after everything else is gone")
  func disposalAfterwards() {
    let source = Source<Int, NoError>()
    let disposable: any Disposable
    do {
      let shared = source.signal.share()
      disposable = shared.start()
    }
    source.putCompletion()
    disposable.dispose()
    #expect(source.disposals.value == 1)
  }

  @Test("subscribers that come and go on several threads all see the end")
  func comingAndGoing() {
    let source = Source<Int, NoError>()
    let shared = source.signal.share(replay: 1)
    let staying = shared.start()
    let ends = Counter()
    concurrently(4) { thread in
      for number in 0..<300 {
        if thread == 0 {
          source.putNext(number)
        } else {
          let subscription = shared.start(completed: { ends.increment() })
          if number < 290 { subscription.dispose() }
        }
      }
    }
    source.putCompletion()
    #expect(ends.value == 30)
    #expect(source.starts == 1 && source.disposals.value == 1)
    staying.dispose()
  }
}

@Suite struct MulticastTests {
  @Test("B88: two subscribers of one key share a start and a disposal, and the completion reaches both")
  func shares() {
    let (source, other) = (Source<Int, NoError>(), Source<Int, NoError>())
    let multicast = Multicast<Int>()
    let (a, b) = (
      record(multicast.get(key: "k", signal: source.signal)),
      record(multicast.get(key: "k", signal: other.signal))
    )
    let c = record(multicast.get(key: "l", signal: other.signal))
    #expect(source.starts == 1 && other.starts == 1)
    source.put(.next(1), .completed)
    other.putNext(2)
    #expect(a.elements == [.next(1), .completed] && b.elements == a.elements && c.elements == [.next(2)])
    #expect(source.disposals.value == 1)
    other.putCompletion()
    #expect(other.disposals.value == 1)
  }

  @Test("when the last one has left, the signal is disposed of, and the next one starts its own")
  func leaves() {
    let (source, other) = (Source<Int, NoError>(), Source<Int, NoError>())
    let multicast = Multicast<Int>()
    let first = multicast.get(key: "k", signal: source.signal).start()
    let second = multicast.get(key: "k", signal: source.signal).start()
    first.dispose()
    #expect(source.disposals.value == 0)
    second.dispose()
    second.dispose()
    #expect(source.starts == 1 && source.disposals.value == 1)
    let third = multicast.get(key: "k", signal: other.signal).start()
    #expect(other.starts == 1)
    third.dispose()
  }

  @Test("subscriptions outlive the multicast")
  func outlives() {
    let source = Source<Int, NoError>()
    let log: Recording<SignalEvent<Int, NoError>>
    do {
      log = record(Multicast().get(key: "k", signal: source.signal))
    }
    source.put(.next(1), .completed)
    #expect(log.elements == [.next(1), .completed])
  }
}
