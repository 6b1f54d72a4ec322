import Dispatch
import Disposables
import Testing

@Suite struct ScopedDisposableTests {
  @Test("a scoped disposable disposes at the end of its life, once")
  func scope() {
    let element = CountingDisposable()
    do {
      let scoped = element.asScoped()
      withExtendedLifetime(scoped) { #expect(element.count == 0) }
    }
    #expect(element.count == 1)
    do {
      let scoped = ScopedDisposable(element)
      scoped.dispose()
      scoped.dispose()
    }
    #expect(element.count == 2)
  }

  @Test("a scoped disposable may be let go of by what it disposes of")
  func withinDispose() {
    let runs = Counter()
    let owner = MetaDisposable()
    owner.set(
      ActionDisposable {
        owner.swap(nil)
        runs.increment()
      }.asScoped())
    owner.dispose()
    #expect(runs.value == 1)
  }
}

@Suite(.serialized) struct StrictDisposableTests {
  @Test("a strict disposable that is disposed of reports nothing, one that is dropped its file and line")
  func leak() {
    let previous = StrictDisposable.leakHandler
    defer { StrictDisposable.leakHandler = previous }
    let leaks = Log<StrictDisposable.Leak>()
    StrictDisposable.leakHandler = { leaks.append($0) }
    let element = CountingDisposable()
    element.strict().dispose()
    #expect(element.count == 1)
    #expect(leaks.entries.isEmpty)

    _ = element.strict()
    #expect(leaks.entries.map(\.file) == [#fileID])
    #expect(leaks.entries.map(\.line) == [#line - 2])
    _ = StrictDisposable(element, file: "File.swift", line: 7)
    #expect(
      leaks.entries.last?.description
        == "File.swift:7: a strict disposable went away without having been disposed of")
    #expect(element.count == 1)
  }

  @Test("the handler of leaks is called by each leak in the same way: the stack does not grow")
  func manyLeaks() async {
    await #expect(processExitsWith: .success) {
      let leaks = Counter()
      StrictDisposable.leakHandler = { _ in leaks.increment() }
      let isDone = DispatchSemaphore(value: 0)
      // The threads of a queue have 512 KiB.
      DispatchQueue(label: "leaks").async {
        for _ in 0..<20_000 { _ = EmptyDisposable.strict() }
        isDone.signal()
      }
      isDone.wait()
      precondition(leaks.value == 20_000)
    }
  }

  @Test("B26: the deinit of what a leak handler holds may set the handler")
  func handlerDeinit() {
    let previous = StrictDisposable.leakHandler
    defer { StrictDisposable.leakHandler = previous }
    let ends = Counter()
    do {
      let token = Token {
        StrictDisposable.leakHandler = { _ in }
        ends.increment()
      }
      StrictDisposable.leakHandler = { [token] _ in withExtendedLifetime(token) {} }
    }
    StrictDisposable.leakHandler = { _ in }
    #expect(ends.value == 1)
  }

  #if DEBUG
    @Test("at first, a leak stops a debug build and names file and line")
    func defaultHandler() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = StrictDisposable(EmptyDisposable, file: "File.swift", line: 7)
      }
      let message = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("File.swift:7: a strict disposable went away"))
    }
  #endif
}
