// A page that shows what was stored at the last visit, then what the network says. Leaving it cancels the request.
//
// swift run NetworkPromise          talks to a server of its own on the loopback interface
// swift run NetworkPromise <url>    talks to any other

import Dispatch
import Foundation
import SignalKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// snippet: page
/// Shows the stored text first, if there is one, and the fresh one when it comes and is another.
final class Page {
  private let text = Promise<String>()
  private let screen: ScopedDisposable

  init(stored: String?, request: Signal<String, NoError>) {
    screen = (text.get() |> distinctUntilChanged)
      .start(next: { print("the page shows: \($0)") })
      .asScoped()
    // The stored text is part of the signal: `set` forgets any value from before.
    text.set(stored.map { single($0, NoError.self) |> then(request) } ?? request)
  }
}
// end snippet

// snippet: fetch
/// What a server sends, or `nil` if that can't be had.
func text(of url: URL, in session: URLSession) -> Signal<String?, NoError> {
  session.signal(for: url)
    .map { (data, response) -> String? in
      (response as? HTTPURLResponse)?.statusCode == 200 ? String(decoding: data, as: UTF8.self) : nil
    }
    .catch { _ in .single(nil) }
}
// end snippet

/// Somebody who opens the page again and again.
struct Visitor {
  let url: URL
  let session: URLSession
  /// What an app would keep in its preferences or in a file; here it goes away with the program.
  let stored = Atomic<String?>(value: nil)
  /// Counts the requests that are over, whichever way.
  let requestsOver = DispatchSemaphore(value: 0)

  init(url: URL) {
    self.url = url
    let configuration = URLSessionConfiguration.ephemeral  // Keeps nothing on the disk.
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = 10
    session = URLSession(configuration: configuration)
  }

  /// Starting it sends a request, and disposing of it cancels the request.
  func fetch() -> Signal<String, NoError> {
    let isAnswered = Atomic(value: false)
    return text(of: url, in: session)
      .beforeNext { text in
        isAnswered.swap(true)
        if let text { stored.swap(text) }
        print("the request has \(text == nil ? "failed" : "succeeded")")
      }
      .compactMap { $0 }
      .afterDisposed {
        if !isAnswered.with({ $0 }) { print("the request was cancelled") }
        requestsOver.signal()
      }
  }

  func openPage() -> Page {
    Page(stored: stored.with { $0 }, request: fetch())
  }

  func visit(_ occasion: String) {
    print("== \(occasion) ==")
    let page = openPage()
    requestsOver.wait()
    withExtendedLifetime(page) {}
  }

  func leave(_ occasion: String, when isRequested: DispatchSemaphore) {
    print("== \(occasion) ==")
    var page: Page? = openPage()
    withExtendedLifetime(page) { isRequested.wait() }
    page = nil
    requestsOver.wait()
  }
}

func talkToOwnServer() throws {
  let server = try Server(answers: [
    .page("edition 1"), .page("edition 2"), .page("edition 2"), .failure, .silence,
  ])
  defer { server.stop() }
  let visitor = Visitor(url: server.url)

  visitor.visit("The first visit: nothing is stored")
  visitor.visit("The second visit: there is something new")
  visitor.visit("The third visit: nothing has changed")
  visitor.visit("The fourth visit: the server is out of order")
  visitor.leave("The fifth visit: left before the answer", when: server.isSilent)
  server.isLeft.wait()
  print("the server saw its client hang up")
}

func talk(to url: URL) {
  let visitor = Visitor(url: url)
  visitor.visit("The first visit: nothing is stored")
  visitor.visit("The second visit")
}

let argument = CommandLine.arguments.dropFirst().first
if let argument {
  guard let url = URL(string: argument), url.scheme?.hasPrefix("http") == true, url.host != nil else {
    print("'\(argument)' is no URL of a web page: give it as http://host/path")
    exit(2)
  }
  talk(to: url)
} else {
  setenv("no_proxy", "127.0.0.1", 1)  // A proxy could not reach this server.
  try talkToOwnServer()
}
