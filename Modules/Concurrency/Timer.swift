internal import Disposables
internal import SignalPrimitives

/// Runs a closure after a time, once or again and again.
///
/// Use it where the owner of the timer owns the work: releasing the timer stops it. Nothing else keeps it, so
/// `Timer(…).start()` alone does nothing (SwiftSignalKit's rule). For work that should happen whoever keeps what, use
/// ``Scheduler/after(_:_:)-(Double,_)``.
///
/// ## Life
///
/// | event | idle | running | over |
/// |---|---|---|---|
/// | ``start()`` | starts: the first tick comes after one whole timeout | no effect | no effect |
/// | tick of a repeating timer | – | runs the closure, then waits for the next | – |
/// | tick of a timer that does not repeat | – | over; runs the closure, and releases it | – |
/// | ``invalidate()``, last release | over, releases the closure | over, cancels the tick, releases the closure | no effect |
///
/// Every call is allowed at any time and on any thread, also from inside the closure. When ``invalidate()`` has
/// returned on a serial queue that the timer runs on, the closure will not run again; elsewhere, at most the call that
/// has already begun finishes. A closure that is running is released when it returns.
///
/// ## Ticks
///
/// Ticks run on the queue one at a time, and aim at whole multiples of the timeout since ``start()``: they do not
/// drift. Multiples that have passed while the queue was busy, or the closure ran, are left out; one that is due just then is
/// not.
///
/// SwiftSignalKit's `Timer`, but its timers can be started again after they were invalidated: make a new one here.
public final class Timer: Sendable {
  private enum State {
    case idle(@Sendable (Timer) -> Void)
    case running(Run)
    case over
  }

  private struct Run {
    let completion: @Sendable (Timer) -> Void
    let beginning: Double
    /// The number of the tick that is waited for or running.
    ///
    /// Not an integer: nobody bounds what a scheduler's clock says.
    var tick: Double
    var wait: (any Disposable)?
  }

  private let timeout: Double
  private let isRepeating: Bool
  private let queue: any Scheduler
  private let state: Guarded<State>

  /// Makes a timer that does not run yet.
  ///
  /// - Parameters:
  ///   - timeout: The time until the first tick, and between ticks. Zero, a negative number and NaN mean as soon as
  ///     possible; infinity means never. A repeating timer takes anything below a millisecond as a millisecond.
  ///   - repeat: Whether there is more than one tick.
  ///   - completion: What to do at a tick.
  ///   - queue: Where `completion` runs, and whose clock counts.
  @preconcurrency
  public convenience init(
    timeout: some TimeSpan, repeat: Bool, completion: @escaping @Sendable () -> Void, queue: any Scheduler
  ) {
    self.init(timeout: timeout, repeat: `repeat`, completion: { _ in completion() }, queue: queue)
  }

  /// Makes a timer that does not run yet, and whose closure gets the timer.
  ///
  /// - Parameters:
  ///   - timeout: The time until the first tick, and between ticks. Zero, a negative number and NaN mean as soon as
  ///     possible; infinity means never. A repeating timer takes anything below a millisecond as a millisecond.
  ///   - repeat: Whether there is more than one tick.
  ///   - completion: What to do at a tick; gets the timer, so that it can invalidate it.
  ///   - queue: Where `completion` runs, and whose clock counts.
  @preconcurrency
  public init(
    timeout: some TimeSpan, repeat: Bool, completion: @escaping @Sendable (Timer) -> Void,
    queue: any Scheduler
  ) {
    isRepeating = `repeat`
    // `max` in this order turns NaN into the minimum, too.
    let timeout = timeout.inSeconds
    self.timeout = `repeat` ? max(Self.shortestInterval, timeout) : timeout
    self.queue = queue
    state = Guarded(.idle(completion))
  }

  deinit {
    invalidate()
  }

  /// Begins to count; only the first call does something.
  public func start() {
    let now = queue.now
    let isFirst = state.withLock { state in
      guard case .idle(let completion) = state else { return false }
      state = .running(Run(completion: completion, beginning: now, tick: 1))
      return true
    }
    if isFirst { wait(timeout, forTick: 1) }
  }

  /// Ends the timer, whether or not it has started, and releases its closure; it cannot be started again.
  public func invalidate() {
    let previous = state.withLock { state in
      let previous = state
      state = .over
      return previous
    }
    if case .running(let run) = previous { run.wait?.dispose() }
  }

  private func wait(_ delay: Double, forTick tick: Double) {
    let wait = queue.after(delay) { [weak self] in self?.fire() }
    let (isWanted, _) = state.withLock { state -> (Bool, (any Disposable)?) in
      // The tick may have come already, or the timer may be over.
      guard case .running(var run) = state, run.tick == tick else { return (false, nil) }
      let previous = run.wait
      run.wait = wait
      state = .running(run)
      return (true, previous)
    }
    if !isWanted { wait.dispose() }
  }

  private func fire() {
    let previous = state.withLock { state in
      let previous = state
      if !isRepeating { state = .over }
      return previous
    }
    guard case .running(let run) = previous else { return }
    run.completion(self)
    if isRepeating { waitForTick(after: run) }
  }

  private func waitForTick(after run: Run) {
    let now = queue.now
    // The first that has not passed. A quotient may miss a whole number by a little, and one that is due now has not passed.
    let due = ((now - run.beginning) / timeout - 1e-9).rounded(.up)
    let next = max(run.tick + 1, due)
    let isRunning = state.withLock { state in
      guard case .running(var run) = state else { return false }
      run.tick = next
      state = .running(run)
      return true
    }
    if isRunning { wait(run.beginning + next * timeout - now, forTick: next) }
  }

  private static let shortestInterval = 0.001
}
