import Disposables
import Testing

@Suite struct MetaDisposableTests {
  @Test("setting the next disposes of the previous")
  func set() {
    let first = CountingDisposable()
    let second = CountingDisposable()
    let meta = MetaDisposable(first)
    meta.set(second)
    #expect(first.count == 1)
    #expect(second.count == 0)
    meta.set(nil)
    #expect(second.count == 1)
    meta.dispose()
    #expect(first.count == 1)
    #expect(second.count == 1)
  }

  @Test("swapping returns the previous without disposing of it")
  func swap() {
    let first = CountingDisposable()
    let second = CountingDisposable()
    let meta = MetaDisposable()
    #expect(meta.swap(first) == nil)
    #expect(meta.swap(second) === first)
    #expect(meta.swap(nil) === second)
    #expect(meta.swap(nil) == nil)
    meta.dispose()
    #expect(first.count == 0)
    #expect(second.count == 0)
    #expect(meta.swap(first) == nil)
    #expect(first.count == 1)
  }

  @Test("it knows whether it was disposed of")
  func isDisposed() {
    let meta = MetaDisposable()
    #expect(!meta.isDisposed)
    meta.set(ActionDisposable { #expect(meta.isDisposed) })
    meta.dispose()
    #expect(meta.isDisposed)
  }

  @Test("the previous one may set another while it is disposed of")
  func setWithinSet() {
    let meta = MetaDisposable()
    let second = CountingDisposable()
    let third = CountingDisposable()
    meta.set(ActionDisposable { meta.set(third) })
    meta.set(second)
    #expect(second.count == 1)
    #expect(third.count == 0)
    meta.dispose()
    #expect(third.count == 1)
  }
}
