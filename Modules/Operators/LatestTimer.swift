public import Disposables
public import SignalPrimitives

/// Holds the timer that was started last.
///
/// A timer may fire, and have another thread start the next one, before the thread that has started it comes to store it. So
/// each timer has a number, given where the order is decided, and a timer that comes late is disposed of and not stored.
@_fixed_layout @usableFromInline
final class LatestTimer: Disposable {
  @frozen @usableFromInline struct State {
    @usableFromInline var number: UInt = 0
    @usableFromInline var timer: (any Disposable)?
    @usableFromInline var isDisposed = false

    @inlinable init() {}
  }

  @usableFromInline let state = Guarded(State())

  @inlinable init() {}

  /// - Parameters:
  ///   - timer: Held in place of an older one, which is disposed of.
  ///   - number: Higher than that of every timer that was started before.
  @usableFromInline func set(_ timer: any Disposable, number: UInt) {
    let leaving = state.withLock { state -> (any Disposable)? in
      if state.isDisposed || number < state.number { return timer }
      let previous = state.timer
      state.timer = timer
      state.number = number
      return previous
    }
    leaving?.dispose()
  }

  @usableFromInline func dispose() {
    let leaving = state.withLock { state in
      let leaving = state.timer
      state.timer = nil
      state.isDisposed = true
      return leaving
    }
    leaving?.dispose()
  }
}
