#if canImport(ObjectiveC)
  public import Concurrency
  internal import Disposables
  public import Foundation
  internal import Operators
  public import Signals

  extension Signal where E == NoError {
    /// A property of an object of the main actor, by key-value observation: now, and after each change.
    ///
    ///     let title = Signal.observing(webView, keyValue: \.title)
    ///
    /// Use it for properties that are `@objc dynamic`, as those of the system's classes. For the properties of an
    /// `@Observable` type there is ``observing(_:_:onMain:)``.
    ///
    /// It is compiled for Apple's platforms and run on Linux over a stand-in for `observe`; it has not been run on a system of Apple's.
    ///
    /// - Delivery: On the main queue; at once, if the property changes there. When changes come faster than the main
    ///   queue does, the newest alone is delivered. The signal does not complete.
    /// - Disposal: The observer is removed, once, on the main queue.
    ///
    /// - Parameters:
    ///   - object: Kept alive by the signal, and by each subscription until its observer is removed.
    ///   - path: The property. Of a path such as `\.profile.avatar` every part is observed.
    /// - Returns: A signal of the property's values.
    @preconcurrency
    @MainActor
    public static func observing<Object: NSObject>(
      _ object: Object, keyValue path: KeyPath<Object, T>
    ) -> Signal<T, NoError> {
      // safe: both came to the main actor, and are used there alone; the signal holds the object. Known on Apple platforms, by
      // Tests/BridgesTests/KeyValueTests: “on the main actor the value is read on the main thread”.
      let (target, path) = (Confined(value: object), Confined(value: path))
      return changes(of: target, path, removingOn: Queue.mainQueue())
        .runOn(Queue.mainQueue())
        .deliverLatestOn(Queue.mainQueue())
        .map { MainActor.assumeIsolated { target.value[keyPath: path.value] } }
    }

    /// A property of an object, by key-value observation: now, and after each change.
    ///
    ///     let fraction = Signal.observing(progress, keyValue: \.fractionCompleted, on: nil)
    ///
    /// As ``observing(_:keyValue:)``, for an object that may be used on any thread.
    ///
    /// It is compiled for Apple's platforms and run on Linux over a stand-in for `observe`; it has not been run on a system of Apple's.
    ///
    /// - Delivery: On the scheduler; when changes come faster than it does, the newest alone. Without a scheduler, on
    ///   the thread that changes the property. When several threads do, the last value is what the property is in the
    ///   end.
    /// - Disposal: The observer is removed, once.
    ///
    /// - Parameters:
    ///   - object: Kept alive by the signal, and by each subscription until its observer is removed.
    ///   - path: The property. Of a path such as `\.profile.avatar` every part is observed.
    ///   - scheduler: Where the property is read and delivered; with `nil`, on the thread that changes it.
    /// - Returns: A signal of the property's values.
    @preconcurrency
    public static func observing<Object: NSObject & Sendable>(
      _ object: Object, keyValue path: any KeyPath<Object, T> & Sendable, on scheduler: (any Scheduler)?
    ) -> Signal<T, NoError> {
      let changes = changes(of: Confined(value: object), Confined(value: path), removingOn: nil)
      return (scheduler.map { changes.deliverLatestOn($0) } ?? changes).map { object[keyPath: path] }
    }

    /// A message at the start, and after each change.
    ///
    /// Not the values: of two threads that read, each after its own change, the one that was first to read could be
    /// the last to deliver. Who gets the message reads in his turn.
    private static func changes<Object: NSObject>(
      of object: Confined<Object>, _ path: Confined<KeyPath<Object, T>>, removingOn queue: Queue?
    ) -> Signal<Void, NoError> {
      Signal<Void, NoError> { subscriber in
        // safe: the disposable holds both until the observer is removed; an object that is freed while it is observed stops the
        // program. Known by KeyValueTests: “an object that is observed stays until its observer is removed”.
        let observation = Confined(
          value: (
            object.value,
            object.value.observe(path.value, options: .initial) { _, _ in subscriber.putNext(()) }
          ))
        return ActionDisposable {
          if let queue {
            queue.async { observation.value.1.invalidate() }
          } else {
            observation.value.1.invalidate()
          }
        }
      }
    }
  }
#endif
