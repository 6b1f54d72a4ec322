import Disposables
import Testing

@Suite struct ActionDisposableTests {
  @Test("an action runs once, at the first dispose, and is released then")
  func once() {
    let runs = Counter()
    weak var weakToken: Token?
    let disposable: ActionDisposable
    do {
      let token = Token()
      weakToken = token
      disposable = ActionDisposable { [token] in withExtendedLifetime(token) { runs.increment() } }
    }
    #expect(runs.value == 0)
    disposable.dispose()
    #expect(weakToken == nil)
    disposable.dispose()
    #expect(runs.value == 1)
  }

  @Test("an action disposable that is never disposed of never runs its action")
  func dropped() {
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      _ = ActionDisposable { [token] in Issue.record("ran for \(token)") }
    }
    #expect(weakToken == nil)
  }

  @Test("an action may dispose of its own disposable")
  func withinAction() {
    let runs = Counter()
    let slot = MetaDisposable()
    let disposable = ActionDisposable {
      slot.dispose()
      runs.increment()
    }
    slot.set(disposable)
    disposable.dispose()
    #expect(runs.value == 1)
  }

  @Test("B26: the deinit of what the action holds may dispose again")
  func withinDeinit() {
    let runs = Counter()
    let slot = MetaDisposable()
    do {
      let token = Token { slot.dispose() }
      slot.set(ActionDisposable { [token] in withExtendedLifetime(token) { runs.increment() } })
    }
    slot.dispose()
    #expect(runs.value == 1)
  }

  @Test("an action runs once when eight threads dispose")
  func stress() {
    for _ in 0..<20 {
      let runs = Counter()
      let token = Token()
      let disposables = (0..<1_000).map { _ in
        ActionDisposable { withExtendedLifetime(token) { runs.increment() } }
      }
      onThreads(8) { _ in for disposable in disposables { disposable.dispose() } }
      #expect(runs.value == 1_000)
    }
  }
}
