import Foundation
import ScriptSupport
import Testing

@testable import documentation

@Suite struct IllustrationTests {
  private let symbols = [
    DocumentedSymbol(link: "Operators/take(_:)", name: "take", comment: ["See the method."], isMember: false),
    DocumentedSymbol(
      link: "Operators/Signal/take(_:)", name: "take", comment: ["-a-b-c-d-", "take(2)", "-a-(b|)   a: 1"],
      isMember: true),
    DocumentedSymbol(
      link: "Operators/Signal/take(while:)", name: "take", comment: ["take(while: f)"], isMember: true),
  ]

  @Test("a picture goes to the page whose text has its diagram, and links to it")
  func picture() {
    let page =
      "# Gallery\n\n### take\n\n![take(2)](take.svg)\n\n```text\n-a-(b!)\ntake(2)\n-a-(b|)\n\na: 1\n```\n\n### other\n"
    let illustration = Illustration(page: page, symbols: symbols)
    #expect(illustration.homeless == [])
    #expect(illustration.page.contains("```\n\nIts page: ``Operators/Signal/take(_:)``\n\n### other"))
    #expect(
      illustration.files == [
        "Picture0.md": "# ``Operators/Signal/take(_:)``\n\n## In a diagram\n\n![take(2)](take.svg)\n"
      ])
  }

  @Test("two pictures of one operator stand on one page, and one of no operator is named")
  func several() {
    let diagram = { (name: String, image: String) in
      "### \(name)\n\n![x](\(image).svg)\n\n```text\n-a-|\ntake(2)\n```\n"
    }
    let illustration = Illustration(
      page: diagram("take", "a") + diagram("take", "b") + diagram("gone", "c"), symbols: symbols)
    #expect(illustration.files.values.map { $0.components(separatedBy: "![").count - 1 } == [2])
    #expect(illustration.homeless == ["![x](c.svg)"])
  }
}

@Suite struct SiteTests {
  /// Writes a site of a few pages, and looks at it.
  private func violations(_ files: [String: String], basePath: String = "/") throws -> [String] {
    let folder = URL.temporaryDirectory.appending(path: "documentation-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try Site(in: folder, basePath: basePath).violations().sorted().map(\.message)
  }

  private func page(_ links: [String], pictures: [String] = []) -> String {
    let topics = links.map { #""\#($0)": {"type": "topic", "url": "\#($0)"}"# }
    let images = pictures.map { #""\#($0)": {"type": "image", "variants": [{"url": "\#($0)"}]}"# }
    return #"{"references": {\#((topics + images).joined(separator: ", "))}}"#
  }

  private func site(_ first: String, basePath: String = "/") -> [String: String] {
    [
      "data/documentation.json": first, "documentation/index.html": "",
      "data/documentation/a.json": page([]), "documentation/a/index.html": "", "images/there.svg": "",
    ]
  }

  @Test("a site whose links and pictures are there is right, also below another address")
  func right() throws {
    #expect(try violations(site(page(["/documentation/a#part"], pictures: ["/images/there.svg"]))) == [])
    #expect(
      try violations(site(page(["/documentation/a"], pictures: ["/x/images/there.svg"])), basePath: "/x")
        == [])
  }

  @Test("a dead link, a missing picture, a page without a file and one that no link leads to are named")
  func wrong() throws {
    #expect(
      try violations(site(page(["/documentation/a", "/documentation/b"]))) == [
        "/documentation/b (/documentation/b) is a dead link"
      ])
    #expect(
      try violations(site(page(["/documentation/a"], pictures: ["/images/gone.svg"]))) == [
        "there is no picture /images/gone.svg"
      ])
    #expect(try violations(site(page([]))) == ["no link leads to /documentation/a"])
    var files = site(page(["/documentation/a"]))
    files["documentation/a/index.html"] = nil
    #expect(try violations(files) == ["/documentation/a has no file that a browser could open"])
  }
}

@Suite struct ServerTests {
  @Test("files, and the pages of folders, are given with their type; nothing outside the folder is")
  func answers() throws {
    let folder = URL.temporaryDirectory.appending(path: "documentation-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "map(_:)"), withIntermediateDirectories: true)
    try Data("page".utf8).write(to: folder.appending(path: "map(_:)/index.html"))
    try Data("picture".utf8).write(to: folder.appending(path: "a.svg"))
    let server = Server(folder: folder, port: 0)
    func answer(_ request: String) -> [String] {
      String(decoding: server.answer(to: request), as: UTF8.self).components(separatedBy: "\r\n")
    }
    #expect(
      answer("GET /a.svg?theme=dark HTTP/1.1\r\nHost: x\r\n\r\n") == [
        "HTTP/1.1 200 OK", "Content-Type: image/svg+xml", "Content-Length: 7", "Connection: close", "",
        "picture",
      ])
    #expect(answer("GET /map(_:) HTTP/1.1").last == "page")
    #expect(answer("GET /map%28_%3A%29/ HTTP/1.1").last == "page")
    #expect(answer("GET /gone HTTP/1.1")[0] == "HTTP/1.1 404 Not Found")
    for request in [
      "", "GET", "POST /a.svg HTTP/1.1", "GET /../a HTTP/1.1", "GET /%2e%2e/a HTTP/1.1", "GET /%zz HTTP/1.1",
    ] {
      #expect(answer(request)[0] == "HTTP/1.1 400 Bad Request")
    }
  }
}
