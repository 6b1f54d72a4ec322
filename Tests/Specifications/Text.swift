internal import Signals

/// A value as the diagrams show it: without quotes, and without spaces.
func text(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  let children = mirror.children.map { text(of: $0.value) }
  return switch mirror.displayStyle {
  case .tuple: "(\(children.joined(separator: ",")))"
  case .collection: "[\(children.joined(separator: ","))]"
  case .optional: children.first ?? "nil"
  default: "\(value)"
  }
}

/// The same signal, with texts.
func described<T: Sendable, E: Sendable>(_ signal: Signal<T, E>) -> Signal<String, String> {
  Signal { subscriber in
    signal.start(
      next: { subscriber.putNext(text(of: $0)) },
      error: { subscriber.putError(text(of: $0)) },
      completed: { subscriber.putCompletion() })
  }
}
