/// Values that wait to be taken, in the order in which they came.
///
/// A queue of two stacks: when `leaving` is empty, `arriving` is turned over and takes its place.
struct ValueBuffer<T> {
  private let policy: SignalBuffering
  /// Newest last.
  private var arriving: [T] = []
  /// Newest first.
  private var leaving: [T] = []

  init(_ policy: SignalBuffering) {
    self.policy = policy
  }

  var isEmpty: Bool { arriving.isEmpty && leaving.isEmpty }
  private var count: Int { arriving.count + leaving.count }

  /// - Returns: What is dropped for want of room.
  mutating func append(_ value: T) -> T? {
    switch policy {
    case .unbounded:
      break
    case .oldest(let limit):
      if count >= max(1, limit) { return value }
    case .newest(let limit):
      if count >= max(1, limit) {
        let oldest = popFirst()
        arriving.append(value)
        return oldest
      }
    }
    arriving.append(value)
    return nil
  }

  mutating func popFirst() -> T? {
    if leaving.isEmpty {
      arriving.reverse()
      swap(&arriving, &leaving)
    }
    return leaving.popLast()
  }
}
