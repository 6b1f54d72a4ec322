import Foundation
import ScriptSupport

/// Shows the files of a folder to the browsers of this machine.
struct Server {
  let folder: URL
  let port: UInt16

  /// Answers one request after the other, until the program is stopped.
  func run() throws -> Never {
    signal(SIGPIPE, SIG_IGN)  // a browser may hang up
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, stream, 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian  // 127.0.0.1: nobody else sees it
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard listener >= 0, isBound, listen(listener, 16) == 0 else {
      throw Tool.Failure("port \(port) can't be used: take another")
    }
    Tool.say("http://127.0.0.1:\(port)/documentation")
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      let file = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
      try? file.write(contentsOf: answer(to: request(file)))
    }
  }

  /// What comes first of a request: the line that names the file is in it.
  private func request(_ file: FileHandle) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(file.fileDescriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// - Parameter request: Begins with a line such as `GET /documentation HTTP/1.1`.
  func answer(to request: String) -> Data {
    let words = request.prefix { !$0.isNewline }.split(separator: " ")
    guard words.count == 3, words[0] == "GET",
      let path = words[1].prefix(while: { $0 != "?" }).removingPercentEncoding, !path.contains("..")
    else { return head("400 Bad Request", "text/plain", 0) }
    var file = folder.appending(path: path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue {
      file = file.appending(path: "index.html")
    }
    guard let content = try? Data(contentsOf: file) else { return head("404 Not Found", "text/plain", 0) }
    return head("200 OK", Self.types[file.pathExtension] ?? "application/octet-stream", content.count)
      + content
  }

  private func head(_ status: String, _ type: String, _ length: Int) -> Data {
    let lines = [
      "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(length)", "Connection: close", "", "",
    ]
    return Data(lines.joined(separator: "\r\n").utf8)
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript", "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "ico": "image/x-icon",
  ]
}
