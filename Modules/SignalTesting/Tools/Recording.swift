internal import SignalPrimitives

/// What a handler saw, in the order in which it saw it.
package final class Recording<Element: Sendable>: Sendable {
  private let stored = Guarded<[Element]>([])  // unlike Mutex, ThreadSanitizer sees it

  package init() {}

  package func append(_ element: Element) {
    stored.withLock { $0.append(element) }
  }

  package var elements: [Element] { stored.withLock { $0 } }

  package var count: Int { stored.withLock { $0.count } }

  package func element(at index: Int) -> Element { stored.withLock { $0[index] } }

  package func removeAll() {
    _ = stored.withLock { stored in
      let leaving = stored
      stored = []
      return leaving
    }
  }
}
