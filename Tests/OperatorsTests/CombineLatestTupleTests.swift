import Disposables
import Operators
import Promises
import Signals
import Testing

@Suite("combineLatest, of inputs of many types")
struct CombineLatestTupleTests {
  private final class Log<Entry>: @unchecked Sendable {  // safe: used by one thread
    var entries: [Entry] = []
  }

  private final class Counted: Sendable {
    let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit {
      onRelease()
    }
  }

  @Test("elements of every size and alignment keep their values")
  func layout() {
    let (a, b, c, d) = (ValuePipe<UInt8>(), ValuePipe<Double>(), ValuePipe<Bool>(), ValuePipe<String>())
    let (e, f, g) = (ValuePipe<Void>(), ValuePipe<UInt16?>(), ValuePipe<SIMD4<Float>>())
    let log = Log<String>()
    combineLatest(a.signal(), b.signal(), c.signal(), d.signal(), e.signal(), f.signal(), g.signal())
      .start(next: { log.entries.append("\($0) \($1) \($2) \($3) \($4) \($5 ?? 0) \($6.w)") })
    g.putNext(SIMD4(1, 2, 3, 4))
    f.putNext(nil)
    e.putNext(())
    d.putNext("a string that is too long to be kept in place")
    c.putNext(true)
    b.putNext(0.5)
    #expect(log.entries.isEmpty)
    a.putNext(200)
    f.putNext(500)
    a.putNext(7)
    d.putNext("short")
    g.putNext(SIMD4(repeating: 9))
    let long = "a string that is too long to be kept in place"
    #expect(
      log.entries == [
        "200 0.5 true \(long) () 0 4.0", "200 0.5 true \(long) () 500 4.0", "7 0.5 true \(long) () 500 4.0",
        "7 0.5 true short () 500 4.0", "7 0.5 true short () 500 9.0",
      ])
  }

  private func combined<each T: Sendable>(
    _ signals: repeat Signal<each T, NoError>
  ) -> Signal<(repeat each T), NoError> {
    combineLatest(repeat each signals)
  }

  @Test("a caller may be generic over a pack itself")
  func genericCaller() {
    let (a, b, c) = (ValuePipe<Int8>(), ValuePipe<String>(), ValuePipe<[Int]>())
    let log = Log<String>()
    combined(a.signal(), b.signal(), c.signal()).start(next: { log.entries.append("\($0) \($1) \($2)") })
    combined(a.signal()).start(next: { log.entries.append("\($0)") })
    a.putNext(1)
    b.putNext("b")
    c.putNext([1, 2])
    a.putNext(2)
    #expect(log.entries == ["1", "1 b [1, 2]", "2 b [1, 2]", "2"])
  }

  @Test("a replaced value is released, and all of them at disposal")
  func release() {
    let (a, b, c) = (ValuePipe<Counted>(), ValuePipe<Counted>(), ValuePipe<Int>())
    let log = Log<String>()
    let subscription = combineLatest(a.signal(), b.signal(), c.signal()).start(next: { _, _, _ in })
    a.putNext(Counted { log.entries.append("a1") })
    a.putNext(Counted { log.entries.append("a2") })
    #expect(log.entries == ["a1"])
    c.putNext(1)
    b.putNext(Counted { log.entries.append("b1") })
    b.putNext(Counted { log.entries.append("b2") })
    #expect(log.entries == ["a1", "b1"])
    subscription.dispose()
    #expect(log.entries.sorted() == ["a1", "a2", "b1", "b2"])
  }

  @Test("some inputs may never have sent a value")
  func releaseOfSome() {
    let (a, b, c) = (ValuePipe<Int>(), ValuePipe<Counted>(), ValuePipe<String>())
    let log = Log<String>()
    let subscription = combineLatest(a.signal(), b.signal(), c.signal()).start(next: { _, _, _ in })
    b.putNext(Counted { log.entries.append("b") })
    subscription.dispose()
    #expect(log.entries == ["b"])
  }
}
