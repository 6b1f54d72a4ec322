public import Concurrency
public import Disposables
public import Signals

extension QueueLocalObject {
  /// Makes a signal out of the object, which is at hand on its queue alone.
  ///
  ///     -a-b-|
  ///     object.signalWith { object, subscriber in … }
  ///     -a-b-|
  ///
  /// In the diagram the queue is current already, and the object sends what the input does.
  ///
  /// - Delivery: Where the generator sends. It runs on the object's queue: at once when the caller is there, otherwise
  ///   as soon as the queue comes to it.
  /// - Disposal: On the thread that disposes. If the queue has not come to it yet, the generator does not run at all.
  /// - Life: The signal does not keep the object. Started when the object's handle has been released, or inside the
  ///   closure that makes the object, it completes without a value.
  ///
  /// SwiftSignalKit's `signalWith`, where such a start never ends.
  ///
  /// - Parameter f: Gets the object, which it should not keep, and the subscriber to send to. What it returns ends the
  ///   work, on whichever thread that happens.
  /// - Returns: A signal whose generator runs with the object.
  @preconcurrency
  public func signalWith<R: Sendable, E: Sendable>(
    _ f: @escaping @Sendable (T, Subscriber<R, E>) -> any Disposable
  ) -> Signal<R, E> {
    Signal { [weak self] subscriber in
      let work = MetaDisposable()
      if let self {
        queue.async {
          guard subscriber.isActive else { return }
          guard let object = self.unsafeGet() else { return subscriber.putCompletion() }
          work.set(f(object, subscriber))
        }
      } else {
        subscriber.putCompletion()
      }
      return work
    }
  }
}
