/// A closure as a part of a ``Guarded`` state.
///
/// A state that is a closure itself, or an optional one, is wrapped once more each time the lock is taken: it is converted for the
/// body of `withLock`, converted back, and stored. After some thousand times, calling it or letting it go overflows the stack.
package struct StoredClosure<Closure> {
  package let closure: Closure

  package init(_ closure: Closure) {
    self.closure = closure
  }
}

extension StoredClosure: Sendable where Closure: Sendable {}
