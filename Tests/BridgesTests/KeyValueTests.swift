#if canImport(ObjectiveC)
  import Bridges
  import Concurrency
  import Disposables
  import Foundation
  import Signals
  import TestSupport
  import Testing

  @Suite struct KeyValueTests {
    @Test("the present value comes at the start, and then every change, on its thread")
    func values() {
      let model = Model()
      let log = Recording<Int>()
      let subscription = Signal.observing(model, keyValue: \.count, on: nil).start(next: { log.append($0) })
      model.count = 1
      model.count = 2
      #expect(log.elements == [0, 1, 2])
      subscription.dispose()
      model.count = 3
      #expect(log.elements == [0, 1, 2])
    }

    @Test("B116: a path follows a part of it that another thread replaces")
    func path() {
      let model = Model()
      let old = model.profile
      let log = Recording<String>()
      let subscription = Signal.observing(model, keyValue: \.profile.avatar, on: nil)
        .start(next: { log.append($0) })
      let worker = Worker {
        model.profile = Profile(avatar: "second")
        model.profile.avatar = "third"
        old.avatar = "not observed any more"
      }
      #expect(worker.join())
      #expect(log.elements == ["first", "second", "third"])
      subscription.dispose()
    }

    @Test("B116: an object that is observed stays until its observer is removed")
    func life() {
      var model: Model? = Model()
      weak let weakly = model
      let subscription = model.map { Signal.observing($0, keyValue: \.count, on: nil).start() }
      model = nil
      #expect(weakly != nil)
      subscription?.dispose()
      #expect(weakly == nil)
    }

    @Test("B118: disposing twice, from a handler, and on several threads removes the observer once")
    func removal() {
      let model = Model()
      let (subscription, log) = (MetaDisposable(), Recording<Int>())
      subscription.set(
        Signal.observing(model, keyValue: \.count, on: nil).start(next: {
          log.append($0)
          if $0 == 1 { subscription.dispose() }
        }))
      model.count = 1
      model.count = 2
      concurrently(4) { _ in subscription.dispose() }
      #expect(log.elements == [0, 1])
    }

    @MainActor @Test("on the main actor the value is read on the main thread")
    func mainActor() {
      let model = Model()
      let log = Recording<Int>()
      let subscription = Signal.observing(model, keyValue: \.count).start(next: { log.append($0) })
      model.count = 1
      #expect(log.elements == [0, 1])
      subscription.dispose()
      model.count = 2
      #expect(log.elements == [0, 1])
    }
  }
#endif
