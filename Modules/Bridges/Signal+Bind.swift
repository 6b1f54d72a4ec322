public import Concurrency
public import Disposables
internal import Operators
public import Signals

extension Signal where E == NoError {
  /// Sets a property of an object of the main actor to each value.
  ///
  ///     let binding = total.bind(to: label, \.text)
  ///
  /// Use it in place of a handler that has to capture its target weakly. For an object that may be used on any
  /// thread, there is ``bind(to:_:on:)``.
  ///
  /// - Delivery: On the main queue, as by `deliverOnMainQueue`.
  /// - Disposal: Nothing is set any more. When the object has gone away, the next value ends the subscription.
  ///
  /// Combine's `assign(to:on:)`, which keeps the object alive; ReactiveSwift's `<~`, RxSwift's `bind(to:)`.
  ///
  /// - Parameters:
  ///   - target: Held weakly. It belongs to the main actor, or is passed on to it by this call.
  ///   - path: The property.
  ///   - scheduler: What stands for the main queue: in a test of the main actor, a `TestScheduler`. One that runs work
  ///     elsewhere than on the main actor stops the program.
  /// - Returns: What ends the subscription. Letting go of it does not.
  @preconcurrency
  @MainActor
  @discardableResult
  public func bind<Target: AnyObject>(
    to target: Target, _ path: ReferenceWritableKeyPath<Target, T>,
    onMain scheduler: any Scheduler = .mainQueue()
  ) -> any Disposable {
    // safe: both came to the main actor, and are used there alone; the target is held while its property is set. Known by
    // Tests/BridgesTests/BindTests: “an object that is not Sendable can be bound on the main actor”.
    let (target, path) = (ConfinedWeakly(object: target), Confined(value: path))
    return deliverOn(scheduler).bind(whileTrue: { value in
      MainActor.assumeIsolated {
        guard let target = target.object else { return false }
        target[keyPath: path.value] = value
        return true
      }
    })
  }

  /// Sets a property of an object to each value, on a scheduler, or on the thread of the value.
  ///
  ///     let binding = total.bind(to: account, \.balance, on: queue)
  ///
  /// - Delivery: On the scheduler, as by `deliverOn`.
  /// - Disposal: Nothing is set any more. When the object has gone away, the next value ends the subscription.
  ///
  /// - Parameters:
  ///   - target: Held weakly.
  ///   - path: The property.
  ///   - scheduler: Where it is set; with `nil`, on the thread that sends the value.
  /// - Returns: What ends the subscription. Letting go of it does not.
  @preconcurrency
  @discardableResult
  public func bind<Target: AnyObject & Sendable>(
    to target: Target, _ path: any ReferenceWritableKeyPath<Target, T> & Sendable,
    on scheduler: (any Scheduler)?
  ) -> any Disposable {
    (scheduler.map { deliverOn($0) } ?? self).bind(whileTrue: { [weak target] value in
      guard let target else { return false }
      target[keyPath: path] = value
      return true
    })
  }

  private func bind(whileTrue next: @escaping @Sendable (T) -> Bool) -> any Disposable {
    begin { start in
      Sink(next: { start.isOpen && next($0) }, error: { _ in }, completed: {}, scope: nil)
    }
  }
}
