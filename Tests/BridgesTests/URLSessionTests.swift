import Bridges
import Disposables
import Foundation
import Operators
import Signals
import TestSupport
import Testing

@testable import NetworkPromise

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Against a server on the loopback interface.
@Suite struct URLSessionTests {
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.connectionProxyDictionary = [:]
    configuration.timeoutIntervalForRequest = 20
    session = URLSession(configuration: configuration)
    setenv("no_proxy", "127.0.0.1", 1)
  }

  /// The error when the server hangs up in place of an answer; Foundation on Linux has another than on Apple
  /// platforms.
  private static let hungUp: String = {
    #if canImport(FoundationNetworking)
      "error \(URLError.badServerResponse.rawValue)"
    #else
      "error \(URLError.networkConnectionLost.rawValue)"
    #endif
  }()

  private func request(_ server: Server) -> URLRequest { URLRequest(url: server.url) }

  /// Starts a signal, and waits for its end.
  private func run<T: Sendable>(
    _ signal: Signal<T, URLError>, show: @escaping @Sendable (T) -> String
  ) -> [String] {
    let (log, isOver) = (Recording<String>(), Latch())
    signal.start(
      next: { log.append(show($0)) },
      error: {
        log.append("error \($0.code.rawValue)")
        isOver.open()
      },
      completed: {
        log.append("completed")
        isOver.open()
      })
    #expect(isOver.wait())
    return log.elements
  }

  private func text(_ answer: (data: Data, response: URLResponse)) -> String {
    "\((answer.response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: answer.data, as: UTF8.self))"
  }

  @Test("each start sends a request, and delivers the answer and a completion")
  func answer() throws {
    let server = try Server(answers: [.page("edition 1"), .page("edition 2")])
    defer { server.stop() }
    let signal = session.signal(for: request(server))
    #expect(run(signal, show: text) == ["200 edition 1", "completed"])
    #expect(run(signal, show: text) == ["200 edition 2", "completed"])
  }

  @Test("a URL does in place of a request")
  func url() throws {
    let server = try Server(answers: [.page("edition 1")])
    defer { server.stop() }
    #expect(run(session.signal(for: server.url), show: text) == ["200 edition 1", "completed"])
  }

  @Test("an answer that says that something is wrong is an answer")
  func status() throws {
    let server = try Server(answers: [.failure])
    defer { server.stop() }
    #expect(run(session.signal(for: server.url), show: text) == ["503 out of order", "completed"])
  }

  @Test("a server that is not there, or hangs up, is an error")
  func errors() throws {
    let server = try Server(answers: [.hangUp])
    let lost = run(session.signal(for: server.url), show: text)
    #expect(lost == [Self.hungUp])
    server.stop()
    let refused = try Server(answers: [])
    refused.stop()
    #expect(
      run(session.signal(for: refused.url), show: text) == [
        "error \(URLError.cannotConnectToHost.rawValue)"
      ])
  }

  @Test("disposal cancels the request, and delivers nothing", arguments: [false, true])
  func disposal(withProgress: Bool) throws {
    let server = try Server(answers: [.silence])
    defer { server.stop() }
    let log = Recording<String>()
    let signal =
      withProgress
      ? session.signalWithProgress(for: request(server)).ignoringValues()
      : session.signal(for: request(server)).ignoringValues()
    let subscription = signal.start(
      next: { _ in log.append("value") }, error: { _ in log.append("error") },
      completed: { log.append("completed") })
    server.isSilent.wait()
    subscription.dispose()
    subscription.dispose()
    server.isLeft.wait()
    #expect(log.elements == [])
  }

  @Test("the progress grows until all has come, and the whole answer follows")
  func progress() throws {
    let page = String(repeating: "0123456789", count: 200_000)
    let server = try Server(answers: [.page(page)])
    defer { server.stop() }
    let (received, isOver) = (Recording<Int64>(), Latch())
    let answer = Slot<String>()
    session.signalWithProgress(for: request(server)).start(
      next: { transfer in
        switch transfer {
        case .progress(let count, let expected):
          #expect(expected == Int64(page.utf8.count))
          received.append(count)
        case .finished(let data, let response):
          #expect((response as? HTTPURLResponse)?.statusCode == 200)
          answer.exchange(String(decoding: data, as: UTF8.self))
        }
      },
      error: { Issue.record("\($0)") },
      completed: { isOver.open() })
    #expect(isOver.wait())
    #expect(answer.value == page)
    #expect(received.elements.count > 1)
    #expect(received.elements.last == Int64(page.utf8.count))
    #expect(received.elements == received.elements.sorted())
  }

  /// 20,000 bytes, compressed by gzip.
  private static var gzip: Data {
    Data(
      base64Encoded: """
        H4sIAAAAAAACA+3GSQEAIAgAsEp4INq/mDH4bK/FmGvnqfvCzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM\
        zMzMzMzMwa9wH1grYGIE4AAA==
        """) ?? Data()
  }

  @Test(
    "how much of a compressed answer will come is not known, as what comes is counted when it is unpacked")
  func compressed() throws {
    #expect(Self.gzip.count < 1_000)
    let server = try Server(answers: [.gzip(Self.gzip)])
    defer { server.stop() }
    let log = run(session.signalWithProgress(for: request(server))) { transfer in
      switch transfer {
      case .progress(_, let expected): "of \(expected.map { "\($0)" } ?? "unknown")"
      case .finished(let data, _): "\(data.count)"
      }
    }
    #expect(Set(log.dropLast(2)) == ["of unknown"])
    #expect(log.suffix(2) == ["20000", "completed"])
  }

  #if canImport(FoundationNetworking)
    @Test("a session that was invalidated is an error at each start", arguments: [false, true])
    func invalidated(withProgress: Bool) throws {
      let server = try Server(answers: [.page("never asked for")])
      defer { server.stop() }
      let signal =
        withProgress
        ? session.signalWithProgress(for: request(server)).ignoringValues()
        : session.signal(for: request(server)).ignoringValues()
      session.invalidateAndCancel()
      #expect(run(signal, show: { "\($0)" }) == ["error \(URLError.cancelled.rawValue)"])
      #expect(run(signal.retry(2), show: { "\($0)" }) == ["error \(URLError.cancelled.rawValue)"])
    }

    @Test("a request that is cancelled as its session is invalidated can be retried, in vain")
    func invalidatedMeanwhile() throws {
      let server = try Server(answers: [.silence])
      defer { server.stop() }
      let isOver = Latch()
      let code = Slot<URLError.Code>()
      session.signal(for: request(server)).retry(1).start(
        error: {
          code.exchange($0.code)
          isOver.open()
        })
      server.isSilent.wait()
      session.invalidateAndCancel()
      #expect(isOver.wait())
      #expect(code.value == .cancelled)
    }
  #endif

  @Test("with progress, errors are the same")
  func progressErrors() throws {
    let server = try Server(answers: [.hangUp])
    defer { server.stop() }
    let lost = run(session.signalWithProgress(for: request(server)), show: { "\($0)" })
    #expect(lost == [Self.hungUp])
  }
}

extension Signal {
  fileprivate func ignoringValues() -> Signal<Void, E> {
    Signal<Void, E> { subscriber in
      self.start(
        next: { _ in subscriber.putNext(()) }, error: { subscriber.putError($0) },
        completed: { subscriber.putCompletion() })
    }
  }
}
