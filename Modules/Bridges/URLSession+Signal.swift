internal import Disposables
public import Foundation
public import Signals

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request at each start, and delivers the answer.
  ///
  ///     session.signal(for: request)
  ///       .map { String(decoding: $0.data, as: UTF8.self) }
  ///       .retry(3, backoff: Backoff(1), on: queue)
  ///
  /// An answer that says that something is wrong, such as 404, is an answer and no error: look at the status of the
  /// response. To show how much has come, use ``signalWithProgress(for:)``.
  ///
  /// - Delivery: The answer and the completion, on the delegate queue of the session.
  /// - Errors: As `URLSession` gives them; what is no `URLError` becomes one with the code `unknown`, and is found in
  ///   it under `NSUnderlyingErrorKey`. On Linux, a start after the session was invalidated fails at once, with the code
  ///   `cancelled`. On Apple platforms Foundation ends the program then, and offers no way to ask before: dispose of what may
  ///   start again, such as `retry`, before you invalidate the session.
  /// - Disposal: Cancels the request. That is not delivered as an error.
  ///
  /// RxSwift's `rx.response(request:)`, ReactiveSwift's `reactive.data(with:)`, Combine's `dataTaskPublisher(for:)`.
  ///
  /// - Parameter request: What to ask for.
  /// - Returns: A signal of one value, which keeps the session alive.
  public func signal(for request: URLRequest) -> Signal<(data: Data, response: URLResponse), URLError> {
    Signal { [self] subscriber in
      guard !isInvalidated else {
        subscriber.putError(URLError(.cancelled))
        return EmptyDisposable
      }
      let task = dataTask(with: request) { data, response, error in
        if let response, error == nil {
          subscriber.putNext((data ?? Data(), response))
          subscriber.putCompletion()
        } else if subscriber.isActive {  // After disposal the error is that of the cancellation.
          subscriber.putError(URLError(wrapping: error))
        }
      }
      task.resume()
      return ActionDisposable { task.cancel() }
    }
  }

  /// Asks for the contents of a URL at each start, and delivers the answer; see ``signal(for:)-(URLRequest)``.
  ///
  /// - Parameter url: What to ask for.
  /// - Returns: A signal of one value, which keeps the session alive.
  public func signal(for url: URL) -> Signal<(data: Data, response: URLResponse), URLError> {
    signal(for: URLRequest(url: url))
  }
}

extension URLSession {
  /// Whether the session takes no more requests, where that can be known.
  ///
  /// Who asks for a task then ends the program. Foundation on Linux offers no way to find out, but keeps the fact in a property;
  /// should that get another name, this is as it was without it. Whoever starts again because of the invalidation sees it: it
  /// is stored before the requests are cancelled.
  var isInvalidated: Bool {
    #if canImport(FoundationNetworking)
      var mirror: Mirror? = Mirror(reflecting: self)
      while let current = mirror {
        if let field = current.children.first(where: { $0.label == "invalidated" }) {
          return field.value as? Bool ?? false
        }
        mirror = current.superclassMirror
      }
    #endif
    return false
  }
}

extension URLError {
  init(wrapping error: (any Error)?) {
    self =
      error as? URLError
      ?? URLError(.unknown, userInfo: error.map { [NSUnderlyingErrorKey: $0 as NSError] } ?? [:])
  }
}
