import Bridges
import Concurrency
import Disposables
import Operators
import SignalPrimitives
import SignalTesting
import Signals
import TestSupport
import Testing

@MainActor private final class Label {
  var text = "" {
    didSet { history.append(text) }
  }
  var history: [String] = []
}

private final class Gauge: Sendable {
  private let stored = Guarded<[Int]>([])

  var level: Int {
    get { stored.withLock { $0.last ?? 0 } }
    set { stored.withLock { $0.append(newValue) } }
  }
  var history: [Int] { stored.withLock { $0 } }
}

@Suite struct BindTests {
  @MainActor @Test("virtual time sets a property of the main actor")
  func virtualTime() {
    let (scheduler, label) = (TestScheduler(), Label())
    let binding = Signal<String, NoError>.single("late").delayValues(1, on: scheduler)
      .bind(to: label, \.text, onMain: scheduler)
    scheduler.advance(by: 0.9)
    #expect(label.history == [])
    scheduler.advance(by: 0.1)
    #expect(label.history == ["late"])
    binding.dispose()
  }

  @Test("after a disposal in a closure of an operator nothing is set")
  func disposalInClosure() {
    let (source, binding, gauge) = (Slot<Subscriber<Int, NoError>>(), Slot<any Disposable>(), Gauge())
    let signal = Signal<Int, NoError> { subscriber in
      source.exchange(subscriber)
      return EmptyDisposable
    }
    binding.exchange(
      signal.map { value in
        if value == 2 { binding.exchange(nil)?.dispose() }
        return value
      }.bind(to: gauge, \.level, on: nil))
    for value in 1...3 { source.value?.putNext(value) }
    #expect(gauge.history == [1])
  }

  @Test(
    "B53: a bound object is not kept alive, and the next value ends the subscription when it has gone away")
  func weakTarget() {
    let (pipe, disposals) = (Slot<Subscriber<Int, NoError>>(), Counter())
    let signal = Signal<Int, NoError> { subscriber in
      pipe.exchange(subscriber)
      return ActionDisposable { disposals.increment() }
    }
    var gauge: Gauge? = Gauge()
    weak let weakly = gauge
    let binding = gauge.map { signal.bind(to: $0, \.level, on: nil) }
    pipe.value?.putNext(1)
    #expect(weakly?.history == [1])
    gauge = nil
    #expect(weakly == nil)
    #expect(pipe.value?.isActive == true)
    pipe.value?.putNext(2)
    #expect(pipe.value?.isActive == false)
    #expect(disposals.value == 1)
    binding?.dispose()
    #expect(disposals.value == 1)
  }

  @Test("B53: an object may keep the binding of its own property without a cycle")
  func ownProperty() {
    final class Owner: Sendable {
      let gauge = Gauge()
      let bindings = DisposableSet()
      var level: Int {
        get { gauge.level }
        set { gauge.level = newValue }
      }
    }
    var owner: Owner? = Owner()
    weak let weakly = owner
    owner.map { $0.bindings.add(Signal<Int, NoError>.never().bind(to: $0, \.level, on: nil)) }
    owner = nil
    #expect(weakly == nil)
  }

  @Test("the property is set on the scheduler, in the order of the values")
  func scheduler() {
    let scheduler = TestScheduler()
    let gauge = Gauge()
    let binding = Signal<Int, NoError>.sequence([1, 2, 3]).bind(to: gauge, \.level, on: scheduler)
    #expect(gauge.history == [])
    scheduler.advance()
    #expect(gauge.history == [1, 2, 3])
    binding.dispose()
  }

  @Test("nothing is set after disposal, also if it was on its way")
  func disposal() {
    let scheduler = TestScheduler()
    let gauge = Gauge()
    Signal<Int, NoError>.sequence([1, 2, 3]).bind(to: gauge, \.level, on: scheduler).dispose()
    scheduler.advance()
    #expect(gauge.history == [])
  }

  @MainActor @Test("a property of the main actor is set on the main thread, at once if the value comes there")
  func mainActorAtOnce() {
    let label = Label()
    let binding = Signal<String, NoError>.single("here").bind(to: label, \.text)
    #expect(label.history == ["here"])
    binding.dispose()
  }

  @Test("a property of the main actor is set on the main thread when values come from another")
  func mainActor() async {
    let label = await MainActor.run { Label() }
    let pipe = Slot<Subscriber<String, NoError>>()
    let signal = Signal<String, NoError> { subscriber in
      pipe.exchange(subscriber)
      return EmptyDisposable
    }
    let binding = await MainActor.run { signal.bind(to: label, \.text) }
    await withCheckedContinuation { continuation in
      _ = Worker {
        pipe.value?.putNext("from afar")
        Queue.mainQueue().justDispatch { continuation.resume() }
      }
    }
    #expect(await label.history == ["from afar"])
    binding.dispose()
  }

  @MainActor @Test("an object that is not Sendable can be bound on the main actor")
  func notSendable() {
    final class Plain {
      var number = 0
    }
    var plain: Plain? = Plain()
    weak let weakly = plain
    let subscriber = Slot<Subscriber<Int, NoError>>()
    let signal = Signal<Int, NoError> {
      subscriber.exchange($0)
      return EmptyDisposable
    }
    let binding = plain.map { signal.bind(to: $0, \.number) }
    subscriber.value?.putNext(5)
    #expect(weakly?.number == 5)
    plain = nil
    #expect(weakly == nil)
    subscriber.value?.putNext(6)
    #expect(subscriber.value?.isActive == false)
    binding?.dispose()
  }
}
