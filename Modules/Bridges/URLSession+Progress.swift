internal import Disposables
public import Foundation
internal import SignalPrimitives
public import Signals

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// What there is to know of a request on its way; see ``signalWithProgress(for:)``.
  public enum Transfer: Sendable {
    /// A part of the answer has come.
    ///
    /// The numbers are of bytes: all that have come so far, and all that will. That is `nil` if the server does not say, and
    /// for an answer that comes compressed: what has come is counted as it is when unpacked, and how long that will be is not
    /// known before the end.
    case progress(received: Int64, expected: Int64?)
    /// The whole answer has come.
    case finished(data: Data, response: URLResponse)
  }

  /// Sends a request at each start, and delivers how much of the answer has come, and then the answer.
  ///
  ///     session.signalWithProgress(for: request).start(next: { transfer in
  ///       switch transfer {
  ///       case .progress(let received, let expected): …
  ///       case .finished(let data, let response): …
  ///       }
  ///     })
  ///
  /// Where nobody looks at the progress, use ``signal(for:)-(URLRequest)``.
  ///
  /// Foundation on Linux does not let a request have a delegate of its own. There, each start makes a session for
  /// itself, with the configuration of this one; the delegate of this session is not asked, and invalidating this session does
  /// not cancel what is on its way.
  ///
  /// - Delivery: On the delegate queue of the session; on Linux, on one of its own. Progress first, once for each
  ///   part that comes, then the answer and the completion. An answer without contents comes without progress.
  /// - Errors: As by ``signal(for:)-(URLRequest)``.
  /// - Disposal: Cancels the request. That is not delivered as an error.
  ///
  /// - Parameter request: What to ask for.
  /// - Returns: A signal that keeps the session alive.
  public func signalWithProgress(for request: URLRequest) -> Signal<Transfer, URLError> {
    Signal { [self] subscriber in
      guard !isInvalidated else {
        subscriber.putError(URLError(.cancelled))
        return EmptyDisposable
      }
      let delegate = TransferDelegate(subscriber)
      #if canImport(FoundationNetworking)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: request)
        task.resume()
        session.finishTasksAndInvalidate()
      #else
        let task = dataTask(with: request)
        task.delegate = delegate
        task.resume()
      #endif
      return ActionDisposable { task.cancel() }
    }
  }
}

/// Collects the answer to one request.
private final class TransferDelegate: NSObject, URLSessionDataDelegate {
  private let subscriber: Subscriber<URLSession.Transfer, URLError>
  private let collected = Guarded(Data())

  init(_ subscriber: Subscriber<URLSession.Transfer, URLError>) {
    self.subscriber = subscriber
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let received = collected.withLock { collected in
      collected.append(data)
      return collected.count
    }
    let length = dataTask.response?.unpackedLength
    // What the server has said may be wrong.
    let expected = length.flatMap { $0 < received ? nil : $0 }
    subscriber.putNext(.progress(received: Int64(received), expected: expected))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // The session may keep its delegate longer than that.
    let data = collected.withLock { collected in
      let data = collected
      collected = Data()
      return data
    }
    if let response = task.response, error == nil {
      subscriber.putNext(.finished(data: data, response: response))
      subscriber.putCompletion()
    } else if subscriber.isActive {  // After disposal the error is that of the cancellation.
      subscriber.putError(URLError(wrapping: error))
    }
  }
}

extension URLResponse {
  /// The number of bytes that will come, as one who reads them counts; `nil` if that can't be known.
  ///
  /// Of an answer that comes compressed, the server says how long it is on the way. On Linux that is also the length which is
  /// expected, though it is delivered unpacked.
  fileprivate var unpackedLength: Int64? {
    let encoding = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") ?? ""
    guard ["", "identity"].contains(encoding.lowercased()) else { return nil }
    return expectedContentLength >= 0 ? expectedContentLength : nil
  }
}
