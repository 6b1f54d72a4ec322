import Disposables
import Testing

/// What holds for everything that holds disposables.
struct Container: CustomTestStringConvertible {
  let testDescription: String
  /// Makes an empty container, and says how to put something into it.
  let make: @Sendable () -> (container: any Disposable, put: @Sendable (any Disposable) -> Void)

  static let refillable = [
    Container(testDescription: "MetaDisposable") {
      let meta = MetaDisposable()
      return (meta, { meta.set($0) })
    },
    Container(testDescription: "DisposableSet") {
      let set = DisposableSet()
      return (set, { set.add($0) })
    },
    Container(testDescription: "DisposableDict") {
      let dict = DisposableDict<String>()
      return (dict, { dict.set($0, forKey: "key") })
    },
  ]

  static let all =
    refillable + [
      Container(testDescription: "ScopedDisposable") {
        let meta = MetaDisposable()
        return (meta.asScoped(), { meta.set($0) })
      },
      Container(testDescription: "StrictDisposable") {
        let meta = MetaDisposable()
        return (meta.strict(), { meta.set($0) })
      },
    ]
}

@Suite struct ContainerTests {
  @Test("B43: what is put in twice and disposed of twice is disposed of once", arguments: Container.all)
  func once(_ kind: Container) {
    let (container, put) = kind.make()
    let element = CountingDisposable()
    put(element)
    put(element)
    #expect(element.count == 0)
    container.dispose()
    container.dispose()
    #expect(element.count == 1)
  }

  @Test("what is put in after the end is disposed of at once", arguments: Container.all)
  func late(_ kind: Container) {
    let (container, put) = kind.make()
    container.dispose()
    let element = CountingDisposable()
    put(element)
    #expect(element.count == 1)
  }

  @Test("a container lets go of what it disposed of", arguments: Container.all)
  func released(_ kind: Container) {
    let (container, put) = kind.make()
    weak var weakElement: CountingDisposable?
    do {
      let element = CountingDisposable()
      weakElement = element
      put(element)
    }
    #expect(weakElement != nil)
    container.dispose()
    #expect(weakElement == nil)
  }

  @Test(
    "an element may put another one in and dispose again while it is disposed of", arguments: Container.all)
  func reentrant(_ kind: Container) {
    let (container, put) = kind.make()
    let inner = CountingDisposable()
    let runs = Counter()
    let link = MetaDisposable(container)  // strong, and broken by the disposal
    put(
      ActionDisposable {
        put(inner)
        link.dispose()
        runs.increment()
      })
    container.dispose()
    #expect(runs.value == 1)
    #expect(inner.count == 1)
  }

  @Test("B26: the deinit of an element may use the container", arguments: Container.all)
  func deinitInDispose(_ kind: Container) {
    let (container, put) = kind.make()
    let inner = CountingDisposable()
    let ends = Counter()
    do {
      let token = Token {
        put(inner)
        ends.increment()
      }
      put(ActionDisposable { [token] in withExtendedLifetime(token) {} })
    }
    container.dispose()
    #expect(ends.value == 1)
    #expect(inner.count == 1)
  }

  @Test("B26: the deinit of a replaced element may replace and dispose", arguments: Container.refillable)
  func deinitInPut(_ kind: Container) {
    let (container, put) = kind.make()
    let ends = Counter()
    do {
      let token = Token {
        put(CountingDisposable())
        ends.increment()
      }
      put(ActionDisposable { [token] in withExtendedLifetime(token) {} })
    }
    put(CountingDisposable())
    container.dispose()
    #expect(ends.value == 1)
  }

  @Test("what eight threads put in while eight dispose is disposed of once", arguments: Container.refillable)
  func stress(_ kind: Container) {
    for _ in 0..<50 {
      let (container, put) = kind.make()
      let count = Counter()
      onThreads(8) { index in
        for number in 0..<20 {
          put(CountingDisposable(count))
          if index % 2 == 0 && number == 10 { container.dispose() }
        }
      }
      #expect(count.value == 160)
    }
  }

  @Test("dropping a container disposes of nothing", arguments: Container.refillable)
  func dropped(_ kind: Container) {
    let element = CountingDisposable()
    do {
      let (container, put) = kind.make()
      put(element)
      withExtendedLifetime(container) {}
    }
    #expect(element.count == 0)
  }
}
