/// What becomes of values that come faster than they are taken.
///
/// A signal sends when it likes, and a loop takes a value when it is ready for one. What came meanwhile waits. See
/// ``Signal/values(buffering:)``. `AsyncStream` has the same three, as its buffering policy.
public enum SignalBuffering: Sendable, Hashable {
  /// All of them wait, however many they are.
  case unbounded
  /// The newest wait, that many at the most; an older one makes room. Less than 1 is a mistake, and means 1.
  case newest(Int)
  /// The oldest wait, that many at the most; a value that finds no room is dropped. Less than 1 is a mistake, and
  /// means 1.
  case oldest(Int)

  /// Whether there is room for at least one value.
  var isValid: Bool {
    switch self {
    case .unbounded: true
    case .newest(let count), .oldest(let count): count >= 1
    }
  }
}
