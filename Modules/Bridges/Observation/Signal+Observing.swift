public import Concurrency
public import Observation
public import Signals

extension Signal where E == NoError {
  /// The state that a closure reads from observable objects of the main actor: now, and after each change.
  ///
  ///     let title = Signal.observing { document.title + (document.isEdited ? " *" : "") }
  ///
  /// Use it for models of the main actor. For those that belong to another queue, or to none, use
  /// ``observing(on:_:)``; for one property of an object that is not to be kept alive, ``observing(_:_:onMain:)``.
  ///
  /// - Delivery: On the main queue. The present state before `start` returns, if that runs on the main thread;
  ///   otherwise as soon as the main queue comes to it. After a change, the state as it is when the main queue comes
  ///   to it, never at once: several changes that are made in one go are delivered as one state, and the last one is
  ///   always delivered. States that are equal are not left out; see `distinctUntilChanged`.
  /// - Completion: When nothing that was read can change any more: nothing observable was read, or all of it has gone
  ///   away.
  /// - Disposal: The closure and the handlers are released at once. The runtime has no way to take back a
  ///   registration; an empty note stays with the objects that were read until they change or go away.
  ///
  /// SwiftUI does the same for the body of a view; Swift 6.2 has `Observations` for tasks.
  ///
  /// - Parameters:
  ///   - scheduler: What stands for the main queue: in a test of the main actor, a `TestScheduler`. One that runs work
  ///     elsewhere than on the main actor stops the program.
  ///   - read: Reads the state. It keeps what it captures alive. It runs twice for each state, so that no change is
  ///     missed that is made while it is being registered.
  /// - Returns: A signal of the states.
  @preconcurrency
  public static func observing(
    onMain scheduler: any Scheduler = .mainQueue(), _ read: @escaping @MainActor @Sendable () -> T
  ) -> Signal<T, NoError> {
    observing(on: scheduler, read: { MainActor.assumeIsolated { Reading(value: read()) } })
  }

  /// The state that a closure reads from observable objects: now, and after each change.
  ///
  ///     let sum = Signal.observing(on: queue) { account.balance + account.credit }
  ///
  /// As ``observing(onMain:_:)``, on a scheduler of your choice.
  ///
  /// ## Which scheduler
  ///
  /// The runtime tells of a change on the thread that makes it, and on Apple platforms before it is made. The last
  /// state is certain to be delivered if one of these is true:
  ///
  /// - The objects change on `scheduler` alone, whose work runs one at a time. That is the rule for objects that have
  ///   no lock of their own: reading them elsewhere would be a data race.
  /// - The objects have a lock of their own, which is held around the whole of `withMutation(keyPath:_:)`.
  /// - The objects have a lock of their own, which is held inside `withMutation(keyPath:_:)`, and the platform is not
  ///   one of Apple's. On those, a thread that is suspended between the message and the change may leave the state
  ///   before the change as the last one.
  ///
  /// In the last two cases any scheduler that keeps `after(0)` from running at once will do. One that does not, such
  /// as `ImmediateScheduler`, would read before the change on Apple platforms. If what is read depends on what was
  /// read before, as in `a ? b : c`, there is a gap left: that one thread changes `a` after it was read and before
  /// that reading is registered, and another does the same to `b` in the reading after it.
  ///
  /// - Delivery: On the scheduler. The present state before `start` returns, if the scheduler is current; otherwise
  ///   as soon as it comes to it. After a change, the state as it is when the scheduler comes to it, never at once:
  ///   several changes that are made in one go are delivered as one state. States that are equal are not left out.
  /// - Completion: When nothing that was read can change any more: nothing observable was read, or all of it has gone
  ///   away.
  /// - Disposal: The closure and the handlers are released at once. The runtime has no way to take back a
  ///   registration; an empty note stays with the objects that were read until they change or go away.
  ///
  /// - Parameters:
  ///   - scheduler: Where `read` and the handlers run.
  ///   - read: Reads the state. It keeps what it captures alive. It runs twice for each state, so that no change is
  ///     missed that is made while it is being registered.
  /// - Returns: A signal of the states.
  @preconcurrency
  public static func observing(
    on scheduler: any Scheduler, _ read: @escaping @Sendable () -> T
  ) -> Signal<T, NoError> {
    observing(on: scheduler, read: { Reading(value: read()) })
  }

  /// A property of an observable object of the main actor: now, and after each change, until the object goes away.
  ///
  ///     let title = Signal.observing(document, \.title)
  ///
  /// The object is not kept alive. For a state that is made of several properties, use ``observing(onMain:_:)``.
  ///
  /// - Delivery: On the main queue, as by ``observing(onMain:_:)``.
  /// - Completion: On the main queue, when the object has gone away. It tells by letting go of what was registered
  ///   with it: at once, if everything that the path reads belongs to the object. A path that leads on to another
  ///   object, such as `\.document.title`, is registered with both; then the completion may wait for the next change
  ///   of the other one, or for its end. If the path reads nothing observable, the signal completes after the first
  ///   value.
  /// - Disposal: As by ``observing(onMain:_:)``.
  ///
  /// - Parameters:
  ///   - object: Held weakly. It belongs to the main actor, or is passed on to it by this call.
  ///   - path: The property. Two readings are made for each state.
  ///   - scheduler: What stands for the main queue: in a test of the main actor, a `TestScheduler`. One that runs work
  ///     elsewhere than on the main actor stops the program.
  /// - Returns: A signal of the property's values.
  @preconcurrency
  @MainActor
  public static func observing<Object: AnyObject & Observable>(
    _ object: Object, _ path: KeyPath<Object, T>, onMain scheduler: any Scheduler = .mainQueue()
  ) -> Signal<T, NoError> {
    // safe: both came to the main actor, and are used there alone; a reading holds the object. Known by
    // Tests/BridgesTests/ObservingTests: “a property of a main actor's object comes with each change, until the object goes away”.
    let (target, path) = (ConfinedWeakly(object: object), Confined(value: path))
    return observing(
      on: scheduler,
      read: {
        MainActor.assumeIsolated {
          target.object.map { Reading(value: $0[keyPath: path.value], object: $0) }
        }
      })
  }

  /// A property of an observable object: now, and after each change, until the object goes away.
  ///
  ///     let balance = Signal.observing(account, \.balance, on: queue)
  ///
  /// The object is not kept alive. For a state that is made of several properties, use ``observing(on:_:)``, which
  /// also says which scheduler to choose.
  ///
  /// - Delivery: On the scheduler, as by ``observing(on:_:)``.
  /// - Completion: On the scheduler, when the object has gone away, as by ``observing(_:_:onMain:)``.
  /// - Disposal: As by ``observing(on:_:)``.
  ///
  /// - Parameters:
  ///   - object: Held weakly.
  ///   - path: The property. Two readings are made for each state.
  ///   - scheduler: Where the property is read, and where the handlers run.
  /// - Returns: A signal of the property's values.
  @preconcurrency
  public static func observing<Object: AnyObject & Observable & Sendable>(
    _ object: Object, _ path: any KeyPath<Object, T> & Sendable, on scheduler: any Scheduler
  ) -> Signal<T, NoError> {
    observing(
      on: scheduler, read: { [weak object] in object.map { Reading(value: $0[keyPath: path], object: $0) } })
  }
}
