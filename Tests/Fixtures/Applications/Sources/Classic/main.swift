import Dispatch
import Foundation

#if RENAMED
  import SignalKit
#else
  import SwiftSignalKit
#endif

// What code against SwiftSignalKit looks like: captured variables, values that are not Sendable, and the forms that are
// common in applications.

enum LoadError {
  case offline
}

final class Peer {
  var name: String

  init(name: String) {
    self.name = name
  }
}

func loadPeer(_ name: String) -> Signal<Peer, LoadError> {
  return Signal { subscriber in
    let cancelled = Atomic<Bool>(value: false)
    Queue.concurrentDefaultQueue().async {
      if name.isEmpty {
        subscriber.putError(.offline)
      } else if !cancelled.with({ $0 }) {
        subscriber.putNext(Peer(name: name))
        subscriber.putCompletion()
      }
    }
    return ActionDisposable {
      let _ = cancelled.swap(true)
    }
  }
}

func counted<T, E>(_ signal: Signal<T, E>, _ report: @escaping (Int) -> Void) -> Signal<T, E> {
  return Signal { subscriber in
    var count = 0
    return signal.start(
      next: { next in
        count += 1
        report(count)
        subscriber.putNext(next)
      },
      error: { error in
        subscriber.putError(error)
      },
      completed: {
        subscriber.putCompletion()
      })
  }
}

func number(_ value: Int) -> Signal<Int, NoError> {
  return .single(value)
}

final class Controller {
  private let queue = Queue.mainQueue()
  private let loadDisposable = MetaDisposable()
  private let disposables = DisposableSet()
  private let peer = Promise<Peer>()
  private let title = ValuePromise<String>("", ignoreRepeated: true)
  private let taps = ValuePipe<Void>()
  private var timer: SwiftSignalKitTimer?

  private(set) var shownNames: [String] = []
  private(set) var shownTitles: [String] = []
  private(set) var sums: [Int] = []
  private(set) var failures = 0
  private(set) var ticks = 0

  func load(_ name: String) {
    var attempts = 0
    self.loadDisposable.set(
      (counted(loadPeer(name), { count in attempts = count })
        |> map { peer -> String in
          return peer.name
        }
        |> deliverOnMainQueue).start(
          next: { [weak self] name in
            guard let strongSelf = self else {
              return
            }
            strongSelf.shownNames.append(name)
            strongSelf.title.set(name)
          },
          error: { [weak self] _ in
            self?.failures += 1
          }))
    let _ = attempts
  }

  func observe() {
    let _ =
      (self.title.get()
      |> filter { !$0.isEmpty }
      |> take(2)
      |> deliverOnMainQueue).start(next: { [weak self] title in
        self?.shownTitles.append(title)
      })

    self.disposables.add(
      (combineLatest(
        queue: .mainQueue(), number(1), number(2), number(3), number(4), number(5), number(6), number(7),
        number(8),
        number(9), number(10), number(11), number(12), number(13), number(14), number(15), number(16),
        number(17))
        |> map { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q -> Int in
          let first = a + b + c + d + e + f + g + h
          let second = i + j + k + l + m + n + o + p + q
          return first + second
        }
        |> distinctUntilChanged).start(next: { [weak self] sum in
          self?.sums.append(sum)
        }))

    #if SIX
      // A pair with a value that is not Sendable goes through no operator in Swift 6 mode.
      let names =
        combineLatest(self.peer.get() |> map { $0.name }, self.taps.signal()) |> map { name, _ in name }
    #else
      let names = combineLatest(self.peer.get(), self.taps.signal()) |> map { peer, _ in peer.name }
    #endif
    self.disposables.add(
      (names
        |> mapToSignal { name -> Signal<String, NoError> in
          return .single(name)
            |> then(.single(name + "!") |> delay(0.001, queue: Queue.concurrentDefaultQueue()))
        }
        |> runOn(.concurrentDefaultQueue())
        |> deliverOn(self.queue)).start(next: { [weak self] name in
          self?.shownNames.append(name)
        }))
  }

  func tap(_ peer: Peer) {
    self.peer.set(.single(peer))
    self.taps.putNext(Void())
  }

  func tick(completion: @escaping () -> Void) {
    #if RENAMED
      let timer = SignalKit.Timer(
        timeout: 0.01, repeat: false,
        completion: { [weak self] in
          self?.ticks += 1
          completion()
        }, queue: Queue.mainQueue())
    #else
      let timer = SwiftSignalKit.Timer(
        timeout: 0.01, repeat: false,
        completion: { [weak self] in
          self?.ticks += 1
          completion()
        }, queue: Queue.mainQueue())
    #endif
    timer.start()
    self.timer = timer
  }

  func close() {
    self.timer?.invalidate()
    self.loadDisposable.dispose()
    self.disposables.dispose()
  }
}

#if RENAMED
  typealias SwiftSignalKitTimer = SignalKit.Timer
#else
  typealias SwiftSignalKitTimer = SwiftSignalKit.Timer
#endif

let foundationTimer = Foundation.Timer(timeInterval: 1, repeats: false, block: { _ in })
foundationTimer.invalidate()

checkForms()
#if !SIX
  checkOwnFunctions()
#endif

let controller = Controller()
controller.observe()
controller.load("Anna")

Queue.mainQueue().after(0.5) {
  controller.load("")
  controller.tap(Peer(name: "Ben"))
  Queue.mainQueue().after(0.5) {
    controller.tick {
      controller.close()
      precondition(controller.shownNames == ["Anna", "Ben", "Ben!"], "\(controller.shownNames)")
      precondition(controller.shownTitles == ["Anna"], "\(controller.shownTitles)")
      precondition(controller.sums == [153], "\(controller.sums)")
      precondition(controller.failures == 1 && controller.ticks == 1)
      print("an application in SwiftSignalKit's style works")
      exit(0)
    }
  }
}
dispatchMain()
