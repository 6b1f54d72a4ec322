internal import SignalPrimitives

/// What a container of disposables holds, and how far that was given up.
///
///     state      dispose() by a thread          by the same one, from inside      by another one
///     ────────── ────────────────────────────── ───────────────────────────────── ───────────────────────────────────
///     holding    → leaving: disposes of it,     –                                 –
///                then → disposed
///     leaving    –                              returns: it is on its way         disposes of what is ours, too
///     disposed   returns                        returns                           returns
///
/// The other thread can't wait, and must not return before every subscription is over: what it does next would reach one that it
/// believes is over. What is not of this package is disposed of once: it may have no guard against being disposed of twice.
///
/// Containers that hold each other in a circle end, too, but one of them is over before what it holds by way of the circle is.
enum Holdings<Held> {
  case holding(Held)
  /// The number is that of the thread that came first.
  case leaving(Held, by: UInt)
  case disposed

  /// What was given up is not held any more, whatever is left to do.
  var held: Held? {
    if case .holding(let held) = self { held } else { nil }
  }

  var isDisposed: Bool {
    if case .holding = self { false } else { true }
  }
}

extension Guarded {
  /// Changes what is held.
  ///
  /// - Returns: What `change` returns; `nil` once disposed of.
  func withHeld<Held, Result>(_ change: (inout Held) -> Result) -> Result? where State == Holdings<Held> {
    withLock { state in
      guard case .holding(var held) = state else { return nil }
      state = .disposed  // the only reference to `held` is the one that is changed
      defer { state = .holding(held) }
      return change(&held)
    }
  }

  /// Disposes of what is held; when this returns, every subscription in it is over.
  ///
  /// - Parameters:
  ///   - owner: Whose holdings these are.
  ///   - forEach: Calls a closure with each disposable, outside the lock; several threads may do it at once.
  func giveUp<Held>(of owner: AnyObject, _ forEach: (Held, (any Disposable) -> Void) -> Void)
  where State == Holdings<Held> {
    let thread = Platform.thread
    var isFirst = false
    let taken: Held? = withLock { state in
      switch state {
      case .holding(let held):
        isFirst = true
        state = .leaving(held, by: thread)
        return held
      case .leaving(let held, by: let first): return first == thread ? nil : held
      case .disposed: return nil
      }
    }
    guard let taken else { return }
    guard isFirst else {
      return Helper.help(owner, thread) { forEach(taken) { ($0 as? any Finishable)?.dispose() } }
    }
    forEach(taken) { $0.dispose() }
    _ = withLock { state in
      let leaving = state
      state = .disposed
      return leaving  // let go of outside the lock
    }
  }
}

/// A thread that disposes of what another is disposing of.
private struct Helper: Equatable {
  let owner: ObjectIdentifier
  let thread: UInt

  /// A container may hold itself by way of others: each thread goes through it once.
  private static let atWork = Guarded<[Helper]>([])

  static func help(_ owner: AnyObject, _ thread: UInt, _ dispose: () -> Void) {
    let helper = Helper(owner: ObjectIdentifier(owner), thread: thread)
    let isNew = atWork.withLock { atWork in
      if atWork.contains(helper) { return false }
      atWork.append(helper)
      return true
    }
    guard isNew else { return }
    dispose()
    atWork.withLock { $0.removeAll { $0 == helper } }
  }
}
