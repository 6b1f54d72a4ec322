import Disposables
import Testing

@Suite struct ActionDisposableTests {
  @Test("an action disposable that is never disposed of never runs its action")
  func dropped() {
    final class Flag: Sendable {}
    weak var weakFlag: Flag?
    do {
      let flag = Flag()
      weakFlag = flag
      _ = ActionDisposable { [flag] in Issue.record("ran for \(flag)") }
    }
    #expect(weakFlag == nil)
  }
}
