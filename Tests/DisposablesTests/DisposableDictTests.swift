import Disposables
import Testing

@Suite struct DisposableDictTests {
  @Test("setting the next for a key disposes of the previous, and leaves other keys alone")
  func set() {
    let dict = DisposableDict<Int>()
    let first = CountingDisposable()
    let second = CountingDisposable()
    let other = CountingDisposable()
    dict.set(first, forKey: 1)
    dict.set(other, forKey: 2)
    dict.set(second, forKey: 1)
    #expect([first.count, second.count, other.count] == [1, 0, 0])
    dict.dispose()
    #expect([first.count, second.count, other.count] == [1, 1, 1])
  }

  @Test("B89: setting nil removes the key")
  func remove() {
    let dict = DisposableDict<Int>()
    let count = Counter()
    weak var weakElement: CountingDisposable?
    do {
      let element = CountingDisposable(count)
      weakElement = element
      dict.set(element, forKey: 1)
    }
    dict.set(nil, forKey: 1)
    dict.set(nil, forKey: 1)
    #expect(weakElement == nil)
    dict.dispose()
    #expect(count.value == 1)
  }

  @Test("B26: the deinit of a key may use the dictionary")
  func keyDeinit() {
    final class Key: Hashable, Sendable {
      private let token: Token

      init(_ token: Token) {
        self.token = token
      }

      static func == (lhs: Key, rhs: Key) -> Bool { true }

      func hash(into hasher: inout Hasher) {}
    }
    let dict = DisposableDict<Key>()
    let ends = Counter()
    let key: @Sendable () -> Key = {
      Key(
        Token {
          ends.increment()
          if ends.value < 3 { dict.set(nil, forKey: Key(Token())) }
        })
    }
    dict.set(CountingDisposable(), forKey: key())
    dict.set(CountingDisposable(), forKey: key())
    #expect(ends.value == 2)
    dict.set(CountingDisposable(), forKey: key())
    dict.dispose()
    #expect(ends.value == 3)
  }
}
