import SignalKit
import Testing

@testable import OwnOperators

/// A source that sends without an end while it starts is stopped by those who have enough.
@Suite struct EndlessSourceTests {
  /// - Parameter count: How many values were sent when it was stopped.
  private func endless(_ count: Atomic<Int>) -> Signal<Int, NoError> {
    Signal { subscriber in
      var number = 0
      while subscriber.isActive {
        subscriber.putNext(number)
        number += 1
      }
      _ = count.swap(number)
      return EmptyDisposable
    }
  }

  @Test func `steps stops it`() {
    let (count, values) = (Atomic(value: 0), Atomic<[Int]>(value: []))
    endless(count).steps(of: 10).take(2).start(next: { value in _ = values.modify { $0 + [value] } })
    #expect(values.with { $0 } == [0, 10])
    #expect(count.with { $0 } == 11)
  }

  @Test func `passing stops it`() {
    let (count, values) = (Atomic(value: 0), Atomic<[Int]>(value: []))
    endless(count).passing(while: .single(true)).take(2)
      .start(next: { value in _ = values.modify { $0 + [value] } })
    #expect(values.with { $0 } == [0, 1])
    #expect(count.with { $0 } == 2)
  }
}
