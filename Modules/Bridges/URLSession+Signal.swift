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
  ///   it under `NSUnderlyingErrorKey`.
  /// - Disposal: Cancels the request. That is not delivered as an error.
  ///
  /// RxSwift's `rx.response(request:)`, ReactiveSwift's `reactive.data(with:)`, Combine's `dataTaskPublisher(for:)`.
  ///
  /// - Parameter request: What to ask for.
  /// - Returns: A signal of one value, which keeps the session alive.
  public func signal(for request: URLRequest) -> Signal<(data: Data, response: URLResponse), URLError> {
    Signal { [self] subscriber in
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

extension URLError {
  init(wrapping error: (any Error)?) {
    self =
      error as? URLError
      ?? URLError(.unknown, userInfo: error.map { [NSUnderlyingErrorKey: $0 as NSError] } ?? [:])
  }
}
