internal import Disposables
public import Foundation
public import Signals

extension NotificationCenter {
  /// The notifications of a name, as what a closure takes out of them.
  ///
  ///     center.signal(for: .priceChanged) { $0.userInfo?["price"] as? Int }
  ///
  /// A `Notification` may carry anything, so it can't be handed from one thread to another. The closure gets it on
  /// the thread that posts it, and what it returns goes on. Where the fact is all there is to know, use
  /// ``signal(for:object:)``.
  ///
  /// - Delivery: On the thread that posts, before `post` returns, unless another notification is being delivered to
  ///   this subscription at that moment. The signal does not complete.
  /// - Disposal: The observer is removed, once.
  ///
  /// RxSwift's `rx.notification(_:object:)`, ReactiveSwift's `reactive.notifications(forName:object:)`, Combine's
  /// `publisher(for:object:)`.
  ///
  /// - Parameters:
  ///   - name: Of the notifications; `nil` for all of them.
  ///   - object: The only sender of interest; `nil` for all of them. It is held weakly; when it has gone away, nothing
  ///     is delivered any more.
  ///   - transform: What of a notification is to be delivered; `nil` for nothing. It may run on several threads at
  ///     once.
  /// - Returns: A signal that keeps the center alive.
  @preconcurrency
  public func signal<T: Sendable>(
    for name: Notification.Name?, object: AnyObject? = nil,
    _ transform: @escaping @Sendable (Notification) -> T?
  ) -> Signal<T, NoError> {
    // safe: it is never used, but compared with others by its identity, and nobody holds it here. Known by
    // Tests/BridgesTests/NotificationTests: “a sender is not kept alive, and nothing is delivered when it has gone away”.
    let sender = object.map { ConfinedWeakly(object: $0) }
    return Signal { [self] subscriber in
      let observer = addObserver(forName: name, object: nil, queue: nil) { notification in
        if let sender {
          guard let wanted = sender.object, (notification.object as AnyObject) === wanted else { return }
        }
        guard subscriber.isActive, let value = transform(notification) else { return }
        subscriber.putNext(value)
      }
      // safe: the center may be used on any thread, and the observer is nothing but a key to it, which the disposable holds
      // until it has removed it. Known by NotificationTests: “disposal removes the observer …, it removes no other”.
      let key = Confined(value: observer)
      return ActionDisposable { self.removeObserver(key.value) }
    }
  }

  /// The names of the notifications that are posted: of all, or of one name.
  ///
  /// For what is in them, use ``signal(for:object:_:)``, which is delivered, and disposed of, alike.
  ///
  /// - Parameters:
  ///   - name: Of the notifications; `nil` for all of them.
  ///   - object: The only sender of interest; `nil` for all of them. It is held weakly; when it has gone away, nothing
  ///     is delivered any more.
  /// - Returns: A signal that keeps the center alive.
  public func signal(
    for name: Notification.Name?, object: AnyObject? = nil
  ) -> Signal<Notification.Name, NoError> {
    signal(for: name, object: object, { $0.name })
  }
}
