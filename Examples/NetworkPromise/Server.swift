import Dispatch
import Foundation
import SignalKit

/// A small HTTP server on the loopback interface, which gives prepared answers, one a request.
final class Server: Sendable {
  enum Answer {
    case page(String)
    /// A page that was compressed by gzip.
    case gzip(Data)
    /// A response that says that something is wrong.
    case failure
    /// No response: the server hangs up.
    case hangUp
    /// No response: the server waits until the client hangs up.
    case silence
  }

  struct SocketError: Error {
    let call: String
    let reason: String
  }

  let url: URL
  /// Counts the requests that are met with silence.
  let isSilent = DispatchSemaphore(value: 0)
  /// Counts the clients that have hung up because of that.
  let isLeft = DispatchSemaphore(value: 0)

  private let answers: Atomic<ArraySlice<Answer>>
  // safe: a dispatch source may be used on any thread
  private nonisolated(unsafe) let listening: any DispatchSourceRead

  /// Starts to listen.
  ///
  /// - Parameter answers: What to answer, in the order of the requests. The server hangs up on any further one.
  init(answers: [Answer]) throws {
    self.answers = Atomic(value: answers[...])
    signal(SIGPIPE, SIG_IGN)  // A client may hang up at any moment.
    let (listener, port) = try Self.listen()
    guard let url = URL(string: "http://127.0.0.1:\(port)/page") else { fatalError("a URL was expected") }
    self.url = url
    listening = DispatchSource.makeReadSource(fileDescriptor: listener)
    listening.setCancelHandler { close(listener) }
    listening.setEventHandler { [weak self] in
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      DispatchQueue.global().async {
        self?.serve(client)
        close(client)
      }
    }
    listening.activate()
  }

  func stop() {
    listening.cancel()
  }

  /// Opens a socket at a port that the system chooses.
  private static func listen() throws -> (listener: Int32, port: UInt16) {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listener = try check("socket", socket(AF_INET, kind, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        try check("bind", bind(listener, address, size))
        try check("listen", Foundation.listen(listener, 8))
        try check("getsockname", getsockname(listener, address, &size))
      }
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  @discardableResult
  private static func check(_ call: String, _ result: Int32) throws -> Int32 {
    if result < 0 { throw SocketError(call: call, reason: String(cString: strerror(errno))) }
    return result
  }

  private func serve(_ client: Int32) {
    guard readRequest(client) else { return }
    switch nextAnswer() {
    case .page(let text):
      respond("200 OK", Data(text.utf8), to: client)
    case .gzip(let data):
      respond("200 OK", encoding: "gzip", data, to: client)
    case .failure:
      respond("503 Service Unavailable", Data("out of order".utf8), to: client)
    case .hangUp:
      break
    case .silence:
      isSilent.signal()
      while receive(from: client) != nil {}
      isLeft.signal()
    }
  }

  private func nextAnswer() -> Answer {
    var answer: Answer?
    answers.modify { answers in
      answer = answers.first
      return answers.dropFirst()
    }
    return answer ?? .hangUp
  }

  private func respond(_ status: String, encoding: String? = nil, _ contents: Data, to client: Int32) {
    let fields =
      ["Content-Type: text/plain", "Content-Length: \(contents.count)", "Connection: close"]
      + (encoding.map { ["Content-Encoding: \($0)"] } ?? [])
    let head = (["HTTP/1.1 \(status)"] + fields + ["", ""]).joined(separator: "\r\n")
    send(Data(head.utf8) + contents, to: client)
  }

  /// - Returns: Whether the whole head of a request has come.
  private func readRequest(_ client: Int32) -> Bool {
    var request: [UInt8] = []
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let more = receive(from: client) else { return false }
      request += more
    }
    return true
  }

  /// - Returns: `nil` when the client has hung up.
  private func receive(from client: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(client, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  private func send(_ data: Data, to client: Int32) {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(client, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
